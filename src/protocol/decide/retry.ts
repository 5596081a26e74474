import { accepted, type CommandEnvelope, type CommandOf, type Decision, refused } from '../command.ts'
import type { EventDraft } from '../event.ts'
import type { TaskId } from '../ids.ts'
import type { View } from '../view.ts'

/** A new attempt of one task alone. What was made with its former result is marked stale. */
export function decideRetry(
  view: View,
  command: CommandOf<'retry'>,
  { actor, reason }: CommandEnvelope,
): Decision {
  const task = view.tasks.get(command.taskId)
  if (!task) return refused('unknown', `there is no task ${command.taskId}`, command.taskId)
  const { taskId, agentId, instruction } = command
  const stale = usersOf(view, taskId).map(
    (user): EventDraft => ({
      type: 'task.staled',
      actor: { kind: 'system', id: 'retry' },
      taskId: user,
      reason: `it used the former result of ${taskId}`,
      payload: { taskId: user, because: taskId },
    }),
  )
  const optional = { ...(agentId ? { agentId } : {}), ...(instruction ? { instruction } : {}) }
  return accepted(
    {
      type: 'task.retried',
      actor,
      reason: reason ?? 'retried',
      taskId,
      payload: { taskId, attempt: task.attempt + 1, ...optional },
    },
    ...stale,
  )
}

/** Finished tasks whose results rest on this one's: those above it and those that depend on it, and on these in turn. */
function usersOf(view: View, taskId: TaskId): TaskId[] {
  const dependants = dependantsOf(view)
  const found = new Set([taskId])
  for (const used of found) {
    const above = view.tasks.get(used)?.parentTaskId
    const users = [...(dependants.get(used) ?? []), ...(above ? [above] : [])]
    for (const user of users) if (view.tasks.get(user)?.status === 'done') found.add(user)
  }
  found.delete(taskId)
  return [...found]
}

function dependantsOf(view: View): ReadonlyMap<TaskId, readonly TaskId[]> {
  const dependants = new Map<TaskId, TaskId[]>()
  for (const { taskId, dependsOn } of view.tasks.values())
    for (const used of dependsOn) {
      const known = dependants.get(used)
      if (known) known.push(taskId)
      else dependants.set(used, [taskId])
    }
  return dependants
}
