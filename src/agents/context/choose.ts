import {
  type AgentId,
  type EventId,
  excerptKey,
  type Injection,
  isAgentId,
  type Message,
  type MessageId,
  messageText,
  type Run,
  type View,
} from '#protocol'
import type { RunContext } from '../agent.ts'
import type { AgentSpec } from '../team.ts'
import type { DelegateInput } from '../tools/delegate.ts'
import { chosenByRules, oldestFirst, wholeMessage } from './ledger.ts'

/** What an agent is given of others' words, who chose it, and the events it comes from. */
export interface ChosenInjections {
  readonly by: 'model' | 'rules'
  readonly injections: readonly Injection[]
  readonly messageIds: readonly MessageId[]
  readonly causes: readonly EventId[]
}

/**
 * Asks the team's decider what the target is given beside its task. A step of the user's own order is given the answer
 * of the step before it, whoever decides.
 */
export function injectionsFor(
  context: RunContext,
  target: AgentSpec,
  { input, callId }: { readonly input: DelegateInput; readonly callId: string },
): ChosenInjections {
  const { view, team, fence } = context
  const rules = team.context.decider === 'rules'
  const before = previousStep(view, view.runs.get(context.runId)?.plan, callId)
  const want = { target: target.id, text: input.task, references: input.references ?? [] }
  const answer = before ? wholeMessage(view, before, want, fence) : []
  const chosen = rules
    ? chosenByRules(view, team.context.rules, { ...want, without: context.agent.id, fence })
    : chosenByModel(context, target, input)
  return asChoice(view, rules || answer.length > 0 ? 'rules' : 'model', [
    ...answer,
    ...chosen.filter((one) => answer.every(({ messageId }) => messageId !== one.messageId)),
  ])
}

/** A choice with the messages and events it rests on, oldest first. */
export function asChoice(
  view: View,
  by: ChosenInjections['by'],
  chosen: readonly Injection[],
): ChosenInjections {
  const injections = oldestFirst(view, chosen)
  const messageIds = [...new Set(injections.flatMap(({ messageId }) => messageId ?? []))]
  const causes = messageIds.flatMap((id) => view.messages.get(id)?.eventId ?? [])
  return { by, injections, messageIds, causes }
}

/** The message with which the step before this one ended. */
function previousStep(view: View, plan: Run['plan'], callId: string): MessageId | undefined {
  const place = plan?.steps.findIndex((step) => step.callId === callId) ?? -1
  const before = place > 0 ? plan?.steps[place - 1]?.callId : undefined
  if (before === undefined || !plan) return undefined
  const parent = view.runs.get(plan.runId)?.taskId
  const children = (parent && view.tasks.get(parent)?.children) ?? []
  const child = children.find((taskId) => view.tasks.get(taskId)?.callId === before)
  return child && view.tasks.get(child)?.result?.messageId
}

/**
 * What the model wants passed on. Words that a message of that agent holds are that message's; other words keep the
 * agent's newest message as where they come from. The target's own words, agents that said nothing or do not exist, and
 * what the target was given already are left out.
 */
function chosenByModel(context: RunContext, target: AgentSpec, input: DelegateInput): Injection[] {
  const { view, team, fence } = context
  const given = view.given.get(target.id)
  const want = { target: target.id, text: '', references: input.references ?? [] }
  const referenced = want.references.flatMap((id) => wholeMessage(view, id, want, fence))
  const seen = new Set(referenced.map(({ messageId }) => messageId as string))
  const quoted = (input.contextMessages ?? []).flatMap(({ sourceAgent, content }): Injection[] => {
    const words = content.trim()
    if (words === '' || sourceAgent === target.id || !isAgentId(sourceAgent)) return []
    if (!team.agents.has(sourceAgent)) return []
    const message = sourceOf(view, sourceAgent, words)
    if (!message || given?.has(message.messageId) || seen.has(message.messageId)) return []
    const key = excerptKey(message.messageId, words)
    if (given?.has(key) || seen.has(key)) return []
    seen.add(messageText(message) === words ? message.messageId : key)
    const { messageId, round } = message
    return [{ sourceAgent, messageId, round, content: words, fence: fence(words) }]
  })
  return [...referenced, ...quoted]
}

/** The newest message of that agent that holds these words, else its newest message. */
function sourceOf(view: View, agentId: AgentId, words: string): Message | undefined {
  let newest: Message | undefined
  let exact: Message | undefined
  for (const message of view.messages.values()) {
    if (message.agentId !== agentId) continue
    newest = message
    if (messageText(message).includes(words)) exact = message
  }
  return exact ?? newest
}
