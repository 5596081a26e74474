import type { EventDraft, Question, ToolCall } from '#protocol'
import type { AgentEvent, RunContext } from '../agent.ts'
import { type AnyTool, isLogTool } from '../log-tool.ts'
import { ask } from './ask.ts'
import { completed, failed, resultOf } from './execute.ts'
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
  if (tool.effect === 'reconcilable' && tool.reconcile) {
    const found = await tool.reconcile(call.key)
    if (!found) return true
    const result = await resultOf(context, call, found)
    const reason = 'found to have happened before the process ended'
    yield completed(context, call, result, { latencyMs: 0, reason })
    return false
  }
  return yield* askUser(context, call)
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
