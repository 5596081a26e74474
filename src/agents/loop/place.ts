import type { EventDraft } from '#protocol'
import type { RunContext } from '../agent.ts'

/** Who and where an event of this run is: the fields every draft of an agent carries. */
export function placeOf(
  context: Pick<RunContext, 'agent' | 'taskId' | 'runId'>,
): Pick<EventDraft, 'actor' | 'taskId' | 'runId'> {
  return { actor: { kind: 'agent', id: context.agent.id }, taskId: context.taskId, runId: context.runId }
}

/** The run as run.* events name it. */
export function runOf(context: Pick<RunContext, 'agent' | 'taskId' | 'runId' | 'attempt'>): {
  readonly runId: RunContext['runId']
  readonly taskId: RunContext['taskId']
  readonly agentId: RunContext['agent']['id']
  readonly attempt: number
} {
  return { runId: context.runId, taskId: context.taskId, agentId: context.agent.id, attempt: context.attempt }
}

/** ISO time that many milliseconds from now. */
export function deadlineIn(context: Pick<RunContext, 'now'>, ms: number): string {
  return new Date(context.now() + ms).toISOString()
}
