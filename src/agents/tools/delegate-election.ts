import type { PayloadOf, TaskId } from '#protocol'
import { scoreAgents } from '#registry'
import type { RunContext } from '../agent.ts'
import { type AgentSpec, subAgentsOf } from '../team.ts'

interface Chosen {
  readonly target: AgentSpec
  readonly taskId: TaskId
  readonly task: string
}

/** Why this agent: the model chose it; the scores say how its colleagues would have fared. */
export function electionOf(
  context: RunContext,
  { target, taskId, task }: Chosen,
): PayloadOf<'election.decided'> {
  const scored = scoreAgents(task, subAgentsOf(context.team, context.agent))
  return { taskId, agentId: target.id, by: 'model', candidates: scored, rejected: [] }
}
