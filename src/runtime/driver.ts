import {
  type AgentEvent,
  errorWords,
  type PlanStep,
  RecordRefused,
  RunAborted,
  type RunOutcome,
} from '#agents'
import { isFinal, type Run, type RunId } from '#protocol'
import { conclude } from './conclude.ts'
import type { OpenModel } from './models.ts'
import { runContext } from './run-context.ts'
import type { Workshop } from './workshop.ts'

/** How long a run may take to notice that it was stopped; then it is left behind, and what it still says is refused. */
const graceMs = 5_000

/** A run that is being driven. */
export interface Drive {
  readonly runId: RunId
  /** Ends the run's work: the signal reaches model sockets and tools at once. */
  abort(why: RunAborted): void
  /** Resolves when the run's generator has ended, or was left behind. Never rejects. */
  readonly done: Promise<void>
}

/** Drives one run: passes what its agent yields to the log, and refusals back to the agent. */
export function drive(shop: Workshop, runId: RunId, plan?: readonly PlanStep[]): Drive {
  const controller = new AbortController()
  const left = Promise.withResolvers<void>()
  const done = Promise.race([work(shop, runId, controller.signal, plan), left.promise])
  return {
    runId,
    done,
    abort(why) {
      if (controller.signal.aborted) return
      controller.abort(why)
      const cancel = shop.clock.after(graceMs, left.resolve)
      void done.then(cancel)
    },
  }
}

async function work(
  shop: Workshop,
  runId: RunId,
  signal: AbortSignal,
  plan: readonly PlanStep[] | undefined,
): Promise<void> {
  try {
    await steps(shop, runId, signal, plan)
  } catch (error) {
    fail(shop, runId, error)
  }
}

async function steps(
  shop: Workshop,
  runId: RunId,
  signal: AbortSignal,
  plan: readonly PlanStep[] | undefined,
): Promise<void> {
  const { log } = shop
  const run = log.view.runs.get(runId)
  const spec = run && shop.team.agents.get(run.agentId)
  if (!run) return
  if (!spec) return conclude(shop, run, noSuchAgent(run.agentId))
  const choice = { model: spec.model ?? shop.team.model, fallbacks: spec.fallbackModels }
  let model: OpenModel
  try {
    model = shop.models.known(choice) ?? (await shop.models.open(choice))
  } catch (error) {
    const message = errorWords(error)
    return conclude(shop, run, { status: 'failed', error: { code: 'model_unavailable', message } })
  }
  const agent = shop.agents.known(run.agentId) ?? (await shop.agents.build(run.agentId))
  signal.throwIfAborted()
  if (!begin(shop, runId)) return
  const context = runContext(shop, { run, spec, model, signal, plan })
  const source = agent.run(context)[Symbol.asyncIterator]()
  let step: Step = () => source.next()
  for (;;) {
    const { done, value } = await step()
    if (done) return
    if (value.kind === 'finish') {
      conclude(shop, run, value.outcome)
      await source.return?.()
      return
    }
    step = pass(shop, source, value, run)
  }
}

type Source = AsyncIterator<AgentEvent>
type Step = () => Promise<IteratorResult<AgentEvent>>

/** Writes or shows what the agent yielded. Gives back how to go on: with the next step, or with the refusal thrown. */
function pass(
  shop: Workshop,
  source: Source,
  event: Exclude<AgentEvent, { kind: 'finish' }>,
  run: Run,
): Step {
  const { log } = shop
  const goOn: Step = () => source.next()
  if (event.kind === 'signal') {
    const { runId, taskId, agentId } = run
    if (log.isWatched) log.signal({ kind: 'signal', runId, taskId, agentId, signal: event.signal })
    return goOn
  }
  const written = log.record(event.drafts)
  if (written.ok) return event.durable ? () => written.durable.then(goOn) : goOn
  const refused = new RecordRefused(written.refusal)
  return () => (source.throw ? source.throw(refused) : Promise.reject(refused))
}

/** Moves a reserved run and its pending task to running. False when it may not start any more. */
function begin(shop: Workshop, runId: RunId): boolean {
  const { log } = shop
  const run = log.view.runs.get(runId)
  if (!run || isFinal(run.status)) return false
  if (run.status !== 'reserved') return true
  const { taskId, agentId, attempt } = run
  const place = { actor: { kind: 'agent', id: agentId } as const, taskId, runId }
  const started = log.record([
    { type: 'run.started', ...place, payload: { runId, taskId, agentId, attempt } },
    { type: 'task.started', ...place, payload: { taskId } },
  ])
  return started.ok
}

function noSuchAgent(agentId: string): RunOutcome {
  const message = `the team has no agent ${agentId}; it was there when the task was given`
  return { status: 'failed', error: { code: 'unknown_agent', message } }
}

/** An agent that threw: stopped and shut down runs end silently, anything else is a fault of ours and is recorded. */
function fail(shop: Workshop, runId: RunId, error: unknown): void {
  const run = shop.log.view.runs.get(runId)
  if (!run || isFinal(run.status) || error instanceof RunAborted) return
  const message = errorWords(error)
  shop.report.warn('a run ended with an error of ours', { runId, message })
  try {
    conclude(shop, run, { status: 'failed', error: { code: 'internal', message } })
  } catch (broken) {
    // The log itself is broken: its own waiters and the caller of `durable` have been told.
    shop.report.warn('the end of a run could not be written', { runId, message: errorWords(broken) })
  }
}
