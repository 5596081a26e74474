import type { Refusal } from '../command.ts'
import type { DraftOf } from '../event.ts'
import type { toolEvents } from '../events/tool.ts'
import type { CallId } from '../ids.ts'
import { isFinal } from '../states.ts'
import {
  type Docket,
  firstOf,
  free,
  mayWork,
  type Rules,
  refusal,
  stateIn,
  tryCreate,
  tryMove,
} from './docket.ts'

/** A held call starts only when its own approval was granted. */
function released(docket: Docket, callId: CallId): Refusal | undefined {
  if (stateIn(docket, 'call', callId) !== 'held') return undefined
  for (const approval of docket.view.approvals.values())
    if (approval.callId === callId && stateIn(docket, 'approval', approval.approvalId) === 'granted')
      return undefined
  return refusal('not-approved', `call ${callId} waits for an approval; nothing else can start it`, callId)
}

function runMayAct(
  docket: Docket,
  draft: DraftOf<'tool.started'> | DraftOf<'tool.requested'>,
): Refusal | undefined {
  const { runId } = draft.payload
  const state = stateIn(docket, 'run', runId)
  if (state === undefined) return refusal('unknown', `there is no run ${runId}`, runId)
  if (isFinal(state))
    return refusal('ancestor-ended', `run ${runId} is ${state}; it starts nothing more`, runId)
  const taskId = docket.view.runs.get(runId)?.taskId ?? draft.taskId
  return taskId ? mayWork(docket, taskId) : undefined
}

type Decided = DraftOf<'approval.granted'> | DraftOf<'approval.denied'> | DraftOf<'approval.expired'>

/** One final decision per request, on exactly what was asked. Agents and tools cannot decide. */
function decideOnce(docket: Docket, draft: Decided, move: 'grant' | 'deny' | 'expire'): Refusal | undefined {
  const { approvalId, digest } = draft.payload
  const asked = docket.view.approvals.get(approvalId)
  if (!asked) return refusal('unknown', `there is no approval ${approvalId}`, approvalId)
  if (draft.actor.kind === 'agent' || draft.actor.kind === 'tool')
    return refusal('not-allowed', 'only a person or the clock can decide an approval', approvalId)
  if (asked.status !== 'pending') {
    const by = `${asked.decider ?? 'unknown'} at ${asked.decidedAt ?? 'an unknown time'}`
    return refusal('already-decided', `approval ${approvalId} was ${asked.status} by ${by}`, approvalId)
  }
  if (asked.digest !== digest)
    return refusal(
      'digest-mismatch',
      'what was shown is not what would run; look at the request again',
      approvalId,
    )
  return tryMove(docket, 'approval', approvalId, move)
}

export const toolRules: Rules<typeof toolEvents> = {
  'tool.requested': (docket, draft) =>
    firstOf(
      () => runMayAct(docket, draft),
      () => tryCreate(docket, 'call', draft.payload.callId, 'requested'),
    ),
  'tool.started': (docket, draft) =>
    firstOf(
      () => runMayAct(docket, draft),
      () => released(docket, draft.payload.callId),
      () => tryMove(docket, 'call', draft.payload.callId, 'start'),
    ),
  'tool.completed': (docket, { payload }) => tryMove(docket, 'call', payload.callId, 'complete'),
  'tool.failed': (docket, { payload }) => tryMove(docket, 'call', payload.callId, 'fail'),
  'tool.refused': (docket, { payload }) =>
    stateIn(docket, 'call', payload.callId) === undefined
      ? tryCreate(docket, 'call', payload.callId, 'refused')
      : tryMove(docket, 'call', payload.callId, 'refuse'),
  'tool.unknown': (docket, { payload }) => tryMove(docket, 'call', payload.callId, 'lose'),
  'approval.requested': (docket, { payload }) =>
    firstOf(
      () => tryMove(docket, 'call', payload.callId, 'hold'),
      () => tryCreate(docket, 'approval', payload.approvalId, 'pending'),
    ),
  'approval.granted': (docket, draft) => decideOnce(docket, draft, 'grant'),
  'approval.denied': (docket, draft) => decideOnce(docket, draft, 'deny'),
  'approval.expired': (docket, draft) => decideOnce(docket, draft, 'expire'),
  'question.asked': (docket, { payload }) => tryCreate(docket, 'question', payload.questionId, 'open'),
  'question.answered': (docket, draft) =>
    draft.actor.kind === 'agent' || draft.actor.kind === 'tool'
      ? refusal('not-allowed', 'a question to the user is answered by a person', draft.payload.questionId)
      : tryMove(docket, 'question', draft.payload.questionId, 'answer'),
  'question.expired': (docket, { payload }) => tryMove(docket, 'question', payload.questionId, 'expire'),
  'file.changed': free,
  'artifact.stored': free,
}
