import { isFinal } from '#protocol'
import type { AgentEvent, RunContext } from '../agent.ts'
import { unpark, waitFor } from './park.ts'
import { deadlineIn } from './place.ts'

/** Delegated tasks the run was not waiting for and that have not ended. */
function openBackground(context: RunContext): readonly string[] {
  const children = context.view.tasks.get(context.taskId)?.children ?? []
  return children.filter((taskId) => {
    const task = context.view.tasks.get(taskId)
    return task?.background === true && !isFinal(task.status)
  })
}

/** True while a background task of this run is under way. */
export function backgroundOpen(context: RunContext): boolean {
  return openBackground(context).length > 0
}

/**
 * Sleeps until a report comes in. The run costs nothing meanwhile; reports are durable, so one that came while nobody
 * listened is found in the conversation.
 */
export async function* awaitReports(context: RunContext): AsyncGenerator<AgentEvent, void> {
  const entries = (): number => context.view.conversations.get(context.runId)?.entries.length ?? 0
  const before = entries()
  const until =
    context.view.runs.get(context.runId)?.deadline ??
    deadlineIn(context, context.team.policy.questionTimeoutMs)
  yield* waitFor(context, { kind: 'report', ids: [...openBackground(context)], until }, 'waits for reports')
  await context.until(() => entries() > before || !backgroundOpen(context))
  yield* unpark(context)
}
