import { factsIn, type ProseFact } from './facts.ts'

/** Where one clause ends and the next begins; a comma or a point inside a number is none. */
const border = /[，；。！？!?;\n]+|,(?=\s)|\.(?=\s|$)/gu
const maxChars = 8_000
/** A clause up to this length may go in its own words. */
const maxClause = 160
/** Slot of a clause that goes in its own words. */
const said = 'said'

interface Clause {
  readonly from: number
  readonly to: number
}

/**
 * What of a text is worth telling another agent: its labelled values, and the clauses that name something, each in its
 * own words while it is short, so that no rule can cut a name in two. Clauses side by side stay together; talk that
 * names nothing is left out. Pure.
 */
export function tellingsIn(text: string): readonly ProseFact[] {
  const read = text.slice(0, maxChars)
  const tellings: ProseFact[] = []
  let open: Clause | undefined
  const close = (): void => {
    if (open) tellings.push({ slot: said, value: read.slice(open.from, open.to).trim(), isLoose: true })
    open = undefined
  }
  for (const clause of clausesOf(read)) {
    const facts = factsIn(read.slice(clause.from, clause.to))
    const [labelled, naming] = [facts.filter(({ isLoose }) => !isLoose), facts.filter(names)]
    const isWhole = naming.length > 0 && clause.to - clause.from <= maxClause
    const joined = open && { ...clause, from: open.from }
    if (labelled.length > 0 || (open && endsSentence(read.slice(open.to, clause.from)))) close()
    if (isWhole && open && joined && joined.to - joined.from <= maxClause) open = joined
    else if (isWhole) {
      close()
      open = clause
    }
    tellings.push(...labelled, ...(isWhole ? [] : naming.map(unnumbered)))
  }
  close()
  return tellings
}

function unnumbered(fact: ProseFact): ProseFact {
  return { ...fact, slot: fact.slot.replace(/ \d+$/u, '') }
}

function endsSentence(between: string): boolean {
  return /[。！？!?\n]|\.\s/u.test(between)
}

function* clausesOf(text: string): Iterable<Clause> {
  let from = 0
  for (const { 0: mark, index } of text.matchAll(border)) {
    if (index > from) yield { from, to: index }
    from = index + mark.length
  }
  if (from < text.length) yield { from, to: text.length }
}

/** A loose fact that names something: of a telling form, of two words, or of three Han characters. */
function names({ slot, value, isLoose }: ProseFact): boolean {
  if (!isLoose) return false
  return !slot.startsWith('mention') || /\s|\p{Script=Han}{3}/u.test(String(value))
}
