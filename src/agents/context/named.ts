import type { AgentId, Injection, Task, View } from '#protocol'
import type { TeamSpec } from '../team.ts'
import { asChoice, type ChosenInjections } from './choose.ts'
import { chosenByRules, wholeMessage } from './ledger.ts'

interface Place {
  readonly log: { readonly view: View }
  readonly team: TeamSpec
  readonly fence: (content: string) => string
}

/**
 * What a run is given that no delegation opened. A retried task: what its last attempt was given. An agent the user
 * named: what the rules choose, since no model stands in between. The coordinator: what agents told the user without it.
 */
export function contextForNamed({ log, team, fence }: Place, task: Task, agentId: AgentId): ChosenInjections {
  const { view } = log
  if (task.attempt > 1) return again(view, task, agentId)
  if (task.depth > 0) return asChoice(view, 'rules', [])
  if (agentId === team.coordinator) return asChoice(view, 'rules', saidWithout(view, agentId, fence))
  const want = { target: agentId, text: task.goal, references: [], fence }
  return asChoice(view, 'rules', chosenByRules(view, team.context.rules, want))
}

/** An attempt that is replaced takes its part of the conversation along: what it was given is given anew. */
function again(view: View, { taskId }: Task, agentId: AgentId): ChosenInjections {
  const last = view.runOfTask.get(taskId)
  const entries = (last && view.conversations.get(last)?.entries) || []
  const injections = entries.flatMap((entry) => (entry.kind === 'injection' ? [entry.injection] : []))
  return asChoice(
    view,
    'rules',
    injections.filter(({ sourceAgent }) => sourceAgent !== agentId),
  )
}

/** Answers of agents the user named, since the coordinator last ran. */
function saidWithout(view: View, coordinator: AgentId, fence: (content: string) => string): Injection[] {
  const found: Injection[] = []
  for (const rootId of view.roots.toReversed()) {
    const root = view.tasks.get(rootId)
    if (!root || root.status === 'pending') continue
    if (root.assignees[0] === coordinator) break
    const answer = root.result?.messageId
    if (answer) found.push(...wholeMessage(view, answer, { target: coordinator }, fence))
  }
  return found
}
