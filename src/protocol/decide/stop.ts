import { accepted, type CommandEnvelope, type Decision, refused, type StopTarget } from '../command.ts'
import type { EventDraft } from '../event.ts'
import type { ApprovalId, QuestionId, TaskId } from '../ids.ts'
import type { View } from '../view.ts'

/**
 * Ends a subtree in one append: every live run and task below the target, every open approval and question of
 * theirs. From then on the rules refuse any start below it; outcomes that arrive late are recorded and move nothing.
 */
export function decideStop(view: View, target: StopTarget, { actor, reason }: CommandEnvelope): Decision {
  const roots = rootsOf(view, target)
  if (roots === undefined) return refused('unknown', 'there is no such task or run in this session')
  const tasks = new Set(roots.flatMap((taskId) => below(view, taskId)))
  const common = { actor, reason: reason ?? 'stopped' }
  const drafts = [
    ...endedHolds(view, tasks, common),
    ...cancelledRuns(view, tasks, common),
    ...cancelledTasks(view, tasks, common),
  ]
  if (drafts.length === 0)
    return refused('illegal-move', 'nothing there is running; there is nothing to stop')
  return accepted(...drafts)
}

type Common = Pick<EventDraft, 'actor' | 'reason'>

function cancelledRuns(view: View, tasks: ReadonlySet<TaskId>, common: Common): EventDraft[] {
  return [...view.liveRuns].flatMap((runId): EventDraft[] => {
    const run = view.runs.get(runId)
    if (!run || !tasks.has(run.taskId)) return []
    const { taskId, agentId, attempt } = run
    const payload = { runId, taskId, agentId, attempt }
    return [{ type: 'run.cancelled', ...common, taskId, runId, payload }]
  })
}

/** The deepest first, so that no child outlives its parent at any point of the log. */
function cancelledTasks(view: View, tasks: ReadonlySet<TaskId>, common: Common): EventDraft[] {
  return [...tasks]
    .filter((taskId) => view.liveTasks.has(taskId))
    .reverse()
    .map((taskId) => ({ type: 'task.cancelled', ...common, taskId, payload: { taskId } }))
}

function endedHolds(view: View, tasks: ReadonlySet<TaskId>, { reason }: Common): EventDraft[] {
  const common = { reason, actor: { kind: 'system', id: 'stop' } as const }
  return [...view.openHolds].flatMap((id): EventDraft[] => {
    const approval = view.approvals.get(id as ApprovalId)
    const question = view.questions.get(id as QuestionId)
    const runId = approval?.runId ?? question?.runId
    const taskId = approval?.taskId ?? question?.taskId ?? (runId && view.runs.get(runId)?.taskId)
    if (taskId === undefined || !tasks.has(taskId)) return []
    const place = { ...common, taskId, runId }
    if (approval) {
      const { approvalId, digest, requestedBy } = approval
      const payload = { approvalId, digest }
      return [{ type: 'approval.expired', ...place, prevEvents: [requestedBy], payload }]
    }
    if (!question) return []
    const { questionId, askedBy } = question
    return [{ type: 'question.expired', ...place, prevEvents: [askedBy], payload: { questionId } }]
  })
}

function rootsOf(view: View, target: StopTarget): readonly TaskId[] | undefined {
  if (target.kind === 'session') return view.roots
  const taskId = target.kind === 'task' ? target.taskId : view.runs.get(target.runId)?.taskId
  return taskId && view.tasks.has(taskId) ? [taskId] : undefined
}

/** A task and everything below it, parents first. */
export function below(view: View, taskId: TaskId): TaskId[] {
  const found = [taskId]
  for (let at = 0; at < found.length; at += 1) {
    const here = found[at]
    if (here) for (const child of view.tasks.get(here)?.children ?? []) found.push(child)
  }
  return found
}
