import type { EventDraft, Question, ToolCall } from '#protocol'
import type { AgentEvent, RunContext } from '../agent.ts'
import { type AnyTool, isLogTool } from '../log-tool.ts'
import type { Tool, ToolOutcome } from '../tool.ts'
import { ask } from './ask.ts'
import { completed, failed, resultOf } from './execute.ts'
import { readOutcome } from './outcome.ts'
import { placeOf } from './place.ts'

/**
 * A call that was started by a process that is gone. Pure and idempotent calls run again under the same key; a
 * reconcilable one is asked what became of it; for an unsafe one the user says whether it happened. True when the
 * call is to be run now.
 */
export async function* settleUnknown(
  context: RunContext,
  call: ToolCall,
  tool: AnyTool,
): AsyncGenerator<AgentEvent, boolean> {
  if (isLogTool(tool) || tool.effect === 'pure' || tool.effect === 'idempotent') return true
  const fate = tool.effect === 'reconcilable' ? await fateOf(context, call, tool) : 'unsaid'
  if (fate === 'unsaid') return yield* askUser(context, call)
  if (fate === 'never') return true
  const result = await resultOf(context, call, fate)
  const reason = 'found to have happened before the process ended'
  yield completed(context, call, result, { latencyMs: 0, reason })
  return false
}

/** What the tool says became of the call. One that throws, or takes longer than a call may, has not said. */
async function fateOf(
  { signal, after }: RunContext,
  { key }: ToolCall,
  tool: Tool,
): Promise<ToolOutcome | 'never' | 'unsaid'> {
  if (!tool.reconcile) return 'unsaid'
  const { promise: unsaid, resolve, reject } = Promise.withResolvers<'unsaid'>()
  const stop = (): void => reject(signal.reason)
  const cancel = after(tool.timeoutMs, () => resolve('unsaid'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([said(tool, key), unsaid])
  } finally {
    cancel()
    signal.removeEventListener('abort', stop)
  }
}

async function said(tool: Tool, key: string): Promise<ToolOutcome | 'never' | 'unsaid'> {
  try {
    const found = await tool.reconcile?.(key)
    return found === undefined ? 'never' : readOutcome(found)
  } catch {
    // Whatever went wrong there, nobody knows yet whether the call took effect: the user is asked.
    return 'unsaid'
  }
}

const choices = [
  { value: 'happened', label: 'It happened: go on' },
  { value: 'again', label: 'It did not: run it again' },
  { value: 'give-up', label: 'Give this call up' },
]

async function* askUser(context: RunContext, call: ToolCall): AsyncGenerator<AgentEvent, boolean> {
  const fresh = call.status === 'started'
  const reason = 'the process ended while it ran; nobody knows whether it took effect'
  const lost: EventDraft = {
    type: 'tool.unknown',
    ...placeOf(context),
    reason,
    payload: { runId: context.runId, callId: call.callId },
  }
  const question = yield* ask(
    context,
    {
      about: 'unknown-effect',
      callId: call.callId,
      text: `${call.tool} was running when the process ended. Did it happen? Arguments: ${JSON.stringify(call.arguments)}`,
      choices,
      fallback: 'give-up',
    },
    { fresh, before: fresh ? [lost] : [] },
  )
  return yield* act(context, call, question)
}

async function* act(
  context: RunContext,
  call: ToolCall,
  question: Question,
): AsyncGenerator<AgentEvent, boolean> {
  const prevEvents = question.answeredBy ? [question.answeredBy] : []
  const place = { ...placeOf(context), prevEvents }
  const ids = { runId: context.runId, callId: call.callId }
  if (question.answer === 'again') {
    yield { kind: 'record', durable: true, drafts: [{ type: 'tool.started', ...place, payload: ids }] }
    return true
  }
  if (question.answer === 'happened') {
    const text = 'The user confirms that this call took effect. Its output was lost.'
    yield {
      kind: 'record',
      drafts: [{ type: 'tool.completed', ...place, payload: { ...ids, result: { text }, latencyMs: 0 } }],
    }
  } else
    yield failed(context, call, {
      code: 'unknown_outcome',
      message: `${call.tool}: nobody knows whether it took effect; it was given up`,
    })
  return false
}
