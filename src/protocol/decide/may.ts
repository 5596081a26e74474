import type { Refusal } from '../command.ts'
import { placeOfEvent, type RunId, type TaskId } from '../ids.ts'
import { isFinal, type SessionState } from '../states.ts'
import { type Docket, firstOf, parentIn, refusal, stateIn, taskOfRun, theSession } from './docket.ts'

/** The session is in one of these states. */
export function sessionIs(docket: Docket, wanted: readonly SessionState[]): Refusal | undefined {
  const found = stateIn(docket, 'session', theSession)
  if (found !== undefined && wanted.includes(found)) return undefined
  const state = found ?? 'not created'
  return refusal('not-active', `the session is ${state}; this needs it to be ${wanted.join(' or ')}`)
}

/** Work that is under way may go on: the task has not ended, and neither has anything above it. */
export function mayGoOn(docket: Docket, taskId: TaskId): Refusal | undefined {
  const own = stateIn(docket, 'task', taskId)
  if (own === undefined) return refusal('unknown', `there is no task ${taskId}`, taskId)
  if (isFinal(own))
    return refusal('ancestor-ended', `task ${taskId} is ${own}; nothing below it starts`, taskId)
  return nothingEndedAbove(docket, taskId)
}

/**
 * No task above this one has ended. One that was cancelled stops everything below it. Below one that is done or failed
 * a branch lives on when it was retried after that end: redoing a part does not redo the whole.
 */
export function nothingEndedAbove(docket: Docket, taskId: TaskId): Refusal | undefined {
  let retriedAt = retrySeq(docket, taskId)
  let current = parentIn(docket, taskId)
  while (current !== undefined) {
    const state = stateIn(docket, 'task', current)
    const hasEnded = state !== undefined && isFinal(state)
    if (hasEnded && (state === 'cancelled' || endSeq(docket, current) >= retriedAt))
      return refusal('ancestor-ended', `task ${current} is ${state}; nothing below it starts`, current)
    retriedAt = Math.max(retriedAt, retrySeq(docket, current))
    current = parentIn(docket, current)
  }
  return undefined
}

function retrySeq({ retried, view }: Docket, taskId: TaskId): number {
  if (retried.has(taskId)) return view.seq + 1
  return seqOf(view.tasks.get(taskId)?.retriedBy) ?? 0
}

/** Where a task ended; one that ends in this very batch ends after everything that is in the log. */
function endSeq({ view }: Docket, taskId: TaskId): number {
  return seqOf(view.tasks.get(taskId)?.endedBy) ?? view.seq + 1
}

function seqOf(eventId: string | undefined): number | undefined {
  return eventId === undefined ? undefined : placeOfEvent(eventId)?.seq
}

/** A run may still act: it exists, has not ended, and neither has anything above it. */
export function runMayGoOn(docket: Docket, runId: RunId): Refusal | undefined {
  const state = stateIn(docket, 'run', runId)
  if (state === undefined) return refusal('unknown', `there is no run ${runId}`, runId)
  if (isFinal(state))
    return refusal('ancestor-ended', `run ${runId} is ${state}; it starts nothing more`, runId)
  const taskId = taskOfRun(docket, runId)
  return taskId ? mayGoOn(docket, taskId) : refusal('unknown', `run ${runId} has no task`, runId)
}

/** A run may begin a model call or a tool: it may go on, and the session is not paused. */
export function runMayStart(docket: Docket, runId: RunId): Refusal | undefined {
  return firstOf(
    () => sessionIs(docket, ['active', 'completing']),
    () => runMayGoOn(docket, runId),
  )
}

/**
 * A task's run may begin. A completing session begins no new request, it waits for those at work; subtasks of these are
 * part of that work.
 */
export function taskMayStart(docket: Docket, taskId: TaskId): Refusal | undefined {
  return firstOf(
    () => sessionIs(docket, isNewRequest(docket, taskId) ? ['active'] : ['active', 'completing']),
    () => mayGoOn(docket, taskId),
  )
}

/** A run may be set up. In a paused session only for a subtask: a delegation that was under way writes it down. */
export function runMayBeReserved(docket: Docket, taskId: TaskId): Refusal | undefined {
  const isRequest = parentIn(docket, taskId) === undefined
  if (!isRequest)
    return firstOf(
      () => sessionIs(docket, ['active', 'paused', 'completing']),
      () => mayGoOn(docket, taskId),
    )
  return taskMayStart(docket, taskId)
}

function isNewRequest(docket: Docket, taskId: TaskId): boolean {
  return parentIn(docket, taskId) === undefined && stateIn(docket, 'task', taskId) === 'pending'
}
