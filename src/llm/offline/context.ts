import {
  type Match,
  matchDocument,
  modifierSpans,
  normalForm,
  rankByText,
  type Word,
  wordsOf,
} from '#protocol'
import type { Abilities } from './abilities.ts'
import { numbersIn } from './fill/numbers.ts'
import { placesIn } from './fill/places.ts'
import { isRecord } from './json.ts'
import { targetOf } from './outcome.ts'
import { asksBack } from './phrases.ts'
import type { Step } from './plan.ts'
import type { Exchange, Scene } from './scene.ts'

/** Another agent's answer that goes along, byte for byte, and why. */
export interface Chosen {
  readonly sourceAgent: string
  readonly content: string
  readonly why: string
}

const most = 3
const threshold = 0.6
const considered = 16

/** Points at what was just said. */
const pointing =
  /第[一二三四五]个|这个|这些|那个|那些|这里|那里|那儿|这儿|这样|上述|上面|前面|刚才|刚刚|之前|它们?|其中|\b(?:that|this|those|these|there|it|them|nearby|above|previous|earlier|former|latter|(?:first|second|third|last) (?:one|of))\b/iu
/** Supposes a plan that something said before may have brought up. */
const supposing = /的话|(?:如果|要是|假如)[^，,]*(?:去|做|选|按|用)|\bif\s+(?:we|i|you|they)\b/iu
const inModifier = 1.6
const ownWord = 0.25
/** What places and things are measured by: every list of them says it. */
const measures = /评分|评价|价格|门票|人均|地址|地铁|\b(?:ratings?|prices?|cost|tickets?|address|metro)\b/giu
const leastShared = 0.2
/** Characters beside a number that say what it measures. */
const aroundNumber = 8

/**
 * Chooses what of the other agents' answers the called one needs: by words it shares with them and with what they are
 * about, by words that point back, the recent before the old. At most three, oldest first; nothing twice.
 */
export function chooseContext(scene: Scene, step: Step, abilities: Abilities): readonly Chosen[] {
  const target = targetOf(step.tool.name)
  if (target === undefined) return []
  const candidates = candidatesFor(scene, target, step.tool.name)
  if (candidates.length === 0) return []
  const scores = score(scene, { step, abilities, candidates })
  return candidates
    .map((candidate, place) => ({ candidate, place, ...(scores[place] ?? { worth: 0, why: '' }) }))
    .filter(({ worth }) => worth >= threshold)
    .toSorted((one, other) => other.worth - one.worth)
    .slice(0, most)
    .toSorted((one, other) => one.place - other.place)
    .map(({ candidate, worth, why }) => ({
      sourceAgent: candidate.agent ?? '',
      content: candidate.answer,
      why: `${worth.toFixed(2)}${why === '' ? '' : ` (${why})`}`,
    }))
}

function candidatesFor({ exchanges, reports }: Scene, target: string, tool: string): readonly Exchange[] {
  const sent = new Set(
    exchanges.filter((made) => made.tool === tool).flatMap(({ args }) => contentsOf(args['contextMessages'])),
  )
  const usable = [...exchanges, ...reports].filter(
    ({ agent, status, answer }) =>
      agent !== undefined &&
      agent !== target &&
      status === 'done' &&
      !asksBack.test(answer) &&
      answer.trim() !== '' &&
      !sent.has(answer),
  )
  const latest = new Map(usable.map((exchange) => [`${exchange.agent ?? ''}\n${exchange.answer}`, exchange]))
  return usable
    .filter((exchange) => latest.get(`${exchange.agent ?? ''}\n${exchange.answer}`) === exchange)
    .slice(-considered)
}

function contentsOf(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry['content'] === 'string' ? [entry['content']] : [],
  )
}

interface Scoring {
  readonly step: Step
  readonly abilities: Abilities
  readonly candidates: readonly Exchange[]
}

function score(
  { turn }: Scene,
  { step, abilities, candidates }: Scoring,
): readonly { readonly worth: number; readonly why: string }[] {
  const documents = candidates.map(({ answer, tool }, place) => {
    const topic = abilities.documents.find(({ id }) => id === tool)
    const own = matchDocument(String(place), [{ text: answer, weight: 1 }])
    if (!topic) return own
    const terms = new Map(own.terms)
    for (const [term, weight] of topic.terms) terms.set(term, (terms.get(term) ?? 0) + weight * 0.5)
    return { ...own, terms }
  })
  const ranked = new Map(
    rankByText(evidence(step, abilities), documents).map((match) => [Number(match.id), match]),
  )
  const meant = meantOf(candidates, ranked)
  return candidates.map((candidate, place) => {
    const match = ranked.get(place)
    const cue = place === meant || candidate.turn === turn ? cueOf(step, candidate.turn === turn) : 0
    const recency = 0.8 ** Math.max(0, turn - candidate.turn - 1)
    const words = (match?.reasons ?? []).slice(0, 3).map(({ word }) => word)
    return {
      worth: ((match?.score ?? 0) + cue) * recency,
      why: [...words, ...(cue > 0 ? ['points back'] : [])].join(', '),
    }
  })
}

/** What a pointing word means: the candidate that shares most with the request, else the latest. */
function meantOf(candidates: readonly Exchange[], ranked: ReadonlyMap<number, Match>): number {
  const best = [...ranked.entries()].toSorted(([, one], [, other]) => other.score - one.score)[0]
  return best && best[1].score >= leastShared ? best[0] : candidates.length - 1
}

function cueOf({ clause, after }: Step, sameTurn: boolean): number {
  if (sameTurn) return after ? 1 : 0
  if (pointing.test(clause) || isNearby(clause)) return 0.9
  return supposing.test(clause) ? 0.6 : 0
}

/** "Nearby" without a place points at one. */
function isNearby(clause: string): boolean {
  return /附近|周边/u.test(clause) && !placesIn(clause, []).some(({ role }) => role === 'near')
}

/**
 * Words of the request as evidence. Those in modifiers say what it rests on; those of the called one's own trade, and
 * places and measures that the request itself gives, say little.
 */
function evidence({ clause, tool }: Step, abilities: Abilities): readonly Word[] {
  const text = normalForm(clause)
  const spans = modifierSpans(text)
  const values = [
    ...placesIn(text, []).map(({ start, text: name }) => [start, start + name.length] as const),
    ...[...text.matchAll(measures)].map((match) => [match.index, match.index + match[0].length] as const),
    ...numbersIn(text).map(({ start, end }) => [start - aroundNumber, end + aroundNumber] as const),
  ]
  const own = abilities.documents.find(({ id }) => id === tool.name)?.terms
  return wordsOf(text).map((word) => {
    const within = ([from, to]: readonly [number, number]): boolean => word.start >= from && word.end <= to
    if (spans.some(within)) return { ...word, weight: word.weight * inModifier }
    return own?.has(word.term) || values.some(within) ? { ...word, weight: word.weight * ownWord } : word
  })
}
