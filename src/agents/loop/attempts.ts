import type { AttemptRecord } from '#llm'
import { type EventDraft, rootOf, totalTokens, type Usage } from '#protocol'
import type { AgentEvent, RunContext } from '../agent.ts'
import { placeOf } from './place.ts'

/** Tokens set aside for the answer when the agent's limits say nothing sharper. */
export const outputReserve = 1_024

/** One try of one model call, while it is open. */
export interface Attempt {
  readonly call: number
  readonly attempt: number
  readonly reserve: number
  readonly estimate: number
  /** The estimate before correction: what the gauge learns against. */
  readonly raw: number
}

/** Tokens an attempt is charged: what was reported, else our estimate of what went in. */
function charged(usage: Usage, estimate: number): number {
  const { freshInput, cacheRead, cacheWrite, output } = usage
  if (freshInput === null && output === null) return estimate
  return (freshInput ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0) + (output ?? 0)
}

/** Gives back what was reserved and books what was used. */
export function settled(
  context: RunContext,
  { reserve, estimate }: Pick<Attempt, 'reserve' | 'estimate'>,
  usage: Usage,
): EventDraft {
  const taskId = rootOf(context.view, context.taskId)
  const payload = { taskId, runId: context.runId, reserved: reserve, tokens: charged(usage, estimate) }
  return { type: 'budget.settled', ...placeOf(context), payload }
}

/** A try that failed and is followed by another. */
export function discard(context: RunContext, open: Attempt, record: AttemptRecord): AgentEvent {
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
        payload: {
          runId,
          call,
          attempt,
          model: model.name,
          error: record.error,
          usage: record.usage,
          ...text,
        },
      },
      settled(context, open, record.usage),
    ],
  }
}

/** An estimate of an attempt that reported nothing. */
export function guessed(context: RunContext, open: Pick<Attempt, 'estimate'>, text: string): Usage {
  const output = text === '' ? 0 : context.tokens(text)
  return {
    freshInput: open.estimate,
    cacheRead: null,
    cacheWrite: null,
    output,
    reasoning: null,
    source: 'estimated',
  }
}

/** Why a run was aborted, in words. */
export function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : String(signal.reason)
}

/** What a broken stream had said, as one message that says it is partial. */
export function partial(context: RunContext, text: string): EventDraft[] {
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
