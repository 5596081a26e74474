import { type PlanStep, subAgentsOf } from '#agents'
import type { AgentId, EventDraft, RunId, Task } from '#protocol'
import { scoreAgents } from '#registry'
import type { Workshop } from './workshop.ts'

export interface RootChoice {
  readonly agentId: AgentId
  readonly drafts: readonly EventDraft[]
  readonly plan?: readonly PlanStep[]
}

/** Who takes a pending task: the agent it was given to. The election says why, and how others would have fared. */
export function electRoot(shop: Workshop, task: Task): RootChoice {
  const { team, log } = shop
  const agentId = task.assignees[0] ?? team.coordinator
  const named = log.view.messages.get(task.messageId ?? ('' as never))?.to === agentId
  const coordinator = team.agents.get(team.coordinator)
  const candidates = named && coordinator ? scoreAgents(task.goal, subAgentsOf(team, coordinator)) : []
  const own = { agentId, score: 1, reasons: [named ? 'the user named it' : 'coordinator of the team'] }
  return {
    agentId,
    drafts: [
      {
        type: 'election.decided',
        actor: { kind: 'system', id: 'engine' },
        taskId: task.taskId,
        payload: {
          taskId: task.taskId,
          agentId,
          by: named ? 'user' : 'score',
          candidates: [own, ...candidates.filter((candidate) => candidate.agentId !== agentId)],
          rejected: [],
        },
      },
    ],
  }
}

/** What an agent the user named is given of others' words: the rules decide, since no model stands in between. */
export function rootInjections(
  _shop: Workshop,
  _task: Task,
  _agentId: AgentId,
  _runId: RunId,
): readonly EventDraft[] {
  return []
}
