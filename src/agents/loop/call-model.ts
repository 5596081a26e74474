import { ModelError, type ModelEvent, type ModelTurn } from '#llm'
import { type EventDraft, type Finish, type ModelPart, rootOf } from '#protocol'
import { type AgentEvent, RecordRefused, RunAborted, type RunContext, type RunOutcome } from '../agent.ts'
import type { Prompt } from '../context/assemble.ts'
import { errorWords } from '../error-words.ts'
import { type Attempt, discard, guessed, outputReserve, partial, reasonOf, settled } from './attempts.ts'
import { placeOf } from './place.ts'
import { answeredCalls } from './turns.ts'

export type Called =
  | { readonly ok: true; readonly parts: readonly ModelPart[]; readonly finish: Finish }
  | { readonly ok: false; readonly outcome: RunOutcome }

/** Writes after a turn what follows from it at once, in the same append. */
export type AfterTurn = (parts: readonly ModelPart[], turn: number) => readonly EventDraft[]

/** The try that is under way, and what it has said so far. */
interface Progress {
  open: Attempt
  text: string
}

/** One model call: reserve, request, stream, settle. Every attempt leaves its own usage in the log. */
export async function* callModel(
  context: RunContext,
  prompt: Prompt,
  after: AfterTurn,
): AsyncGenerator<AgentEvent, Called> {
  const open = nextAttempt(context, prompt)
  const refusal = yield* request(context, open, [manifest(context, prompt, open.call)])
  if (refusal) return { ok: false, outcome: refusal }
  const began = context.now()
  const progress: Progress = { open, text: '' }
  const stream = streamOf(context, prompt)
  try {
    for (;;) {
      const step = await stream.next()
      if (step.done) return yield* finished(context, progress.open, step.value, { began, after })
      const ended = yield* pass(context, progress, step.value)
      if (ended) return { ok: false, outcome: ended }
    }
  } catch (error) {
    if (error instanceof RecordRefused) throw error
    return yield* broken(context, progress.open, error, progress.text)
  } finally {
    await stream.return(undefined as never)
  }
}

/** The model's stream. A model that throws before it streams ends like one that throws in the middle. */
async function* streamOf(context: RunContext, prompt: Prompt): AsyncGenerator<ModelEvent, ModelTurn> {
  return yield* context.model.stream(prompt.request, {
    signal: context.signal,
    newCallId: () => context.newId('call'),
  })
}

/** Calls are counted by their answers, tries of one call on top: a resumed run goes on counting. */
function nextAttempt(context: RunContext, prompt: Prompt): Attempt {
  const call = answeredCalls(context.view, context.runId) + 1
  const last = context.view.runs.get(context.runId)?.lastTry
  const attempt = last?.call === call ? last.attempt + 1 : 1
  const estimate = context.calibrated(prompt.tokens)
  return { call, attempt, estimate, reserve: estimate + outputReserve, raw: prompt.tokens }
}

/** Shows a delta; books a try that failed and opens the next. An outcome ends the run. */
async function* pass(
  context: RunContext,
  progress: Progress,
  event: ModelEvent,
): AsyncGenerator<AgentEvent, RunOutcome | undefined> {
  switch (event.type) {
    case 'attempt-discarded':
      yield {
        kind: 'signal',
        signal: { type: 'discarded', call: progress.open.call, why: event.attempt.error.message },
      }
      yield discard(context, progress.open, event.attempt)
      progress.text = ''
      return undefined
    case 'attempt-start':
      progress.open = { ...progress.open, attempt: progress.open.attempt + 1 }
      return yield* request(context, progress.open, [])
    default:
      if (event.type === 'text-delta') progress.text += event.text
      yield { kind: 'signal', signal: signalOf(event, progress.open.call) }
      return undefined
  }
}

function manifest(context: RunContext, prompt: Prompt, call: number): EventDraft {
  const { included, excluded, tokens } = prompt
  const payload = { runId: context.runId, call, included, excluded, totalTokens: tokens }
  return { type: 'context.assembled', ...placeOf(context), payload }
}

/** Reserves on the root task and announces the call, in one append. Refused: the outcome the run ends with. */
async function* request(
  context: RunContext,
  { call, attempt, estimate, reserve }: Attempt,
  before: readonly EventDraft[],
): AsyncGenerator<AgentEvent, RunOutcome | undefined> {
  const { runId, model } = context
  const taskId = rootOf(context.view, context.taskId)
  try {
    yield {
      kind: 'record',
      drafts: [
        ...before,
        { type: 'budget.reserved', ...placeOf(context), payload: { taskId, runId, tokens: reserve } },
        {
          type: 'model.requested',
          ...placeOf(context),
          payload: { runId, call, attempt, model: model.name, estimate, reserve },
        },
      ],
    }
    return undefined
  } catch (error) {
    if (!(error instanceof RecordRefused) || error.refusal.reason !== 'budget') throw error
    const ledger = context.view.ledgers.get(taskId)
    yield {
      kind: 'record',
      drafts: [
        {
          type: 'budget.exhausted',
          ...placeOf(context),
          reason: error.message,
          payload: { taskId, runId, limit: ledger?.limit ?? 0, used: ledger?.used ?? 0, wanted: reserve },
        },
      ],
    }
    return { status: 'failed', error: { code: 'budget', message: error.message }, budgetExhausted: true }
  }
}

async function* finished(
  context: RunContext,
  open: Attempt,
  turn: ModelTurn,
  { began, after }: { readonly began: number; readonly after: AfterTurn },
): AsyncGenerator<AgentEvent, Called> {
  const { parts, finish, usage } = turn
  context.calibrate(open.raw, usage)
  const { runId } = context
  const { call, attempt } = open
  const latencyMs = context.now() - began
  const raw = turn.rawFinish === undefined ? {} : { rawFinish: turn.rawFinish }
  yield {
    kind: 'record',
    drafts: [
      {
        type: 'model.completed',
        ...placeOf(context),
        payload: { runId, call, attempt, model: turn.model, parts, finish, ...raw, usage, latencyMs },
      },
      settled(context, open, usage),
      ...after(parts, call),
    ],
  }
  return { ok: true, parts, finish }
}

/** The process is going down: the call is made again when it is back, so what it said so far is no message. */
function goesOn({ reason }: AbortSignal): boolean {
  return reason instanceof RunAborted && reason.code === 'shutdown'
}

/** The call gave no turn: aborted, or every attempt failed. What had arrived is kept and marked. */
async function* broken(
  context: RunContext,
  open: Attempt,
  error: unknown,
  text: string,
): AsyncGenerator<AgentEvent, Called> {
  const { runId, model } = context
  const { call, attempt } = open
  const known = error instanceof ModelError ? error : undefined
  const usage = known?.attempts.at(-1)?.usage ?? guessed(context, open, text)
  const aborted = context.signal.aborted
  const message = errorWords(error)
  const body = { runId, call, attempt, model: model.name, usage }
  const end: EventDraft = aborted
    ? {
        type: 'model.discarded',
        ...placeOf(context),
        reason: reasonOf(context.signal),
        payload: { ...body, ...(text === '' ? {} : { text }) },
      }
    : {
        type: 'model.failed',
        ...placeOf(context),
        payload: { ...body, error: { code: known?.code ?? 'unknown', message } },
      }
  yield {
    kind: 'record',
    drafts: [end, settled(context, open, usage), ...(goesOn(context.signal) ? [] : partial(context, text))],
  }
  if (aborted) throw context.signal.reason
  const failure = {
    code: known ? `model_${known.code}` : 'model_unknown',
    message: `${model.name}: ${message}`,
  }
  return {
    ok: false,
    outcome: { status: 'failed', error: failure, ...(text === '' ? {} : { answer: text }) },
  }
}

type Streamed = Exclude<ModelEvent, { readonly type: 'attempt-discarded' | 'attempt-start' }>

function signalOf(event: Streamed, call: number): Extract<AgentEvent, { kind: 'signal' }>['signal'] {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'call-start':
      return { ...event, call }
    case 'call-delta':
      return event
    case 'warning':
      return { type: 'warning', text: event.message }
    default:
      return event satisfies never
  }
}
