import type { AgentId } from '#protocol'
import { isSpokenTo, surelyActs } from './acts.ts'
import { type Addressed, addressedIn, type UnknownName, unknownIn } from './addressed.ts'
import type { AgentCard } from './card.ts'
import { type Names, namesOf } from './names.ts'
import { bareWords, withoutQuotes } from './spoken.ts'

/** One step of an order the user gave, in the user's words. */
export interface RequestStep {
  readonly agentId: AgentId
  readonly goal: string
}

/** Whom a user's text names. `unknown` lists names it addresses that no agent has. */
export type ParsedRequest =
  | { readonly kind: 'plain' }
  | { readonly kind: 'named'; readonly agentId: AgentId; readonly unknown: readonly string[] }
  | { readonly kind: 'plan'; readonly steps: readonly RequestStep[] }
  | { readonly kind: 'unknown'; readonly names: readonly string[] }

/**
 * Reads whom a user means: one agent by `@name`, several in an order (`@a …, then @b …`; "let finance analyse and then
 * have compliance review"; 先让财务分析，再让合规复核), or nobody in particular. Only for text a user wrote: a name that
 * is merely mentioned, quoted or in code addresses nobody. Pure.
 */
export function parseRequest(text: string, agents: readonly AgentCard[]): ParsedRequest {
  return requestReader(agents)(text)
}

/** Reads the requests to one team: its names are gathered once, and the same text is read once. */
export function requestReader(agents: readonly AgentCard[]): (text: string) => ParsedRequest {
  const names = namesOf(agents)
  let last: { readonly text: string; readonly parsed: ParsedRequest } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, parsed: read(text, names) }
    return last.parsed
  }
}

function read(text: string, names: Names): ParsedRequest {
  const open = withoutQuotes(text)
  const addressed = addressedIn(open, names)
  const unknown = unknownIn(open, names)
  const steps = stepsOf(text, addressed)
  if (steps.length > 1 && unknown.length === 0) return { kind: 'plan', steps }
  return named(open, addressed, unknown)
}

function named(
  open: string,
  addressed: readonly Addressed[],
  unknown: readonly UnknownName[],
): ParsedRequest {
  const names = [...new Set(unknown.map(({ name }) => name))]
  const mentioned = addressed.filter(({ by }) => by === 'mention')
  const called = mentioned.filter(({ isCall }) => isCall)
  const agents = new Set((called.length > 0 ? called : mentioned).map(({ card }) => card.id))
  const [only] = agents
  if (only && agents.size === 1) return { kind: 'named', agentId: only, unknown: names }
  if (names.length > 0 && agents.size === 0) return { kind: 'unknown', names }
  const [whole] = addressed
  if (addressed.length === 1 && whole && isWhole(open, whole))
    return { kind: 'named', agentId: whole.card.id, unknown: names }
  return { kind: 'plain' }
}

/** The text is nothing but one agent told to do one thing: "ask finance to analyse this". */
function isWhole(open: string, whole: Addressed): boolean {
  const { by, kind, from, end } = whole
  if (by !== 'verb' || !(kind === 'id' || surelyActs(open, whole) || isSpokenTo(open, from, whole)))
    return false
  const before = open.slice(0, from).replace(/^[\s,，]*(?:please|can you|could you|请|麻烦)?[\s,，]*/iu, '')
  const rest = bareWords(open.slice(end))
  return before === '' && rest !== '' && !/[,，;；。!?！？\n]\s*\S|\band\b|并|然后|再/iu.test(rest)
}

/** Steps of an order; fewer than two are no order. */
function stepsOf(text: string, addressed: readonly Addressed[]): readonly RequestStep[] {
  const calls = addressed.filter(({ isCall }) => isCall)
  const [first] = calls
  if (!first || calls.length < 2) return []
  const opening = openingOf(text.slice(0, first.from))
  const own = withConditions(
    calls.map(({ end }, place) => text.slice(end, calls[place + 1]?.from ?? text.length)),
  ).map(bareWords)
  return calls.map(({ card, from, end }, place) => {
    // "@a and @b: do it" gives both the same words; "由财务分析" may have taken the verb as part of the name.
    const words =
      own[place] || own.slice(place).find((other) => other !== '') || bareWords(text.slice(from, end))
    return { agentId: card.id, goal: opening === '' ? words : `${opening} ${words}` }
  })
}

const condition =
  /[\s,，;；。]*((?:如果|假如|倘若|要是|若|只要|一旦|when\b|if\b|once\b|provided\b|unless\b)[^,，;；。]*?)[\s,，]*(?:\b(?:then|and|let|have)\b\s*|再|就)*$/iu

/** "…, if that is fine, let b …": a condition at the end of one step's words is where the next step begins. */
function withConditions(words: readonly string[]): readonly string[] {
  const moved = words.map((one, place) => (place + 1 < words.length ? condition.exec(one) : null))
  return words.map((one, place) => {
    const before = moved[place - 1]?.[1]?.trim()
    const rest = one.slice(0, moved[place]?.index)
    if (before === undefined) return rest
    return `${before}${/\p{Script=Han}/u.test(before) ? '，' : ', '}${bareWords(rest)}`
  })
}

/** What was said before the first step: it holds for each of them. */
function openingOf(before: string): string {
  const bare = before.replace(
    /[\s,，]*(?:\b(?:(?:can|could|would|will) you|i(?:'d| would) like you to|i want you to|please|first)|请|麻烦你?|能否|可以|我想|我要|首先|先|帮我|你)*[\s,，]*$/iu,
    '',
  )
  return /[\p{L}\p{N}]/u.test(bare) ? before.slice(0, bare.length).trim() : ''
}
