import {
  type AgentId,
  cutText,
  factKey,
  factLine,
  type Injection,
  isId,
  type LedgerFact,
  type Message,
  type MessageId,
  messageText,
  placeOfEvent,
  replacing,
  type View,
} from '#protocol'
import type { InjectionRule } from '../team.ts'
import { tellingsIn } from './prose.ts'

/** Whom the rules choose for, and what it is asked. */
export interface Want {
  readonly target: AgentId
  readonly text: string
  /** Ids of messages, beside those the text names. */
  readonly references: readonly string[]
}

interface RulesWant extends Want {
  /** The agent that gives the task: what it says is in the task. */
  readonly without?: AgentId
  readonly fence: (content: string) => string
}

/** Characters of a message that is handed over whole. */
const maxChars = 4_000
/** Facts of one agent handed over at once, the newest. */
const maxFacts = 40

/** A fact as it may be sent, from the ledger or read from prose. */
interface Sendable {
  readonly agentId: AgentId
  readonly slot: string
  readonly value: LedgerFact['value']
  readonly unit?: string | undefined
  readonly messageId?: MessageId | undefined
  readonly round: number
  readonly isLoose?: true
  readonly earlier?: readonly string[] | undefined
  /** One of several values that one answer gives for the slot. */
  readonly isListed?: true
}

/**
 * What an agent is given by rule: messages the task names by id, the last result a team rule asks for, and every fact
 * other agents stated that it has not been given. Each goes once to each agent; a changed value goes again and says
 * what it replaces. Facts of an agent come as lines of one injection.
 */
export function chosenByRules(
  view: View,
  rules: readonly InjectionRule[],
  want: RulesWant,
): readonly Injection[] {
  const whole = [...namedMessages(want), ...ruledMessages(view, rules, want.target)].flatMap((id) =>
    wholeMessage(view, id, want, want.fence),
  )
  const distinct = whole.filter(
    ({ messageId }, place) => whole.findIndex((other) => other.messageId === messageId) === place,
  )
  return [...distinct, ...factInjections(view, want, distinct)]
}

/** One message as an injection; nothing when it is no other agent's, or was given already. */
export function wholeMessage(
  view: View,
  id: string,
  { target }: Pick<Want, 'target'>,
  fence: (content: string) => string,
): readonly Injection[] {
  const message = view.messages.get(id as MessageId)
  if (!message?.agentId || message.agentId === target) return []
  if (view.given.get(target)?.has(message.messageId)) return []
  const content = cutText(messageText(message), { chars: maxChars })
  const { agentId: sourceAgent, messageId, round } = message
  return [{ sourceAgent, messageId, round, content, fence: fence(content) }]
}

/** Injections in the order in which their messages were said. */
export function oldestFirst(view: View, injections: readonly Injection[]): readonly Injection[] {
  return injections.toSorted((one, other) => seqOf(view, one.messageId) - seqOf(view, other.messageId))
}

/** Place of a message in the log; one that is not there comes last. */
function seqOf(view: View, messageId: MessageId | undefined): number {
  const message = messageId && view.messages.get(messageId)
  return (message && placeOfEvent(message.eventId)?.seq) ?? Number.MAX_SAFE_INTEGER
}

function namedMessages({ text, references }: Want): readonly string[] {
  const named = text.match(/\bmsg_[0-9A-HJKMNP-TV-Z]{26}\b/gu) ?? []
  return [...new Set([...named, ...references])].filter((id) => isId('message', id))
}

/** The last result of each agent that a team rule wants to go along. */
function ruledMessages(view: View, rules: readonly InjectionRule[], target: AgentId): readonly MessageId[] {
  return rules
    .filter(({ when }) => when === target)
    .flatMap(({ include }) => {
      let last: MessageId | undefined
      for (const message of view.messages.values())
        if (message.agentId === include && message.contentType !== 'error') last = message.messageId
      return last ?? []
    })
}

function factInjections(view: View, want: RulesWant, whole: readonly Injection[]): Injection[] {
  const { target, without, fence } = want
  const given = view.given.get(target)
  const earlier = earlierLines(given)
  const own = ownNames(view, target)
  const isNew = (fact: Sendable): boolean =>
    fact.agentId !== target &&
    !own.has(plain(fact.value)) &&
    !isToldWhole(fact, whole, given) &&
    (!given?.has(factKey(fact)) || wentBack(fact, earlier))
  const told = [...stated(view), ...readFromProse(view, target, without)].filter(isNew)
  return [...Map.groupBy(told, ({ agentId }) => agentId)].map(([sourceAgent, all]) => {
    const facts = all.slice(-maxFacts)
    const content = facts.map((fact) => lineOf(fact, earlier)).join('\n')
    const messageId = facts.findLast((fact) => fact.messageId)?.messageId
    return {
      sourceAgent,
      round: Math.max(...facts.map(({ round }) => round)),
      ...(messageId ? { messageId } : {}),
      content,
      fence: fence(content),
      slots: facts.map(({ slot }) => slot),
    }
  })
}

/** Names the target stated itself. Numbers are left out: equal ones may mean different things. */
function ownNames(view: View, target: AgentId): ReadonlySet<string> {
  const values = [...(view.facts.get(target)?.values() ?? [])].map(({ value }) => value)
  return new Set(values.filter((value) => typeof value === 'string').map(plain))
}

/** The message that states it goes along whole, or went before; loose words of older ones are then out of date. */
function isToldWhole(
  { agentId, messageId, isLoose }: Sendable,
  whole: readonly Injection[],
  given: ReadonlySet<string> | undefined,
): boolean {
  if (messageId && given?.has(messageId)) return true
  return whole.some((one) => one.messageId === messageId || (isLoose && one.sourceAgent === agentId))
}

/** It was given, but another value after it: the target believes that one. Values of a list stand side by side. */
function wentBack(fact: Sendable, earlier: ReadonlyMap<string, string>): boolean {
  if (fact.isLoose || fact.isListed) return false
  const { before, value } = changeOf(fact, earlier)
  return before !== undefined && before !== value
}

function* stated(view: View): Iterable<Sendable> {
  for (const slots of view.facts.values())
    for (const fact of slots.values()) {
      for (const value of fact.also ?? []) yield { ...fact, value, isListed: true }
      yield fact.also ? { ...fact, isListed: true } : fact
    }
}

/** Facts in the prose of agents that returned none, since the target last ran: what came before it was given then. */
function readFromProse(view: View, target: AgentId, without: AgentId | undefined): Sendable[] {
  const since = lastLook(view, target)
  const stating = new Set([...stated(view)].flatMap(({ messageId }) => messageId ?? []))
  const latest = new Map<string, Sendable>()
  for (const message of view.messages.values()) {
    if ((placeOfEvent(message.eventId)?.seq ?? 0) <= since || !isProse(message, target, without)) continue
    if (stating.has(message.messageId)) continue
    const { agentId, messageId, round } = message
    if (!agentId) continue
    for (const fact of tellingsIn(messageText(message))) {
      const slot = fact.isLoose ? plain(fact.value) : fact.slot
      const key = JSON.stringify([agentId, slot])
      latest.delete(key)
      latest.set(key, { ...fact, agentId, messageId, round })
    }
  }
  return [...latest.values()]
}

/** A finished answer of another agent in its own words, not one put together from what colleagues returned. */
function isProse({ agentId, contentType, meta }: Message, target: AgentId, without?: AgentId): boolean {
  if (!agentId || agentId === target || agentId === without || contentType !== 'text') return false
  return !meta?.toolsUsed?.some((tool) => tool.startsWith('delegate_to_'))
}

function lastLook(view: View, target: AgentId): number {
  const last = view.runsOfAgent.get(target)?.findLast((runId) => {
    const entries = view.conversations.get(runId)?.entries ?? []
    return entries.some(({ kind }) => kind === 'injection' || kind === 'query')
  })
  const [first] = (last && view.conversations.get(last)?.entries) || []
  return (first && placeOfEvent(first.eventId)?.seq) ?? 0
}

/** Values of slots the target was given before, by source agent and slot. */
function earlierLines(given: ReadonlySet<string> | undefined): ReadonlyMap<string, string> {
  const lines = new Map<string, string>()
  for (const key of given ?? []) {
    if (!key.startsWith('[')) continue
    const [agentId = '', line = ''] = JSON.parse(key) as readonly string[]
    const colon = line.indexOf(': ')
    if (colon > 0) lines.set(`${agentId} ${line.slice(0, colon)}`, line.slice(colon + 2))
  }
  return lines
}

function lineOf(fact: Sendable, earlier: ReadonlyMap<string, string>): string {
  const { line, before, value } = changeOf(fact, earlier)
  if (fact.isLoose || fact.isListed || before === value) return line
  const { earlier: old = [] } = fact
  const untold = before === undefined ? old : [before, ...old.slice(old.indexOf(before) + 1 || old.length)]
  return untold.length === 0 ? line : `${line}${replacing}${untold.join(', ')})`
}

/** The line of a fact, its value there, and the value of the slot that was given last. */
function changeOf(
  fact: Sendable,
  earlier: ReadonlyMap<string, string>,
): { readonly line: string; readonly value: string; readonly before: string | undefined } {
  const line = factLine(fact)
  const colon = line.indexOf(': ')
  const before = earlier.get(`${fact.agentId} ${line.slice(0, colon)}`)
  return { line, value: line.slice(colon + 2), before }
}

function plain(value: Sendable['value']): string {
  return String(value).trim().toLowerCase()
}
