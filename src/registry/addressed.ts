import { acts, isAgentName, isSpokenTo, surelyActs } from './acts.ts'
import type { AgentCard } from './card.ts'
import type { FoundName, NameKind, Names } from './names.ts'

/** An agent somebody speaks to at a place of a text. */
export interface Addressed {
  readonly card: AgentCard
  readonly by: 'mention' | 'verb' | 'subject'
  readonly kind: NameKind
  /** True when it is told to do something; false when it is only mentioned. */
  readonly isCall: boolean
  readonly from: number
  /** Where its own words begin. */
  readonly end: number
}

/** A name after `@` that no agent has, where an agent would be spoken to. */
export interface UnknownName {
  readonly name: string
  readonly from: number
}

const mention = /(?<![A-Za-z0-9._%+/-])[@＠](?=[\p{L}\p{N}_])/gu
const unknownName = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9_]))*|^\p{L}{1,12}/u
/** Before a mention that speaks to its agent: a beginning, a pause, a verb of asking, another mention. */
const speaksTo =
  /(?:^|[,，.。;；:：!！?？、\n(（]|\b(?:and|then|let|have|ask|tell|get|to|please|first|next|finally|hi|hey|dear)|让|请|由|叫|给|派|和|与|先|再|然后|接着|最后|问|找|你好)\s*$/iu
const english =
  /\b(?:let|have|ask|get|tell|make|use)\s+(?:(?:it|this|that|them|the \w+)\s+\w+ed\s+by\s+)?(?:the\s+|our\s+)?/giu
const chinese = /(?:让|请|由|叫|派|要求|交给|交由)\s*/gu
const subject =
  /(?:\b(?:first|then|next|finally|afterwards|after that),?\s+(?:the\s+|our\s+)?|先|再|然后|接着|随后|最后|之后)[,，]?\s*/giu

/** Not an order: told, denied, done already, or supposed. */
const told =
  /(?:\b(?:i|we|they|he|she|it|who|never|not|to not|don't|do not|doesn't|didn't|won't|if|when|(?<!\b(?:can|could|would|will)\s)you)|n't|[我们他她它谁]|不要|不用|不必|无需|不能|别|勿|没|已经|已|刚才|刚刚|昨天|上次|之前|曾)\s*$/iu
/** Before a name: it is not wanted. */
const denied =
  /(?:\b(?:not|never|without|except|instead of|rather than|skip)|n't|不要|不用|不必|无需|不能|别|勿|除了?|而不是|跳过)\s*(?:\b(?:let|have|ask|tell|get|use|call|involve|to|for)|让|请|由|叫|找|问|给|用|把)?\s*$/iu
/** Where a clause begins. */
const clause = /[,，;；。.!！\n]\s*(?:\b(?:and|the|our)\s+)*|^/gu
const sentence = /(?:^|[。.!！?？\n])\s*(?:(?:hi|hey|hello|dear)\s+|你好[,，]?\s*)?/giu
const sequence =
  /^\s*[,，]?\s*(?:and\s+)?(?:(?:then|next|afterwards|after that)\s+|再|然后|接着|随后|最后)\s*(?:the\s+)?/iu
/** A request may begin in the first person. */
const wished = /(?:我想|我要|我希望|希望|帮我|给我|麻烦你|请你)\s*$/u

/** Everybody a text speaks to, in order. `text` is without quotes and code. */
export function addressedIn(text: string, names: Names): readonly Addressed[] {
  const found = apart([...mentions(text, names), ...orders(text, names)])
  return found.some(({ isCall }) => isCall) ? apart([...found, ...bareSubjects(text, names)]) : found
}

/** In the order of the text. "let @finance analyse" is found by its verb and by its mention: the first to begin covers the other. */
function apart(addressed: readonly Addressed[]): readonly Addressed[] {
  const found = addressed.toSorted((one, other) => one.from - other.from || other.end - one.end)
  return found.filter(
    (one, place) => !found.slice(0, place).some(({ from, end }) => one.from >= from && one.from < end),
  )
}

/** Names after `@` that no agent has, where an agent would be spoken to. */
export function unknownIn(text: string, names: Names): readonly UnknownName[] {
  return [...text.matchAll(mention)].flatMap(({ index }): UnknownName[] => {
    if (names.at(text, index + 1)) return []
    const before = text.slice(0, index)
    if (!speaksTo.test(before) && !follows(before)) return []
    const name = unknownName.exec(text.slice(index + 1))?.[0]
    // `@scope/package` and `@annotation(…)` are code that nobody fenced.
    if (name === undefined || /^[/(]/u.test(text.slice(index + 1 + name.length))) return []
    return [{ name, from: index }]
  })
}

function mentions(text: string, names: Names): Addressed[] {
  return [...text.matchAll(mention)].flatMap(({ index }): Addressed[] => {
    const found = names.at(text, index + 1)
    if (!found || /^\/[\w-]/u.test(text.slice(found.end))) return []
    const before = text.slice(0, index)
    if (denied.test(before)) return []
    const isCall = (speaksTo.test(before) || follows(before)) && !isTold(before)
    return [{ ...found, by: 'mention', isCall, from: index }]
  })
}

/** Right after another mention: `@a @b do it`. */
function follows(before: string): boolean {
  return /[@＠][\p{L}\p{N}_.-]+\s+$/u.test(before)
}

function isTold(before: string): boolean {
  const bare = before.replace(/(?:\b(?:let|have|ask|tell|get|to)|让|请|由|叫)\s*$/iu, '')
  return told.test(bare) && !wished.test(bare)
}

function orders(text: string, names: Names): Addressed[] {
  const verbs = [...text.matchAll(english), ...text.matchAll(chinese)].flatMap((match): Addressed[] => {
    const at = match.index + match[0].length
    const isMention = text[at] === '@' || text[at] === '＠'
    const found = names.at(text, isMention ? at + 1 : at, 'guess')
    if (!found || !isOrder(text, match.index) || !saysWhat(text, match[0], found)) return []
    if (!isMention && !isAgentName(text, at, found)) return []
    return [{ ...found, by: isMention ? 'mention' : 'verb', isCall: true, from: match.index }]
  })
  const subjects = [...text.matchAll(subject)].flatMap((match): Addressed[] => {
    const at = match.index + match[0].length
    const found = names.at(text, at, 'guess')
    if (!found || !isOrder(text, match.index)) return []
    if (!acts(text, at, found) && !shares(text, names, found)) return []
    return [{ ...found, by: 'subject', isCall: true, from: match.index }]
  })
  return [...verbs, ...subjects, ...spokenTo(text, names)]
}

function spokenTo(text: string, names: Names): Addressed[] {
  return [...text.matchAll(sentence)].flatMap((match): Addressed[] => {
    const at = match.index + match[0].length
    const found = names.at(text, at)
    return found && isSpokenTo(text, at, found) ? [{ ...found, by: 'verb', isCall: true, from: at }] : []
  })
}

/** Two in an order that do the same: "first finance, then compliance: check it", 先财务再合规检查. */
function shares(text: string, names: Names, { kind, end }: FoundName): boolean {
  const [next] = sequence.exec(text.slice(end)) ?? []
  if (next === undefined) return false
  const other = names.at(text, end + next.length)
  return kind !== 'guess' && other !== undefined && acts(text, end + next.length, other)
}

/** Beside other orders, a clause may begin with the agent that acts: "finance should total it", 财务评估金额. */
function bareSubjects(text: string, names: Names): Addressed[] {
  return [...text.matchAll(clause)].flatMap((match): Addressed[] => {
    const at = match.index + match[0].length
    const found = names.at(text, at)
    if (!found || !surelyActs(text, found)) return []
    return [{ ...found, by: 'subject', isCall: true, from: at }]
  })
}

function isOrder(text: string, from: number): boolean {
  const before = text.slice(0, from).replace(/(?:先|再|也|还|然后)\s*$/u, '')
  return wished.test(before) || !told.test(before)
}

/** What follows the name is an act: `ask x about`, `get x to`, `let x review`; never the end of the sentence. */
function saysWhat(text: string, verb: string, { end }: FoundName): boolean {
  const rest = text.slice(end)
  const word = /^(?:ask|get|tell|make|use)/iu.exec(verb)?.[0].toLowerCase()
  if (word === undefined) return true
  if (/\bby\s+(?:the\s+|our\s+)?$/iu.test(verb)) return true
  if (/^\s*(?:[:：]|to\b)/iu.test(rest)) return true
  return (
    (word === 'ask' || word === 'tell') &&
    /^\s*(?:about|for|whether|if|what|how|which|who|when|where|why)\b/iu.test(rest)
  )
}
