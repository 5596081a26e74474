import { accepted, type CommandEnvelope, type Decision, refused, type StopTarget } from '../command.ts'
import type { EventDraft } from '../event.ts'
import type { TaskId } from '../ids.ts'
import { isFinal } from '../states.ts'
import type { Run, View } from '../view.ts'

/**
 * Ends a subtree in one append: every live run and task below the target, every open approval and question of
 * theirs. From then on the rules refuse any start below it; outcomes that arrive late are recorded and move nothing.
 */
export function decideStop(view: View, target: StopTarget, { actor, reason }: CommandEnvelope): Decision {
  const roots = rootsOf(view, target)
  if (roots === undefined) return refused('unknown', 'there is no such task or run in this session')
  const tasks = new Set(roots.flatMap((taskId) => below(view, taskId)))
  const common = { actor, reason: reason ?? 'stopped' }
  const drafts: EventDraft[] = [
    ...endedHolds(view, tasks, common),
    ...[...view.runs.values()]
      .filter((run) => tasks.has(run.taskId) && !isFinal(run.status))
      .map((run) => cancelRun(run, common)),
    ...[...tasks].reverse().flatMap((taskId): EventDraft[] => {
      const task = view.tasks.get(taskId)
      if (!task || isFinal(task.status)) return []
      return [{ type: 'task.cancelled', ...common, taskId, payload: { taskId } }]
    }),
  ]
  if (drafts.length === 0)
    return refused('illegal-move', 'nothing there is running; there is nothing to stop')
  return accepted(...drafts)
}

type Common = Pick<EventDraft, 'actor' | 'reason'>

function cancelRun(run: Run, common: Common): EventDraft {
  const { runId, taskId, agentId, attempt } = run
  return { type: 'run.cancelled', ...common, taskId, runId, payload: { runId, taskId, agentId, attempt } }
}

function endedHolds(view: View, tasks: ReadonlySet<TaskId>, common: Common): EventDraft[] {
  const system = { ...common, actor: { kind: 'system', id: 'stop' } as const }
  const within = (taskId: TaskId | undefined): boolean => taskId !== undefined && tasks.has(taskId)
  const approvals = [...view.approvals.values()]
    .filter((approval) => approval.status === 'pending' && within(approval.taskId))
    .map(
      ({ approvalId, digest }): EventDraft => ({
        type: 'approval.expired',
        ...system,
        payload: { approvalId, digest },
      }),
    )
  const questions = [...view.questions.values()]
    .filter((question) => question.status === 'open' && within(question.taskId))
    .map(({ questionId }): EventDraft => ({ type: 'question.expired', ...system, payload: { questionId } }))
  return [...approvals, ...questions]
}

function rootsOf(view: View, target: StopTarget): readonly TaskId[] | undefined {
  if (target.kind === 'session') return view.roots
  const taskId = target.kind === 'task' ? target.taskId : view.runs.get(target.runId)?.taskId
  return taskId && view.tasks.has(taskId) ? [taskId] : undefined
}

/** A task and everything below it, parents first. */
export function below(view: View, taskId: TaskId): TaskId[] {
  const children = view.tasks.get(taskId)?.children ?? []
  return [taskId, ...children.flatMap((child) => below(view, child))]
}
