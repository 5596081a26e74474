import { type Json, wordsOf } from '#protocol'
import { isRecord } from '../json.ts'
import type { Step } from '../plan.ts'
import type { Exchange, Scene } from '../scene.ts'
import { daysIn, dayValue } from './days.ts'
import { placesIn } from './places.ts'
import type { Property } from './property.ts'

/** A value from earlier, and where it came from. */
export interface Carried {
  readonly value: Json
  readonly from: string
}

/** Points at a place or a thing said before. */
const toPlace =
  /那里|那儿|那边|当地|这里|这儿|附近|该地|\b(?:there|here|nearby|around it|near it|same place)\b/iu
const toThing =
  /这个|那个|这张|那张|这份|那份|该|它|\b(?:it|this|the same|(?:that|those|these)(?!\s+\p{L}+s\b))\b/iu
const carries = new Set<Property['kind']>(['place', 'id', 'name', 'path', 'email', 'url', 'day'])

/** Finds an argument the words do not give: the call being followed up, earlier calls, facts, other agents' words. */
export function carried(
  property: Property,
  at: { readonly scene: Scene; readonly step: Step; readonly words: string },
): Carried | undefined {
  const { scene, step, words } = at
  const basis = step.basis?.args[property.name]
  if (basis !== undefined) return { value: basis, from: 'the last call' }
  const told = fromTold(property, scene)
  if (told) return told
  if (!property.required && !(carries.has(property.kind) && isPointedAt(property, words))) return undefined
  const relativeDay = property.kind === 'day' ? today(property, scene) : undefined
  if (relativeDay) return relativeDay
  if (carries.has(property.kind) || Array.isArray(property.schema['enum'])) {
    const found = fromExchanges(property, scene, step) ?? fromInjections(property, scene)
    if (found) return found
  }
  const fallback = property.schema['default']
  return property.required && fallback !== undefined ? { value: fallback, from: 'the default' } : undefined
}

function isPointedAt({ kind }: Property, words: string): boolean {
  return (kind === 'place' ? toPlace : toThing).test(words)
}

/** Who asks for a forecast and names no day means today, where the schema knows such days. */
function today(property: Property, { today: day, language }: Scene): Carried | undefined {
  if (!property.required) return undefined
  const hint = `${property.description} ${property.declared.map(String).join(' ')}`
  if (!/today|今天/iu.test(hint)) return undefined
  const value = dayValue({ text: language === 'zh' ? '今天' : 'today', start: 0, offset: 0 }, property, {
    today: day,
    language,
  })
  return value === undefined ? undefined : { value, from: 'no day was named' }
}

function fromExchanges(property: Property, { exchanges, reports }: Scene, step: Step): Carried | undefined {
  const latest = [...exchanges, ...reports].toReversed()
  const same = latest.find(({ tool, args }) => tool === step.tool.name && fits(property, args[property.name]))
  const value = same?.args[property.name]
  if (value !== undefined) return { value, from: `the last call of ${step.tool.name}` }
  for (const exchange of latest) {
    const known = valueIn(exchange, property)
    if (known !== undefined) return { value: known, from: exchange.agent ?? exchange.tool }
  }
  return undefined
}

function valueIn(exchange: Exchange, property: Property): Json | undefined {
  const { name } = property
  const { args, facts, data } = exchange
  const top = Array.isArray(data) ? data[0] : data
  const candidates = [
    args[name],
    facts.find(({ slot }) => slot === name || slot.toLowerCase() === name.toLowerCase())?.value,
    isRecord(top) ? top[name] : undefined,
    property.kind === 'place' ? facts.find(({ slot }) => placeSlot.test(slot))?.value : undefined,
    property.kind === 'place' ? Object.entries(args).find(([key]) => placeSlot.test(key))?.[1] : undefined,
  ]
  return candidates.find((value) => fits(property, value))
}

const placeSlot = /place|city|location|地点|城市|景点|attraction|venue/iu

function fits({ type, schema }: Property, value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value)) return false
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isRecord(value) : typeof value === type
}

/** A place or day that other agents' words name, the newest first. */
function fromInjections(property: Property, scene: Scene): Carried | undefined {
  const { injections, today: day, language } = scene
  for (const { sourceAgent, content } of injections.toReversed()) {
    const [mention] = property.kind === 'day' ? daysIn(content) : []
    const dayFound = mention && dayValue(mention, property, { today: day, language })
    const place =
      property.kind === 'place' ? placesIn(content, placesKnown(scene, [property]))[0]?.text : undefined
    const value = dayFound ?? place
    if (value !== undefined && fits(property, value)) return { value, from: `the words of ${sourceAgent}` }
  }
  return undefined
}

const worded = new Set<Property['kind']>(['text', 'content', 'other'])

/** Words of another agent go whole into an argument that is named like that agent or its subject. */
function fromTold({ name, type, kind, schema }: Property, { injections }: Scene): Carried | undefined {
  if (type !== 'string' || schema['enum'] !== undefined || !worded.has(kind)) return undefined
  const named = wordsOf(name)
  if (named.length === 0) return undefined
  const told = injections.findLast(({ sourceAgent, content }) => {
    const terms = new Set([...wordsOf(sourceAgent), ...wordsOf(content)].map(({ term }) => term))
    return named.every(({ term, weight }) => weight >= 1 && terms.has(term))
  })
  return told && { value: told.content, from: `the words of ${told.sourceAgent}` }
}

/** Names known to be places: those the schema declares, and those earlier calls and facts hold. */
export function placesKnown(
  { exchanges }: Pick<Scene, 'exchanges'>,
  properties: readonly Property[],
): readonly string[] {
  const declared = properties.flatMap(({ kind, declared }) =>
    kind === 'place' || kind === 'name' ? declared : [],
  )
  const used = exchanges.flatMap(({ args, facts }) => [
    ...Object.entries(args).flatMap(([key, value]) => (placeSlot.test(key) ? [value] : [])),
    ...facts.flatMap(({ slot, value }) => (placeSlot.test(slot) ? [value] : [])),
  ])
  const names = [...declared, ...used].filter((value) => typeof value === 'string')
  return [...new Set(names)].toSorted((one, other) => other.length - one.length)
}
