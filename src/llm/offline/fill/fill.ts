import { type Json, wordsOf } from '#protocol'
import { namedByEllipsis } from '../follow-up.ts'
import type { JsonRecord } from '../json.ts'
import type { Step } from '../plan.ts'
import type { Scene } from '../scene.ts'
import { carried, placesKnown } from './carry.ts'
import { daysIn } from './days.ts'
import { emailsIn, identifiersIn, pathsIn, quotedIn, urlsIn } from './mentions.ts'
import { numbersIn } from './numbers.ts'
import { type PlaceMention, placesIn } from './places.ts'
import { isContextList, type Property, propertiesOf } from './property.ts'
import { read } from './read.ts'
import type { Reader } from './reader.ts'

/** A call ready to make, or the first required argument nobody gave. */
export type Filled =
  | { readonly ok: true; readonly args: JsonRecord; readonly notes: readonly string[] }
  | {
      readonly ok: false
      readonly args: JsonRecord
      readonly missing: Property
      readonly notes: readonly string[]
    }

export interface FillOptions {
  readonly scene: Scene
  readonly step: Step
  /** Terms of the tool's name and description: words that chose it, and so do not filter. */
  readonly trade: ReadonlyMap<string, number>
  /** Every term of the tool, those of its keywords and arguments included. */
  readonly toolTerms: ReadonlyMap<string, number>
  /** The words a text argument gets. */
  readonly words: string
  /** What goes into a list of other agents' words. */
  readonly context: readonly { readonly sourceAgent: string; readonly content: string }[]
}

/** Fills a tool's arguments from the user's words, then from what earlier calls and other agents said. */
export function fill(options: FillOptions): Filled {
  const { step, scene, context } = options
  const properties = propertiesOf(step.tool.input)
  const reader = readerOf(options, properties)
  const args: Record<string, Json> = {}
  const notes: string[] = []
  let missing: Property | undefined
  for (const property of inOrder(properties)) {
    if (isContextList(property)) {
      if (context.length > 0 || property.required)
        args[property.name] = context.map(({ sourceAgent, content }) => ({ sourceAgent, content }))
      continue
    }
    const value = read(property, reader) ?? replied(property, options)
    if (value !== undefined) {
      args[property.name] = value
      continue
    }
    const found = carried(property, { scene, step, words: reader.text })
    if (found) {
      args[property.name] = found.value
      notes.push(`${property.name} ← ${found.from}`)
    } else if (property.required) missing ??= property
  }
  const ordered = Object.fromEntries(
    properties.flatMap(({ name }) => (name in args ? [[name, args[name] ?? null]] : [])),
  )
  return missing ? { ok: false, args: ordered, missing, notes } : { ok: true, args: ordered, notes }
}

/** A short reply to our question is the value itself when nothing else can be made of it. */
function replied({ name, type }: Property, { step, scene }: FillOptions): string | undefined {
  const isDay = daysIn(scene.query).length > 0
  return step.asked === name && type === 'string' && !isDay
    ? scene.query.trim().replace(/[。.!！]$/u, '')
    : undefined
}

/** What "那成都呢" names: it takes the place of what the last call was about. */
function swapped({ basis, clause }: Step): readonly PlaceMention[] {
  const named = basis && namedByEllipsis(clause)
  if (
    !named ||
    named.length > 24 ||
    /什么|哪|的|\b(?:the|a|any)\b/u.test(named) ||
    daysIn(named).length > 0 ||
    numbersIn(named).length > 0
  )
    return []
  return [{ text: named, start: clause.indexOf(named), role: 'at', sure: true, proper: true }]
}

/** True for words that chose the tool: a guess that they are a place is wrong. */
function isOfTrade(name: string, toolTerms: FillOptions['toolTerms']): boolean {
  return wordsOf(name).every(({ term }) => toolTerms.has(term))
}

/** Required arguments take their value first; a number with a bound or a unit before a bare one. */
function inOrder(properties: readonly Property[]): readonly Property[] {
  const rank = ({ required, name, kind }: Property): number =>
    (required ? 0 : 1) + (/near|附近/iu.test(name) ? -0.5 : 0) + (kind === 'keyword' ? 2 : 0)
  return properties.toSorted((one, other) => rank(one) - rank(other))
}

function readerOf(
  { scene, step, trade, toolTerms, words }: FillOptions,
  properties: readonly Property[],
): Reader {
  const text = step.clause.normalize('NFKC')
  const paths = pathsIn(text)
  const places = placesIn(text, placesKnown(scene, properties)).filter(
    ({ text: name, sure }) => sure || (step.basis === undefined && !isOfTrade(name, toolTerms)),
  )
  return {
    text,
    words,
    language: scene.language,
    today: scene.today,
    trade,
    days: [...daysIn(text)],
    numbers: [...numbersIn(text)],
    places: places.length > 0 ? [...places] : [...swapped(step)],
    placeSpans: places
      .filter(({ sure }) => sure)
      .map(({ start, text: name }) => [start, start + name.length]),
    taken: [],
    quoted: quotedIn(text).filter((each) => !paths.includes(each)),
    paths: [...paths],
    ids: [...identifiersIn(text)],
    emails: [...emailsIn(text)],
    urls: [...urlsIn(text)],
    properties,
    isFollowUp: step.basis !== undefined,
  }
}

/**
 * The calls a scalar place argument stands for when the words name several places: one per place, the rest equal.
 * "天气 in 北京 and 上海" is two calls of a tool that takes one city.
 */
export function spread(
  filled: Extract<Filled, { readonly ok: true }>,
  options: FillOptions,
): readonly JsonRecord[] {
  const properties = propertiesOf(options.step.tool.input)
  const places = properties.filter(
    ({ kind, type, declared }) => kind === 'place' && type === 'string' && declared.length >= 0,
  )
  const [place, second] = places
  const value = place && filled.args[place.name]
  if (!place || second || typeof value !== 'string') return [filled.args]
  const text = options.step.clause.normalize('NFKC')
  const all = listedWith(text, value)
  return all.map((each) => ({ ...filled.args, [place.name]: each }))
}

/** Names that a text joins to this one by "and", 和 or 、. */
function listedWith(text: string, name: string): readonly string[] {
  const at = text.indexOf(name)
  if (at < 0) return [name]
  const rest = text.slice(at + name.length)
  const more: string[] = []
  const joint =
    /^\s*(?:、|和|与|跟|以及|,\s*and\s+|,\s*|\s+and\s+)(\p{Script=Han}{2,4}?(?=今|明|后|的|、|和|与|天气|有|$|[?？,，])|[A-Z][\p{L}-]+(?:\s[A-Z][\p{L}-]+)*)/u
  let left = rest
  for (let match = joint.exec(left); match && more.length < 4; match = joint.exec(left)) {
    more.push(match[1] ?? '')
    left = left.slice(match[0].length)
  }
  return [name, ...more]
}
