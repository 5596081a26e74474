import type { EventOf } from '../event.ts'
import type { toolEvents } from '../events/tool.ts'
import type { CallId } from '../ids.ts'
import type { CallMove } from '../states.ts'
import type { ToolCall } from '../view.ts'
import { type DraftView, moved, putRun, type Reducers } from './draft-view.ts'

function moveCall(view: DraftView, callId: CallId, move: CallMove, change: Partial<ToolCall>): void {
  const call = view.calls.get(callId)
  if (!call) return
  const status = moved('call', call.status, move)
  if (status !== call.status) view.calls.set(callId, { ...call, ...change, status })
}

/** A call the gate refused before it was ever requested still gets a row: each call has exactly one outcome. */
function refuse(view: DraftView, event: EventOf<'tool.refused'>): void {
  const { callId, runId, tool, turn, error } = event.payload
  if (view.calls.has(callId)) {
    moveCall(view, callId, 'refuse', { error, endedBy: event.eventId })
    return
  }
  view.calls.set(callId, {
    callId,
    runId,
    turn,
    tool,
    arguments: null,
    key: callId,
    effect: 'pure',
    status: 'refused',
    requestedBy: event.eventId,
    endedBy: event.eventId,
    error,
  })
}

function decide(
  view: DraftView,
  event: EventOf<'approval.granted'> | EventOf<'approval.denied'> | EventOf<'approval.expired'>,
  move: 'grant' | 'deny' | 'expire',
): void {
  const approval = view.approvals.get(event.payload.approvalId)
  if (!approval) return
  const status = moved('approval', approval.status, move)
  if (status === approval.status) return
  view.openHolds.delete(approval.approvalId)
  view.approvals.set(approval.approvalId, {
    ...approval,
    ...('scope' in event.payload ? { scope: event.payload.scope } : {}),
    status,
    decidedBy: event.eventId,
    decidedAt: event.at,
    decider: event.actor.id,
  })
}

/** A question that nobody answered in time takes its fallback. */
function close(
  view: DraftView,
  event: EventOf<'question.answered'> | EventOf<'question.expired'>,
  move: 'answer' | 'expire',
): void {
  const question = view.questions.get(event.payload.questionId)
  if (!question) return
  const answer = 'answer' in event.payload ? event.payload.answer : question.fallback
  const status = moved('question', question.status, move)
  if (status === question.status) return
  view.openHolds.delete(question.questionId)
  view.questions.set(question.questionId, {
    ...question,
    status,
    answer,
    answeredBy: event.eventId,
  })
}

export const foldTool: Reducers<typeof toolEvents> = {
  'tool.requested': (view, event) => {
    const { payload } = event
    if (view.calls.has(payload.callId)) return
    const { callId, runId, turn, tool, key, effect } = payload
    view.calls.set(callId, {
      callId,
      runId,
      turn,
      tool,
      arguments: payload.arguments,
      key,
      effect,
      status: 'requested',
      requestedBy: event.eventId,
    })
    putRun(view, runId, (run) => ({ ...run, toolCalls: run.toolCalls + 1 }))
  },
  'tool.started': (view, event) =>
    moveCall(view, event.payload.callId, 'start', { startedBy: event.eventId }),
  'tool.completed': (view, event) => {
    const { callId, result, latencyMs } = event.payload
    moveCall(view, callId, 'complete', { result, latencyMs, endedBy: event.eventId })
  },
  'tool.failed': (view, event) => {
    const { callId, error, latencyMs } = event.payload
    moveCall(view, callId, 'fail', { error, latencyMs, endedBy: event.eventId })
  },
  'tool.refused': refuse,
  'tool.unknown': (view, event) => moveCall(view, event.payload.callId, 'lose', {}),
  'approval.requested': (view, event) => {
    const { payload } = event
    if (view.approvals.has(payload.approvalId)) return
    view.approvals.set(payload.approvalId, {
      ...payload,
      status: 'pending',
      taskId: event.taskId,
      requestedBy: event.eventId,
      scope: undefined,
      decidedBy: undefined,
      decidedAt: undefined,
      decider: undefined,
    })
    view.openHolds.add(payload.approvalId)
    moveCall(view, payload.callId, 'hold', {})
  },
  'approval.granted': (view, event) => decide(view, event, 'grant'),
  'approval.denied': (view, event) => decide(view, event, 'deny'),
  'approval.expired': (view, event) => decide(view, event, 'expire'),
  'question.asked': (view, event) => {
    if (view.questions.has(event.payload.questionId)) return
    view.openHolds.add(event.payload.questionId)
    view.questions.set(event.payload.questionId, {
      ...event.payload,
      status: 'open',
      taskId: event.taskId,
      askedBy: event.eventId,
      answer: undefined,
      answeredBy: undefined,
    })
  },
  'question.answered': (view, event) => close(view, event, 'answer'),
  'question.expired': (view, event) => close(view, event, 'expire'),
  'file.changed': () => undefined,
  'artifact.stored': () => undefined,
}
