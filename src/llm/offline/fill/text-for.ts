import { choicesIn } from './choices.ts'
import { dayValue } from './days.ts'
import { namedValue, timesIn } from './mentions.ts'
import { placeFor } from './place.ts'
import type { Kind, Property } from './property.ts'
import type { Reader } from './reader.ts'
import { residual } from './residual.ts'

type Find = (property: Property, reader: Reader) => string | undefined

/** The text the words give a property, by what the property is about. Lists of mentions are used up. */
export function textFor(property: Property, reader: Reader): string | undefined {
  for (const find of finders[property.kind]) {
    const found = find(property, reader)
    if (found !== undefined) return found
  }
  return undefined
}

const named: Find = (property, { text }) => namedValue(text, property)
const declared: Find = ({ declared: values, description }, { text }) =>
  choicesIn(
    text,
    values.filter((value) => typeof value === 'string'),
    description,
  )[0]
const quoted: Find = (_, { quoted: list }) => list.shift()
const path: Find = (_, { paths }) => paths.shift()
const left: Find = (_, reader) => residual(reader)
const day: Find = (property, reader) => {
  const isEnd = /end|until|check_?out|return|^to$|to_date|结束|离店|返回/iu.test(property.name)
  const ordered = isEnd ? reader.days.toSorted((one, other) => one.start - other.start) : reader.days
  const mention = ordered[isEnd ? 1 : 0]
  const value = mention && dayValue(mention, property, reader)
  return value === undefined ? undefined : String(value)
}

/** The number said with the property's name, else one that begins like it, else the first. */
const identifier: Find = (property, { text, ids }) => {
  const said = namedValue(text, property)
  const stem = property.name.replace(/[_-]?(?:id|number|no|code|ref)s?$/iu, '').toLowerCase()
  const own = stem === '' ? undefined : ids.find((id) => id.toLowerCase().startsWith(stem.slice(0, 3)))
  const found = (said !== undefined && /\d/u.test(said) ? said : undefined) ?? own ?? ids[0]
  if (found !== undefined && ids.includes(found)) ids.splice(ids.indexOf(found), 1)
  return found?.replace(/^#/u, '')
}

const ifRequired =
  (find: Find): Find =>
  (property, reader) =>
    property.required ? find(property, reader) : undefined
/** A name is given by its form: a place by its ending, or capitals. */
const properName: Find = (_, { places }) => {
  const at = places.findIndex(
    ({ sure, proper, role }) => sure && proper && role !== 'near' && role !== 'from',
  )
  return at < 0 ? undefined : places.splice(at, 1)[0]?.text
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&')

/** The word after "the file", "named", "user": how people name a thing of a kind. */
const afterLabel: Find = ({ name }, { text }) => {
  const noun = name
    .replaceAll(/[_-]+|\d+$/gu, ' ')
    .replaceAll(/\b(?:name|path|title|id)\b/giu, '')
    .trim()
  const label = noun === '' ? '(?:named|called|titled)' : `(?:named|called|titled|${literally(noun)})`
  const value = '([A-Za-z][\\w.-]*\\d[\\w.-]*|[A-Z][\\w.-]+(?:\\s[A-Z][\\w.-]+)*)'
  return new RegExp(`\\b${label}\\s+(?:(?:named|called|titled)\\s+)?${value}`, 'u').exec(text)?.[1]
}

/** The word before "folder", "directory" or the like. */
const beforeLabel: Find = (_, { text }) => {
  const found = /\b(?:the\s+)?([\w.-]{2,})\s+(?:folder|directory)\b/iu.exec(text)?.[1]
  return found && !/^(?:the|a|an|this|that|new|current|same|its|my|into|document)$/iu.test(found)
    ? found
    : undefined
}

/** With one required text, what stands out in the words is meant for it. */
const standingOut: Find = (property, reader) => {
  const strings = reader.properties.filter(({ required, type }) => required && type === 'string')
  if (strings.length !== 1) return undefined
  const { ids, places, properties } = reader
  return (
    ids[0] ??
    places.find(({ sure }) => sure)?.text ??
    (properties.length === 1 ? left(property, reader) : undefined)
  )
}

/** Ways to find each kind, the surest first. */
const finders: Readonly<Record<Kind, readonly Find[]>> = {
  day: [day],
  time: [(_, { text }) => timesIn(text)[0]],
  place: [named, declared, placeFor],
  path: [path, afterLabel, beforeLabel, named, ifRequired(quoted)],
  email: [(_, { emails }) => emails.shift()],
  url: [(_, { urls }) => urls.shift()],
  id: [identifier, ifRequired(quoted)],
  text: [ifRequired((_, { words }) => words), named, quoted],
  content: [named, quoted, ifRequired((_, { words }) => words)],
  keyword: [named, quoted, left, ifRequired((_, { words }) => words)],
  name: [named, quoted, declared, properName, afterLabel],
  other: [named, declared, ifRequired(quoted), ifRequired(standingOut)],
}
