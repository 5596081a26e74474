import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './measure.ts'

/** What the figures depend on. */
export interface Machine {
  readonly node: string
  readonly platform: string
  readonly processor: string
  readonly cores: number
  /** Milliseconds to make 4 KiB durable on the disk that is measured on: what every durable figure rests on. */
  readonly syncMs: number
  /** Load of the last minute when the measuring began. */
  readonly load: number
}

export function describeMachine(): Machine {
  return {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    syncMs: syncTime(),
    load: loadavg()[0] ?? 0,
  }
}

function syncTime(): number {
  const folder = mkdtempSync(join(tmpdir(), 'loggia-sync-'))
  const file = openSync(join(folder, 'file'), 'w')
  const block = Buffer.alloc(4_096, 1)
  try {
    writeSync(file, Buffer.alloc(4_096 * 200))
    fdatasyncSync(file)
    const times = Array.from({ length: 200 }, (_, index) => {
      const began = performance.now()
      writeSync(file, block, 0, block.length, index * block.length)
      fdatasyncSync(file)
      return performance.now() - began
    })
    return median(times)
  } finally {
    closeSync(file)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The machine in one line. */
export function machineLine({ node, platform, processor, cores, syncMs, load }: Machine): string {
  return `Node ${node} · ${platform} · ${cores} × ${processor} · fdatasync ${syncMs.toFixed(2)} ms · load ${load.toFixed(1)}`
}
