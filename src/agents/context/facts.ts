import { type Finding, labelled, loose } from './fact-patterns.ts'
import { phrasesIn } from './phrases.ts'

/** A fact read from prose: what it is called there, its value, its unit. */
export interface ProseFact {
  readonly slot: string
  readonly value: string | number
  readonly unit?: string
  /** The text does not say what the value is: its slot is only the kind of thing it looks like. */
  readonly isLoose?: true
}

/** Facts of one text are read up to this number, and text up to this length. */
const maxFacts = 40
const maxChars = 8_000

/**
 * Reads facts from prose by rule, Chinese and English: labelled values (账期：45天, "the rating is 4.7"), names in quotes,
 * amounts, dates, times, percentages, temperatures, telephone numbers, addresses and codes. In the order of the text;
 * a place of the text gives one fact. Pure. The latest value of a slot wins.
 */
export function factsIn(text: string): readonly ProseFact[] {
  const read = text.slice(0, maxChars)
  const taken: Finding[] = []
  const isFree = ({ from, to }: Pick<Finding, 'from' | 'to'>): boolean =>
    taken.every((other) => to <= other.from || from >= other.to)
  for (const one of [...labelled(read), ...loose(read)]) if (isFree(one)) taken.push(one)
  for (const phrase of phrasesIn(read))
    if (isFree(phrase)) taken.push({ ...phrase, slot: 'mention', isLabelled: false })
  const facts = new Map<string, ProseFact>()
  for (const finding of taken.toSorted((one, other) => one.from - other.from)) {
    const fact = factOf(finding)
    const slot = facts.has(fact.slot) && !finding.isLabelled ? numbered(facts, fact) : fact.slot
    if (slot === undefined) continue
    facts.delete(slot)
    facts.set(slot, { ...fact, slot, ...(finding.isLabelled ? {} : { isLoose: true as const }) })
  }
  return [...facts.values()].slice(0, maxFacts)
}

/** Several values of one kind without a label each keep their own slot; the same value twice is one fact. */
function numbered(facts: ReadonlyMap<string, ProseFact>, { slot, value }: ProseFact): string | undefined {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? slot : `${slot} ${number}`
    const known = facts.get(name)
    if (!known) return name
    if (String(known.value).toLowerCase() === String(value).toLowerCase()) return undefined
  }
}

function factOf({ slot, words }: Finding): ProseFact {
  const measure = /^(-?\d+(?:[.,]\d+)*)\s*([°℃%％\p{L}][\p{L}/°℃%％²³]*)?$/u.exec(words)
  const [, figure, unit] = measure ?? []
  const number = figure === undefined ? Number.NaN : Number(figure.replaceAll(',', ''))
  // A code or a telephone number is no figure: leading zeros and length would be lost.
  if (figure === undefined || !Number.isFinite(number) || String(number) !== figure.replaceAll(',', ''))
    return { slot, value: words }
  if (unit !== undefined && unit.length > 12) return { slot, value: words }
  return { slot, value: number, ...(unit === undefined ? {} : { unit }) }
}
