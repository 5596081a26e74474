import type { Json } from '#protocol'
import { isRecord } from '../json.ts'
import { aliasesOf, choicesIn, placeOfPhrase } from './choices.ts'
import { dayValue } from './days.ts'
import { emailsIn, identifiersIn, matching, namedValue, pathsIn, quotedIn, urlsIn } from './mentions.ts'
import { numberFor } from './numbers.ts'
import { type Property, propertiesOf } from './property.ts'
import type { Reader } from './reader.ts'
import { residual } from './residual.ts'
import { textFor } from './text-for.ts'

/** The value the words give a property, or undefined. */
export function read(property: Property, reader: Reader): Json | undefined {
  const { schema, type } = property
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return chosen(property, schema['enum'], reader)
  switch (type) {
    case 'boolean':
      return flag(property, reader)
    case 'integer':
    case 'number':
      return number(property, reader)
    case 'array':
      return list(property, reader)
    case 'object':
      return nested(property, reader)
    default:
      return pattern(schema['pattern'], reader.text) ?? textFor(property, reader)
  }
}

function pattern(source: Json | undefined, text: string): string | undefined {
  return typeof source === 'string' ? matching(text, source) : undefined
}

function chosen(property: Property, values: readonly Json[], reader: Reader): Json | undefined {
  const texts = values.filter((value) => typeof value === 'string')
  const [mention] = reader.days
  if (property.kind === 'day' && mention) {
    const day = dayValue(mention, property, reader)
    if (day !== undefined) return day
  }
  const [found] = choicesIn(reader.text, texts, property.description)
  if (found !== undefined) return found
  return values.find(
    (value) => typeof value === 'number' && reader.numbers.some((each) => each.value === value),
  )
}

const negation = /(?:不要|不用|不需要|无需|不|别|\b(?:no|not|without|don't|do not|never))\s*$/iu

/** A flag is set by its own name only: its description speaks of other things too. */
function flag(
  { name, schema, required, description }: Property,
  { text, taken }: Reader,
): boolean | undefined {
  const phrase = name
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replace(/^(?:is|has|with|include|should)[\s_]+/iu, '')
  for (const each of [phrase, ...aliasesOf(phrase, description)]) {
    const at = placeOfPhrase(text, each)
    if (at < 0) continue
    taken.push([at, at + each.length])
    return !negation.test(text.slice(0, at))
  }
  return required && schema['default'] === undefined ? false : undefined
}

function number(property: Property, reader: Reader): number | undefined {
  const { kind, type } = property
  const [mention] = reader.days
  if (kind === 'day' && mention) {
    const day = dayValue(mention, property, reader)
    if (typeof day === 'number') return day
  }
  const named = Number(namedValue(reader.text, property))
  if (Number.isFinite(named) && (type !== 'integer' || Number.isInteger(named))) {
    const at = reader.numbers.findIndex(({ value }) => value === named)
    if (at >= 0) reader.numbers.splice(at, 1)
    return named
  }
  const others = reader.properties.filter((other) => ['integer', 'number'].includes(other.type))
  const lone = property.required || (others.length === 1 && reader.numbers.length === 1)
  const found = numberFor(property, reader.numbers, lone)
  if (!found) return undefined
  reader.numbers.splice(reader.numbers.indexOf(found), 1)
  return found.value
}

function list(property: Property, reader: Reader): Json | undefined {
  const items = property.schema['items']
  if (!isRecord(items)) return undefined
  if (Array.isArray(items['enum']))
    return some(choicesIn(reader.text, items['enum'].map(String), property.description))
  if (items['type'] === 'number' || items['type'] === 'integer')
    return some(reader.numbers.map(({ value }) => value))
  if (items['type'] !== 'string') return undefined
  const found = some(stringsOf(property.kind, reader))
  if (found || !property.required || !described.has(property.kind)) return found
  return [residual(reader) ?? reader.words]
}

function stringsOf(kind: Property['kind'], { text, places }: Reader): readonly string[] {
  if (kind === 'place') return places.map((place) => place.text)
  return (finders[kind] ?? quotedIn)(text)
}

const finders: Partial<Record<Property['kind'], (text: string) => readonly string[]>> = {
  id: identifiersIn,
  path: pathsIn,
  email: emailsIn,
  url: urlsIn,
}

/** Lists that plain words can fill. */
const described = new Set<Property['kind']>(['keyword', 'text', 'content', 'name'])

function some(values: readonly Json[]): Json | undefined {
  return values.length > 0 ? values : undefined
}

function nested(property: Property, reader: Reader): Json | undefined {
  const inner = propertiesOf(property.schema)
  const entries = inner.flatMap((each): [string, Json][] => {
    const value = read(each, reader)
    return value === undefined ? [] : [[each.name, value]]
  })
  const complete = inner.every(({ required, name }) => !required || entries.some(([key]) => key === name))
  return entries.length > 0 && complete && property.required ? Object.fromEntries(entries) : undefined
}
