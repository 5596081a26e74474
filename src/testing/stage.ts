import type { TeamSpec } from '#agents'
import { type Script, type ScriptedModel, type ScriptedStep, scriptedModel } from '#llm'
import type { SessionEvent, Task } from '#protocol'
import { type ModelSource, openRuntime, type Runtime, type SessionHandle } from '#runtime'
import { memoryStore, type Store } from '#store'
import { type FakeClock, fakeClock } from './fake-clock.ts'

/** A session of a team on a scripted model and a clock that stands still. */
export interface Stage {
  readonly session: SessionHandle
  readonly runtime: Runtime
  readonly clock: FakeClock
  readonly model: ScriptedModel
  /** Everything written so far. */
  readonly events: readonly SessionEvent[]
  /** Posts a request and waits until its task has ended. */
  ask(text: string): Promise<Task>
}

export interface StageOptions {
  readonly store?: Store
  readonly clock?: FakeClock
  /** Opens models by name; by default every name is the one scripted model. */
  readonly models?: ModelSource
}

/** Opens a stage for a test: the memory store, the script as the model of every agent. */
export async function stage(team: TeamSpec, script: readonly ScriptedStep[] | Script, options: StageOptions = {}): Promise<Stage> {
  const clock = options.clock ?? fakeClock()
  const model = scriptedModel(script)
  const runtime = openRuntime({
    store: options.store ?? memoryStore(),
    models: options.models ?? (async () => model),
    teams: [team],
    clock,
  })
  const session = await runtime.create()
  const events: SessionEvent[] = []
  session.watch((item) => {
    if (item.kind === 'event') events.push(item.event)
  })
  return {
    session,
    runtime,
    clock,
    model,
    events,
    async ask(text) {
      const { taskId } = await session.post(text)
      return session.settled(taskId)
    },
  }
}
