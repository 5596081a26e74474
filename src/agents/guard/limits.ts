import { below, isFinal, rootOf, type TaskId, type View } from '#protocol'
import type { TeamPolicy } from '../team.ts'

/**
 * Whether one more subtask may be opened below this task. The text of a refusal goes back to the model as an ordinary
 * result: depth, live subtasks and subtasks ever opened are limited per request.
 */
export function mayDelegate(view: View, taskId: TaskId, policy: TeamPolicy): string | undefined {
  const depth = view.tasks.get(taskId)?.depth ?? 0
  if (depth + 1 > policy.maxDepth)
    return `not delegated: this would be level ${depth + 1} and ${policy.maxDepth} is the deepest; do it yourself`
  const opened = below(view, rootOf(view, taskId)).slice(1)
  if (opened.length >= policy.maxLifetime)
    return `not delegated: this request has opened ${opened.length} subtasks, as many as it may; answer with what you have`
  const live = opened.filter((id) => !isFinal(view.tasks.get(id)?.status ?? 'done')).length
  if (live >= policy.maxLive)
    return `not delegated: ${live} subtasks are under way, as many as may be at once; wait for one to end`
  return undefined
}
