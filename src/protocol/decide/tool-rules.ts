import type { Refusal } from '../command.ts'
import type { DraftOf } from '../event.ts'
import type { toolEvents } from '../events/tool.ts'
import type { CallId, RunId } from '../ids.ts'
import type { CallMove } from '../states.ts'
import {
  type Docket,
  firstOf,
  free,
  type Rules,
  refusal,
  runOfCall,
  stateIn,
  tryCreate,
  tryMove,
} from './docket.ts'
import { runMayGoOn, runMayStart } from './may.ts'

const moveCall = (docket: Docket, callId: CallId, move: CallMove): Refusal | undefined =>
  tryMove(docket, 'call', { id: callId, move })

/** A call belongs to the run that made it, whoever speaks of it. */
function isOwnCall(docket: Docket, callId: CallId, runId: RunId): Refusal | undefined {
  return runOfCall(docket, callId) === runId
    ? undefined
    : refusal('invalid', `call ${callId} is not a call of run ${runId}`, callId)
}

/** A held call starts only when its own approval was granted. */
function released(docket: Docket, callId: CallId): Refusal | undefined {
  if (stateIn(docket, 'call', callId) !== 'held') return undefined
  for (const approval of docket.view.approvals.values())
    if (approval.callId === callId && stateIn(docket, 'approval', approval.approvalId) === 'granted')
      return undefined
  return refusal('not-approved', `call ${callId} waits for an approval; nothing else can start it`, callId)
}

/** Asking for a call is no start: a turn that was in flight when the session was paused is written down whole. */
function requestCall(docket: Docket, { payload }: DraftOf<'tool.requested'>): Refusal | undefined {
  const { runId, callId } = payload
  return firstOf(
    () => runMayGoOn(docket, runId),
    () => tryCreate(docket, 'call', { id: callId, initial: 'requested' }),
    () => void docket.runsOfCalls.set(callId, runId),
  )
}

function startCall(docket: Docket, { payload }: DraftOf<'tool.started'>): Refusal | undefined {
  const { runId, callId } = payload
  return firstOf(
    () => released(docket, callId),
    () => moveCall(docket, callId, 'start'),
    () => isOwnCall(docket, callId, runId),
    () => runMayStart(docket, runId),
  )
}

function holdCall(docket: Docket, { payload }: DraftOf<'approval.requested'>): Refusal | undefined {
  const { approvalId, callId, runId } = payload
  return firstOf(
    () => tryCreate(docket, 'approval', { id: approvalId, initial: 'pending' }),
    () => moveCall(docket, callId, 'hold'),
    () => isOwnCall(docket, callId, runId),
  )
}

type Decided = DraftOf<'approval.granted'> | DraftOf<'approval.denied'> | DraftOf<'approval.expired'>

const isMachine = ({ actor }: Decided | DraftOf<'question.answered'>): boolean =>
  actor.kind === 'agent' || actor.kind === 'tool'

/** One final decision per request, on exactly what was asked. Agents and tools cannot decide. */
function decideOnce(docket: Docket, draft: Decided, move: 'grant' | 'deny' | 'expire'): Refusal | undefined {
  const { approvalId, digest } = draft.payload
  const asked = docket.view.approvals.get(approvalId)
  if (!asked) return refusal('unknown', `there is no approval ${approvalId}`, approvalId)
  if (isMachine(draft))
    return refusal('not-allowed', 'only a person or the clock can decide an approval', approvalId)
  if (move === 'grant' && draft.actor.kind !== 'user')
    return refusal('not-allowed', 'only a person can grant an approval', approvalId)
  const status = stateIn(docket, 'approval', approvalId)
  if (status !== 'pending') {
    const by = `${asked.decider ?? 'this command'} at ${asked.decidedAt ?? 'this moment'}`
    return refusal('already-decided', `approval ${approvalId} was ${status} by ${by}`, approvalId)
  }
  if (asked.digest !== digest)
    return refusal(
      'digest-mismatch',
      'what was shown is not what would run; look at the request again',
      approvalId,
    )
  return tryMove(docket, 'approval', { id: approvalId, move })
}

function answerQuestion(docket: Docket, draft: DraftOf<'question.answered'>): Refusal | undefined {
  const { questionId } = draft.payload
  if (isMachine(draft))
    return refusal('not-allowed', 'a question to the user is answered by a person', questionId)
  return tryMove(docket, 'question', { id: questionId, move: 'answer' })
}

export const toolRules: Rules<typeof toolEvents> = {
  'tool.requested': requestCall,
  'tool.started': startCall,
  'tool.completed': (docket, { payload }) => moveCall(docket, payload.callId, 'complete'),
  'tool.failed': (docket, { payload }) => moveCall(docket, payload.callId, 'fail'),
  'tool.refused': (docket, { payload: { callId, runId } }) =>
    stateIn(docket, 'call', callId) === undefined
      ? firstOf(
          () => tryCreate(docket, 'call', { id: callId, initial: 'refused' }),
          () => void docket.runsOfCalls.set(callId, runId),
        )
      : moveCall(docket, callId, 'refuse'),
  'tool.unknown': (docket, { payload }) => moveCall(docket, payload.callId, 'lose'),
  'approval.requested': holdCall,
  'approval.granted': (docket, draft) => decideOnce(docket, draft, 'grant'),
  'approval.denied': (docket, draft) => decideOnce(docket, draft, 'deny'),
  'approval.expired': (docket, draft) => decideOnce(docket, draft, 'expire'),
  'question.asked': (docket, { payload }) =>
    firstOf(
      () => tryCreate(docket, 'question', { id: payload.questionId, initial: 'open' }),
      () => (payload.runId ? runMayGoOn(docket, payload.runId) : undefined),
    ),
  'question.answered': answerQuestion,
  'question.expired': (docket, { payload }) =>
    tryMove(docket, 'question', { id: payload.questionId, move: 'expire' }),
  'file.changed': free,
  'artifact.stored': free,
}
