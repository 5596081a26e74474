import type { Json } from '#protocol'
import { isRecord } from '../json.ts'
import { aliasesOf, choicesIn, placeOfPhrase } from './choices.ts'
import { dayValue } from './days.ts'
import {
  emailsIn,
  identifiersIn,
  matching,
  namedValue,
  pathsIn,
  quotedIn,
  timesIn,
  urlsIn,
} from './mentions.ts'
import { numberFor } from './numbers.ts'
import { placeFor } from './place.ts'
import { type Property, propertiesOf } from './property.ts'
import type { Reader } from './reader.ts'
import { residual } from './residual.ts'

/** The value the words give a property, or undefined. */
export function read(property: Property, reader: Reader): Json | undefined {
  const { schema, type, description } = property
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return chosen(property, schema['enum'], reader)
  switch (type) {
    case 'boolean':
      return flag(property, reader.text)
    case 'integer':
    case 'number':
      return number(property, reader)
    case 'array':
      return list(property, reader)
    case 'object':
      return nested(property, reader)
    default:
      return pattern(schema['pattern'], reader.text) ?? words(property, reader, description)
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
function flag({ name, schema, required, description }: Property, text: string): boolean | undefined {
  const phrase = name
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replace(/^(?:is|has|with|include|should)[\s_]+/iu, '')
  const places = [phrase, ...aliasesOf(phrase, description)]
    .map((each) => placeOfPhrase(text, each))
    .filter((at) => at >= 0)
  const [at] = places
  if (at !== undefined) return !negation.test(text.slice(0, at))
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
  if (Number.isFinite(named) && (type !== 'integer' || Number.isInteger(named))) return named
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
  if (found || !property.required || property.kind === 'id') return found
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

function words(property: Property, reader: Reader, description: string): string | undefined {
  const declared = property.declared.filter((value) => typeof value === 'string')
  const { text, required } = reader.isFollowUp
    ? { ...reader, required: false }
    : { ...reader, required: property.required }
  switch (property.kind) {
    case 'day':
      return day(property, reader)
    case 'time':
      return timesIn(text)[0]
    case 'place':
      return (
        namedValue(text, property) ?? choicesIn(text, declared, description)[0] ?? placeFor(property, reader)
      )
    case 'path':
      return pathsIn(text)[0] ?? quotedIn(text)[0] ?? namedValue(text, property) ?? afterLabel(text, property)
    case 'email':
      return emailsIn(text)[0]
    case 'url':
      return urlsIn(text)[0]
    case 'id':
      return idOf(text, property)
    case 'text':
      return property.required ? reader.words : (namedValue(text, property) ?? quotedIn(text)[0])
    case 'keyword':
      return (
        namedValue(text, property) ??
        quotedIn(text)[0] ??
        residual(reader) ??
        (required ? reader.words : undefined)
      )
    case 'name':
      return (
        namedValue(text, property) ??
        quotedIn(text)[0] ??
        choicesIn(text, declared, description)[0] ??
        nameOf(property, reader)
      )
    default:
      return (
        namedValue(text, property) ?? choicesIn(text, declared, description)[0] ?? other(property, reader)
      )
  }
}

function day(property: Property, reader: Reader): string | undefined {
  const second = /end|until|check_?out|return|^to$|to_date|结束|离店|返回/iu.test(property.name) ? 1 : 0
  const ordered = second === 1 ? reader.days.toSorted((one, other) => one.start - other.start) : reader.days
  const mention = ordered[second]
  const value = mention && dayValue(mention, property, reader)
  return value === undefined ? undefined : String(value)
}

function idOf(text: string, property: Property): string | undefined {
  const named = namedValue(text, property)
  if (named !== undefined && /\d/u.test(named)) return named
  const ids = identifiersIn(text)
  const stem = property.name.replace(/[_-]?(?:id|number|no|code|ref)s?$/iu, '').toLowerCase()
  const own = stem === '' ? undefined : ids.find((id) => id.toLowerCase().startsWith(stem.slice(0, 3)))
  return own ?? ids[0]?.replace(/^#/u, '') ?? (property.required ? quotedIn(text)[0] : undefined)
}

/** A name is given by its form: a place by its ending, or capitals. */
function nameOf(property: Property, reader: Reader): string | undefined {
  const found = reader.places.find(({ sure, role }) => sure && role !== 'near' && role !== 'from')
  if (found) {
    reader.places.splice(reader.places.indexOf(found), 1)
    return found.text
  }
  return afterLabel(reader.text, property)
}

/** The word after "the file", "named", "user": how people name a thing of a kind. */
function afterLabel(text: string, { name }: Property): string | undefined {
  const noun = name
    .replaceAll(/[_-]+/gu, ' ')
    .replace(/\b(?:name|path|title|id)\b/giu, '')
    .trim()
  const label =
    noun === ''
      ? '(?:named|called|titled)'
      : `(?:named|called|titled|${noun.replaceAll(/[.*+?^${}()|[\]\\]/gu, '')})`
  return new RegExp(
    `\\b${label}\\s+(?:(?:named|called|titled)\\s+)?([A-Za-z][\\w.-]*\\d[\\w.-]*|[A-Z][\\w.-]+(?:\\s[A-Z][\\w.-]+)*)`,
    'u',
  ).exec(text)?.[1]
}

function other(property: Property, reader: Reader): string | undefined {
  if (!property.required) return undefined
  const strings = reader.properties.filter(({ required, type }) => required && type === 'string')
  const quotedText = quotedIn(reader.text)[0]
  if (quotedText !== undefined) return quotedText
  return strings.length === 1
    ? (identifiersIn(reader.text)[0] ?? reader.places.find(({ sure }) => sure)?.text ?? residual(reader))
    : undefined
}
