import { requestWords } from './modifiers.ts'
import { type Word, wordsOf } from './words.ts'

/** Something a request can go to: an agent, a tool, a block of memory. Made once by `matchDocument`. */
export interface MatchDocument {
  readonly id: string
  /** Weighted frequency of each term. */
  readonly terms: ReadonlyMap<string, number>
  readonly length: number
}

/** How well one document answers a request. Scores compare within one ranking only; they are no probabilities. */
export interface Match {
  readonly id: string
  readonly score: number
  /** Share of the request's weight that the document's words account for, 0 to 1. */
  readonly coverage: number
  /** Shared words as the request spells them, with what each adds; the strongest first. */
  readonly reasons: readonly { readonly word: string; readonly gain: number }[]
}

const saturation = 1.2
const lengthPenalty = 0.4
/** Keeps a word that every document has from counting nothing, so that a team of one still matches. */
const rarityFloor = 0.9

/** Prepares a document from texts that count differently: a name more than a description. */
export function matchDocument(
  id: string,
  fields: readonly { readonly text: string; readonly weight: number }[],
): MatchDocument {
  const terms = new Map<string, number>()
  let length = 0
  for (const { text, weight } of fields) {
    for (const word of wordsOf(text)) {
      terms.set(word.term, (terms.get(word.term) ?? 0) + word.weight * weight)
      length += word.weight
    }
  }
  return { id, terms, length }
}

/**
 * Orders documents by how well they answer a request (BM25, k1 1.2, b 0.4), best first; equal scores keep the given
 * order. Documents that share no word are left out. Words in modifiers ("based on …", 适合…的) count a third.
 */
export function rankByText(
  query: string | readonly Word[],
  documents: readonly MatchDocument[],
): readonly Match[] {
  const words = combine(typeof query === 'string' ? requestWords(query) : query)
  const rarity = words.map(({ term }) => rarityOf(term, documents))
  const total = words.reduce((sum, { weight }, place) => sum + weight * (rarity[place] ?? 0), 0)
  const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / (documents.length || 1) || 1
  return documents
    .flatMap((document) => scoreOf(document, { words, rarity, total, averageLength }) ?? [])
    .toSorted((one, other) => other.score - one.score)
}

interface Request {
  readonly words: readonly Word[]
  readonly rarity: readonly number[]
  readonly total: number
  readonly averageLength: number
}

/** A word said twice asks no more than once. */
function combine(words: readonly Word[]): readonly Word[] {
  const byTerm = new Map<string, Word>()
  for (const word of words) {
    const known = byTerm.get(word.term)
    if (!known || known.weight < word.weight) byTerm.set(word.term, word)
  }
  return [...byTerm.values()]
}

function rarityOf(term: string, documents: readonly MatchDocument[]): number {
  let having = 0
  for (const { terms } of documents) if (terms.has(term)) having += 1
  return Math.max(rarityFloor, Math.log(1 + (documents.length - having + 0.5) / (having + 0.5)))
}

function scoreOf(document: MatchDocument, request: Request): Match | undefined {
  const drag = saturation * (1 - lengthPenalty + (lengthPenalty * document.length) / request.averageLength)
  const reasons: { word: string; gain: number }[] = []
  let score = 0
  let covered = 0
  for (const [place, { term, text, weight }] of request.words.entries()) {
    const frequency = document.terms.get(term)
    if (frequency === undefined) continue
    const worth = weight * (request.rarity[place] ?? 0)
    const gain = (worth * frequency * (saturation + 1)) / (frequency + drag)
    score += gain
    covered += worth
    reasons.push({ word: text, gain })
  }
  if (score === 0) return undefined
  reasons.sort((one, other) => other.gain - one.gain)
  return { id: document.id, score, coverage: covered / request.total, reasons }
}
