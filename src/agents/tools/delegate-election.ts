import { type AgentId, isFinal, type PayloadOf, type TaskId, type View } from '#protocol'
import { type Rejection, refusalOf, type Standing, scoreAgents } from '#registry'
import type { RunContext } from '../agent.ts'
import { type AgentSpec, subAgentsOf } from '../team.ts'

interface Chosen {
  readonly target: AgentSpec
  readonly taskId: TaskId
  readonly task: string
}

/**
 * Why this agent: the model chose it, or a step of the user's own order; the scores say how its colleagues would have
 * fared, and each of them has the reason it was not taken.
 */
export function electionOf(
  context: RunContext,
  { target, taskId, task }: Chosen,
  by: 'user' | 'model',
): PayloadOf<'election.decided'> {
  const cards = subAgentsOf(context.team, context.agent)
  const candidates = scoreAgents(task, cards)
  const chooser = by === 'user' ? 'the user' : context.agent.id
  const rejected = cards
    .filter(({ id }) => id !== target.id)
    .map((card): Rejection => {
      const score = candidates.find(({ agentId }) => agentId === card.id)?.score ?? 0
      const barred = refusalOf(card, { text: task }, standingOf(context.view, card.id))
      const reason = barred ?? `${chooser} chose ${target.id}; scores ${score}`
      return { agentId: card.id, reason }
    })
  return { taskId, agentId: target.id, by, candidates, rejected }
}

/** How an agent stands in this session: what is under way, and how its runs ended. */
export function standingOf(view: View, agentId: AgentId): Standing {
  let load = 0
  for (const runId of view.liveRuns) if (view.runs.get(runId)?.agentId === agentId) load += 1
  const statuses = (view.runsOfAgent.get(agentId) ?? [])
    .slice(-pastRuns)
    .map((id) => view.runs.get(id)?.status)
  const ended = statuses.filter((status) => status !== undefined && isFinal(status) && status !== 'cancelled')
  return { load, ended: ended.length, done: ended.filter((status) => status === 'done').length }
}

/** Runs of the past that count: old ones say little, and reading them all would cost more with every round. */
const pastRuns = 32
