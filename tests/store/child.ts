import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Starts a script beside this file, under the same Node and the same conditions. */
export function startChild(script: string, ...args: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const flags = ['--conditions=loggia-source', '--disable-warning=ExperimentalWarning']
  return spawn(process.execPath, [...flags, path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** The child's lines until it ends. */
export async function* linesOf(child: ChildProcess): AsyncGenerator<string> {
  if (child.stdout) yield* createInterface({ input: child.stdout })
}

/** Ends it as a power cut would, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await gone
  }
}
