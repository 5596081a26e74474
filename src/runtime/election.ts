import { contextForNamed, type PlanStep, standingOf, subAgentsOf } from '#agents'
import type { AgentId, EventDraft, RunId, Task, View } from '#protocol'
import { elect, scoreAgents } from '#registry'
import type { Workshop } from './workshop.ts'

export interface RootChoice {
  readonly agentId: AgentId
  readonly drafts: readonly EventDraft[]
}

type Elected = Extract<EventDraft, { type: 'election.decided' }>['payload']

/**
 * Who takes a pending task: the agent it was given to. The election says by whose word, and how others would have
 * fared.
 */
export function electRoot(shop: Workshop, task: Task): RootChoice {
  const { team, log } = shop
  const agentId = task.assignees[0] ?? team.coordinator
  const named = messageOf(log.view, task)?.to === agentId
  const payload = named ? byUser(shop, task, agentId) : byOffice(shop, task, agentId)
  return {
    agentId,
    drafts: [
      {
        type: 'election.decided',
        actor: { kind: 'system', id: 'engine' },
        taskId: task.taskId,
        payload,
      },
    ],
  }
}

/** The order the user asked for, when the coordinator can give each step to the agent it names. Pure. */
export function planOf({ team, agents, log }: Workshop, task: Task): readonly PlanStep[] | undefined {
  const coordinator = team.agents.get(team.coordinator)
  if (!coordinator || task.depth > 0 || task.assignees[0] !== team.coordinator) return undefined
  if (!messageOf(log.view, task)) return undefined
  const parsed = agents.readRequest(task.goal)
  if (parsed.kind !== 'plan') return undefined
  const below = new Set(coordinator.subAgents)
  return parsed.steps.every((step) => below.has(step.agentId)) ? parsed.steps : undefined
}

function messageOf(view: View, { messageId }: Task): ReturnType<View['messages']['get']> {
  return messageId === undefined ? undefined : view.messages.get(messageId)
}

/** The user's word decides. An agent that became too busy meanwhile still takes it: nobody else may. */
function byUser({ team, log }: Workshop, task: Task, agentId: AgentId): Elected {
  const cards = [...team.agents.values()].filter(({ id }) => id === agentId || id !== team.coordinator)
  const election = elect({ text: task.goal, named: agentId }, cards, (id) => standingOf(log.view, id))
  const { candidates, rejected } = election
  return { taskId: task.taskId, agentId, by: 'user', candidates, rejected }
}

/** The coordinator takes what nobody was named for; a retried subtask stays with the agent it was given to. */
function byOffice({ team, log }: Workshop, task: Task, agentId: AgentId): Elected {
  const { taskId, goal, depth, attempt } = task
  const why = depth > 0 ? 'the task was given to it' : 'coordinator of the team'
  const reasons = attempt > 1 ? [why, `attempt ${attempt}`] : [why]
  const own = { agentId, score: 1, reasons }
  const coordinator = team.agents.get(team.coordinator)
  const others = coordinator && depth > 0 ? scoreAgents(goal, subAgentsOf(team, coordinator)) : []
  const candidates = [own, ...others.filter((other) => other.agentId !== agentId)]
  const by = log.view.elections.get(taskId)?.payload.by ?? 'score'
  return { taskId, agentId, by, candidates, rejected: [] }
}

/**
 * What a run that no delegation opened is given of others' words: an agent the user named is given what the rules
 * choose, the coordinator what agents told the user without it, and a retried task what its last attempt was given.
 */
export function rootInjections(
  shop: Workshop,
  task: Task,
  agentId: AgentId,
  runId: RunId,
): readonly EventDraft[] {
  const { injections, by, causes } = contextForNamed(shop, task, agentId)
  if (injections.length === 0) return []
  const { taskId } = task
  return [
    {
      type: 'context.injected',
      actor: { kind: 'system', id: 'engine' },
      taskId,
      runId,
      prevEvents: causes,
      payload: { taskId, runId, agentId, by, injections },
    },
  ]
}
