import assert from 'node:assert/strict'
import type { TeamSpec } from '#agents'
import { type Script, type ScriptedModel, type ScriptedStep, scriptedModel } from '#llm'
import { emptyView, fold, type SessionEvent, type Task, viewDigestInput } from '#protocol'
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
export async function stage(
  team: TeamSpec,
  script: readonly ScriptedStep[] | Script,
  options: StageOptions = {},
): Promise<Stage> {
  const clock = options.clock ?? fakeClock()
  const store = options.store ?? memoryStore()
  const model = scriptedModel(script)
  const runtime = openRuntime({
    store,
    models: options.models ?? (async () => model),
    teams: [team],
    clock,
  })
  const session = compared(await runtime.create(), store)
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

/**
 * The live-versus-replay comparer: whenever the session comes to rest, the view it works with must equal the view
 * folded anew from what was stored.
 */
export function compared(session: SessionHandle, store: Store): SessionHandle {
  const compare = async (): Promise<void> => {
    await session.drained()
    const seq = session.view.seq
    const live = viewDigestInput(session.view)
    const replayed = emptyView()
    for await (const event of store.events.read(session.sessionId, 0))
      if (event.seq <= seq) fold(replayed, event)
    if (session.view.seq === seq) assert.equal(viewDigestInput(replayed), live, 'live and replay differ')
  }
  return {
    ...session,
    view: session.view,
    async settled(taskId) {
      const task = await session.settled(taskId)
      await compare()
      return task
    },
    async rest() {
      const rest = await session.rest()
      await compare()
      return rest
    },
  }
}
