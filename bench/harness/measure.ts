import { turnText } from '../core/script.ts'
import type { Batch, RowId } from './rows.ts'

/** The value below which that share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Milliseconds the action takes. */
export async function timeOf(action: () => unknown): Promise<number> {
  const began = performance.now()
  await action()
  return performance.now() - began
}

/** Times each run of an action on its own: p50 and p95 in milliseconds. The action gets its number, from 0. */
export async function bench(id: RowId, runs: number, action: (run: number) => unknown): Promise<Batch> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) times.push(await timeOf(() => action(run)))
  return { figures: { [id]: median(times) }, p95: quantile(times, 0.95), runs }
}

/** Does `count` things in one go: thousands of them per second. */
export async function rate(id: RowId, count: number, action: () => unknown): Promise<Batch> {
  return { figures: { [id]: count / (await timeOf(action)) }, runs: count }
}

/** Turns of the long thread. */
const turns = 200

/** Has a thread of its kind with someone; a turn's figure is the median of the eleven around it. */
export async function thread(
  kind: 'thread' | 'chat',
  ask: (text: string) => Promise<unknown>,
): Promise<Batch> {
  const times: number[] = []
  for (let turn = 1; turn <= turns; turn += 1) times.push(await timeOf(() => ask(turnText[kind](turn))))
  const around = (turn: number): number => median(times.slice(turn - 6, turn + 5))
  const last = around(turns - 5)
  return { figures: { [`${kind}Ratio`]: last / around(10), [`${kind}Ms`]: last }, runs: turns }
}

/** The same with what the thread left on the disk. */
export function stored(kind: 'thread' | 'chat', batch: Batch, bytes: number): Batch {
  return { ...batch, figures: { ...batch.figures, [`${kind}Mb`]: bytes / 1e6 } }
}
