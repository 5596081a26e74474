import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Batch, Scenario } from './rows.ts'
import type { Told } from './subject.ts'

/** A subject in its process. Idle between orders, so that one process works at a time. */
export interface Child {
  readonly name: string
  readonly can: readonly Scenario[]
  readonly notes: { readonly [Name in Scenario]?: string }
  batch(scenario: Scenario): Promise<Batch>
  stop(): Promise<void>
}

/** Starts the module as a subject. Rejects with what it printed when it ends before it is ready. */
export async function startChild(name: string, file: string, execArgv: readonly string[]): Promise<Child> {
  const child = fork(file, { execArgv: [...execArgv], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let printed = ''
  child.stderr?.on('data', (text: Buffer) => {
    printed = (printed + text.toString()).slice(-4_000)
  })
  const ready = await answer(child, () => printed)
  if (ready.type !== 'ready') throw new Error(`${name} answered before it was ready`)
  return {
    name,
    can: ready.can,
    notes: ready.notes ?? {},
    async batch(scenario) {
      child.send(scenario)
      const told = await answer(child, () => printed)
      if (told.type === 'batch') return told.batch
      throw new Error(`${name}, ${scenario}: ${told.type === 'error' ? told.why : told.type}`)
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function answer(child: ChildProcess, printed: () => string): Promise<Told> {
  const { promise, resolve, reject } = Promise.withResolvers<Told>()
  const hear = (told: Told): void => resolve(told)
  const end = (code: number | null): void => reject(new Error(`ended with ${code}: ${printed().trim()}`))
  child.once('message', hear).once('exit', end)
  try {
    return await promise
  } finally {
    child.off('message', hear).off('exit', end)
  }
}
