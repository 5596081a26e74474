import { stopWords } from '#protocol'
import { type AgentCard, wordings } from './card.ts'
import { documentOf } from './score.ts'
import { firstWord } from './spoken.ts'

/** How sure a name is: the agent's own id, a word its card gives as a name, or any word that only its card has. */
export type NameKind = 'id' | 'word' | 'guess'

/** A name found at a place of a text. `end` is where the words after it begin. */
export interface FoundName {
  readonly card: AgentCard
  readonly kind: NameKind
  readonly end: number
}

interface Name {
  readonly name: string
  readonly card: AgentCard
  readonly kind: NameKind
}

/** Finds agents by the names people use for them. Made once for a list of agents. */
export interface Names {
  /** The longest name that begins at `at`, when it is a whole word. `guess` also takes a word that one card alone has. */
  at(text: string, at: number, guess?: 'guess'): FoundName | undefined
}

const asciiWord = /[A-Za-z0-9_]/u
/** What people put after a name without meaning another one. */
const kindOfAgent =
  /^[ \t]?(?:agent|team|department|specialist|expert|assistant|colleague|folks|people|智能体|代理|助手|专家|专员|人员|同事|同学|老师|团队|部门|小组|那边|部(?!分(?!析))|组(?![件织合成]))(?![A-Za-z])/iu
const longestName = 24
const separators = ['_', '-', ' ']

/** Names of these agents: ids, ids without `_agent`, and words that only one card uses. */
export function namesOf(cards: readonly AgentCard[]): Names {
  const names = [...idNames(cards), ...wordNames(cards)].toSorted(
    (one, other) => other.name.length - one.name.length,
  )
  const exact = (text: string, at: number): FoundName | undefined => {
    for (const { name, card, kind } of names) {
      const end = at + name.length
      if (text.slice(at, end).toLowerCase() !== name || !endsThere(text, name, end)) continue
      return { card, kind, end: end + (kindOfAgent.exec(text.slice(end))?.[0].length ?? 0) }
    }
    return undefined
  }
  return {
    at: (text, at, guess) => exact(text, at) ?? (guess ? guessed(text, at, cards) : undefined),
  }
}

function idNames(cards: readonly AgentCard[]): Name[] {
  const names = cards.flatMap((card): Name[] => {
    const id = card.id.toLowerCase()
    const short = id.replace(/[_.-]?agent$/u, '')
    const forms = new Set(
      [id, short].flatMap((name) => separators.map((one) => name.replaceAll(/[_.-]+/gu, one)).concat(name)),
    )
    return [...forms].filter((name) => name !== '').map((name) => ({ name, card, kind: 'id' as const }))
  })
  // A short form two agents share names neither; a full id always names its own.
  return names.filter(
    ({ name, card }) =>
      name === card.id.toLowerCase() || names.every((other) => other.name !== name || other.card === card),
  )
}

function wordNames(cards: readonly AgentCard[]): Name[] {
  const taken = new Set(cards.map(({ id }) => id.toLowerCase()))
  const names = cards.flatMap((card) =>
    card.capabilities
      .flatMap(({ name, keywords }) => [name, ...keywords])
      .map((word) => ({ name: word.trim().toLowerCase(), card, kind: 'word' as const })),
  )
  return names.filter(
    ({ name, card }) =>
      name.length >= 2 &&
      name.length <= longestName &&
      !stopWords.has(name) &&
      !taken.has(name) &&
      names.every((other) => other.name !== name || other.card === card),
  )
}

/** An ASCII name ends where no letter, digit or underscore goes on; other scripts have no spaces to tell by. */
function endsThere(text: string, name: string, end: number): boolean {
  if (!asciiWord.test(name.at(-1) ?? '')) return true
  return !/^[.-]?[A-Za-z0-9_]/u.test(text.slice(end, end + 2))
}

/** The word at this place, when exactly one card knows it. */
function guessed(text: string, at: number, cards: readonly AgentCard[]): FoundName | undefined {
  const word = firstWord(text.slice(at))
  if (!word) return undefined
  const having = cards.filter(
    (card) => documentOf(card).terms.has(word.term) || wordings(card.description).includes(word.text),
  )
  const [card] = having
  if (!card || having.length > 1) return undefined
  const end = at + word.length
  return { card, kind: 'guess', end: end + (kindOfAgent.exec(text.slice(end))?.[0].length ?? 0) }
}
