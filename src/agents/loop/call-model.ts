import { type EventDraft, type Finish, type ModelPart, rootOf, totalTokens, type Usage } from '#protocol'
import { type AttemptRecord, ModelError, type ModelEvent, type ModelTurn } from '#llm'
import { type AgentEvent, RecordRefused, type RunContext, type RunOutcome } from '../agent.ts'
import type { Prompt } from '../context/assemble.ts'
import { placeOf } from './place.ts'
import { answeredCalls } from './turns.ts'

/** Tokens set aside for the answer when the agent's limits say nothing sharper. */
export const outputReserve = 1_024

export type Called =
  | { readonly ok: true; readonly parts: readonly ModelPart[]; readonly finish: Finish }
  | { readonly ok: false; readonly outcome: RunOutcome }

/** Writes after a turn what follows from it at once, in the same append. */
export type AfterTurn = (parts: readonly ModelPart[], turn: number) => readonly EventDraft[]

interface Attempt {
  readonly call: number
  readonly attempt: number
  readonly reserve: number
  readonly estimate: number
  /** The estimate before correction: what the gauge learns against. */
  readonly raw: number
}

/** One model call: reserve, request, stream, settle. Every attempt leaves its own usage in the log. */
export async function* callModel(context: RunContext, prompt: Prompt, after: AfterTurn): AsyncGenerator<AgentEvent, Called> {
  const call = answeredCalls(context.view, context.runId) + 1
  const last = context.view.runs.get(context.runId)?.lastTry
  const first = last?.call === call ? last.attempt + 1 : 1
  const estimate = context.calibrated(prompt.tokens)
  let open: Attempt = { call, attempt: first, estimate, reserve: estimate + outputReserve, raw: prompt.tokens }
  const refusedBy = yield* request(context, open, [manifest(context, prompt, call)])
  if (refusedBy) return { ok: false, outcome: refusedBy }
  const began = context.now()
  const stream = context.model.stream(prompt.request, { signal: context.signal, newCallId: () => context.newId('call') })
  let text = ''
  try {
    for (;;) {
      const step = await stream.next()
      if (step.done) return yield* finished(context, open, step.value, { began, after })
      const event = step.value
      if (event.type === 'attempt-discarded') {
        yield discard(context, open, event.attempt)
        text = ''
      } else if (event.type === 'attempt-start') {
        open = { ...open, attempt: first - 1 + event.attempt }
        const refusal = yield* request(context, open, [])
        if (refusal) return { ok: false, outcome: refusal }
      } else {
        if (event.type === 'text-delta') text += event.text
        yield { kind: 'signal', signal: signalOf(event, call) }
      }
    }
  } catch (error) {
    if (error instanceof RecordRefused) throw error
    return yield* broken(context, open, error, text)
  } finally {
    await stream.return(undefined as never)
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
        { type: 'model.requested', ...placeOf(context), payload: { runId, call, attempt, model: model.name, estimate, reserve } },
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

/** Tokens an attempt is charged: what was reported, else our estimate of what went in. */
function charged(usage: Usage, estimate: number): number {
  const { freshInput, cacheRead, cacheWrite, output } = usage
  if (freshInput === null && output === null) return estimate
  return (freshInput ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0) + (output ?? 0)
}

function settled(context: RunContext, { reserve, estimate }: Pick<Attempt, 'reserve' | 'estimate'>, usage: Usage): EventDraft {
  const taskId = rootOf(context.view, context.taskId)
  const payload = { taskId, runId: context.runId, reserved: reserve, tokens: charged(usage, estimate) }
  return { type: 'budget.settled', ...placeOf(context), payload }
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

function discard(context: RunContext, open: Attempt, record: AttemptRecord): AgentEvent {
  const { runId, model } = context
  const { call, attempt } = open
  const text = record.text === '' ? {} : { text: record.text }
  return {
    kind: 'record',
    drafts: [
      {
        type: 'model.failed',
        ...placeOf(context),
        reason: 'tried again',
        payload: { runId, call, attempt, model: model.name, error: record.error, usage: record.usage, ...text },
      },
      settled(context, open, record.usage),
    ],
  }
}

/** An estimate of an attempt that reported nothing. */
function guessed(context: RunContext, open: Pick<Attempt, 'estimate'>, text: string): Usage {
  const output = text === '' ? 0 : context.tokens(text)
  return { freshInput: open.estimate, cacheRead: null, cacheWrite: null, output, reasoning: null, source: 'estimated' }
}

/** The call gave no turn: aborted, or every attempt failed. What had arrived is kept and marked. */
async function* broken(context: RunContext, open: Attempt, error: unknown, text: string): AsyncGenerator<AgentEvent, Called> {
  const { runId, model } = context
  const { call, attempt } = open
  const known = error instanceof ModelError ? error : undefined
  const usage = known?.attempts.at(-1)?.usage ?? guessed(context, open, text)
  const aborted = context.signal.aborted
  const message = error instanceof Error ? error.message : String(error)
  const body = { runId, call, attempt, model: model.name, usage }
  const end: EventDraft = aborted
    ? { type: 'model.discarded', ...placeOf(context), reason: reasonOf(context.signal), payload: { ...body, ...(text === '' ? {} : { text }) } }
    : { type: 'model.failed', ...placeOf(context), payload: { ...body, error: { code: known?.code ?? 'unknown', message } } }
  yield { kind: 'record', drafts: [end, settled(context, open, usage), ...partial(context, text)] }
  if (aborted) throw context.signal.reason
  const failure = { code: known ? `model_${known.code}` : 'model_unknown', message: `${model.name}: ${message}` }
  return { ok: false, outcome: { status: 'failed', error: failure, ...(text === '' ? {} : { answer: text }) } }
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : String(signal.reason)
}

/** What a broken stream had said, as one message that says it is partial. */
function partial(context: RunContext, text: string): EventDraft[] {
  if (text.trim() === '') return []
  const round = context.view.tasks.get(context.taskId)?.round ?? 1
  const visibility = context.taskId === context.rootTaskId ? 'user' : 'internal'
  const reason = context.signal.aborted ? reasonOf(context.signal) : 'the model stream broke'
  return [
    {
      type: 'message.posted',
      ...placeOf(context),
      reason,
      visibility,
      payload: {
        messageId: context.newId('message'),
        agentId: context.agent.id,
        role: 'agent',
        contentType: 'text',
        payload: { text },
        visibility,
        references: [],
        round,
        partial: true,
      },
    },
  ]
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

/** Tokens this run has used so far. */
export function spent(context: RunContext): number {
  const usage = context.view.runs.get(context.runId)?.usage
  return usage ? totalTokens(usage) : 0
}

/** What a crashed process left open: the call is void, its input is charged as estimated. */
export function abandonOpenCall(context: RunContext): AgentEvent | undefined {
  const open = context.view.runs.get(context.runId)?.openCall
  if (!open) return undefined
  const usage = guessed(context, open, '')
  const { call, attempt, model } = open
  return {
    kind: 'record',
    drafts: [
      {
        type: 'model.discarded',
        ...placeOf(context),
        reason: 'the process ended before the answer arrived',
        payload: { runId: context.runId, call, attempt, model, usage: { ...usage, output: null } },
      },
      settled(context, open, usage),
    ],
  }
}
