import { lastTurnOf, openCallsOf } from '#agents'
import { type CallId, isFinal, type Run, type View } from '#protocol'

/** Where a session has come to rest: nothing left to do, or a person is needed. */
export type Rest = 'idle' | 'waiting'

/** Where the session rests, or undefined while something in it can still move by itself. */
export function restOf(view: View): Rest | undefined {
  if (view.liveTasks.size === 0) return 'idle'
  if (view.session?.status === 'paused' && isStill(view)) return 'waiting'
  if (view.openHolds.size === 0) return undefined
  const held = heldCalls(view)
  for (const runId of view.liveRuns) {
    const run = view.runs.get(runId)
    if (run && !isBlocked(view, run, held)) return undefined
  }
  return 'waiting'
}

/** Nothing is in flight: no model is answering and no tool is at work. */
function isStill(view: View): boolean {
  for (const runId of view.liveRuns) {
    const turn = lastTurnOf(view, runId)
    if (view.runs.get(runId)?.openCall) return false
    if (turn && openCallsOf(view, turn).some(({ callId }) => view.calls.get(callId)?.status === 'started'))
      return false
  }
  return true
}

/** The calls that open approvals and questions are about. */
function heldCalls(view: View): ReadonlySet<CallId> {
  const held = new Set<CallId>()
  for (const id of view.openHolds) {
    const callId = view.approvals.get(id as never)?.callId ?? view.questions.get(id as never)?.callId
    if (callId) held.add(callId)
  }
  return held
}

/** A run is blocked when each of its open calls waits for a person or for a subtask that has not ended. */
function isBlocked(view: View, run: Run, held: ReadonlySet<CallId>): boolean {
  if (run.status !== 'waiting') return false
  const turn = lastTurnOf(view, run.runId)
  const open = turn ? openCallsOf(view, turn) : []
  if (open.length === 0)
    return run.waitingFor?.kind !== 'question' || run.waitingFor.ids.some((id) => isOpen(view, id))
  return open.every(({ callId }) => held.has(callId) || hasLiveChild(view, run, callId))
}

function isOpen(view: View, id: string): boolean {
  return (view.openHolds as ReadonlySet<string>).has(id)
}

function hasLiveChild(view: View, run: Run, callId: CallId): boolean {
  const children = view.tasks.get(run.taskId)?.children ?? []
  return children.some((taskId) => {
    const task = view.tasks.get(taskId)
    return task?.callId === callId && !isFinal(task.status)
  })
}
