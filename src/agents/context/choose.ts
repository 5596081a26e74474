import type { EventId, Injection, MessageId } from '#protocol'
import type { RunContext } from '../agent.ts'
import type { AgentSpec } from '../team.ts'
import type { DelegateInput } from '../tools/delegate.ts'

/** What an agent is given of others' words, who chose it, and the events it comes from. */
export interface ChosenInjections {
  readonly by: 'model' | 'rules'
  readonly injections: readonly Injection[]
  readonly messageIds: readonly MessageId[]
  readonly causes: readonly EventId[]
}

/** Asks the team's decider what the target is given beside its task. */
export function injectionsFor(
  context: RunContext,
  target: AgentSpec,
  input: DelegateInput,
): ChosenInjections {
  const injections = chosenByModel(context, target, input)
  const messageIds = injections.flatMap(({ messageId }) => messageId ?? [])
  const causes = messageIds.flatMap((id) => context.view.messages.get(id)?.eventId ?? [])
  return { by: 'model', injections, messageIds, causes }
}

function chosenByModel(context: RunContext, target: AgentSpec, input: DelegateInput): Injection[] {
  const { view } = context
  return (input.contextMessages ?? []).flatMap(({ sourceAgent, content }): Injection[] => {
    if (sourceAgent === target.id) return []
    const said = [...view.messages.values()].filter((message) => message.agentId === sourceAgent)
    const exact = said.findLast(({ payload }) =>
      JSON.stringify(payload).includes(JSON.stringify(content).slice(1, -1)),
    )
    const found = exact ?? said.at(-1)
    if (!found?.agentId || view.given.get(target.id)?.has(found.messageId)) return []
    const { agentId, messageId, round } = found
    return [{ sourceAgent: agentId, messageId, round, content, fence: context.fence(content) }]
  })
}
