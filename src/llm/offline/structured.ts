import type { Json } from '#protocol'
import type { JsonSchema } from '../model.ts'
import { choicesIn } from './fill/choices.ts'
import { namedValue } from './fill/mentions.ts'
import { numbersIn } from './fill/numbers.ts'
import { type Property, propertiesOf } from './fill/property.ts'
import { isRecord } from './json.ts'
import type { Exchange } from './scene.ts'

/** JSON that fits the schema, taken from facts, from fields of results and from the answer; the rest is left empty. */
export function structured(schema: JsonSchema, answer: string, results: readonly Exchange[]): Json {
  return valueFor({ name: '', schema }, { answer, results, known: knownIn(results) })
}

interface Source {
  readonly answer: string
  readonly results: readonly Exchange[]
  readonly known: ReadonlyMap<string, Json>
}

/** Every named value of the results, the latest last. */
function knownIn(results: readonly Exchange[]): ReadonlyMap<string, Json> {
  const known = new Map<string, Json>()
  for (const { data, facts } of results) {
    const top = Array.isArray(data) ? data[0] : data
    if (isRecord(top)) for (const [key, value] of Object.entries(top)) known.set(fold(key), value)
    for (const { slot, value } of facts) known.set(fold(slot), value)
  }
  return known
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/gu, '')
}

function valueFor(
  { name, schema }: { readonly name: string; readonly schema: JsonSchema },
  source: Source,
): Json {
  const [property] = propertiesOf({ properties: { [name]: schema }, required: [name] })
  if (!property) return null
  const known = source.known.get(fold(name))
  if (known !== undefined && fits(property, known)) return known
  return made(property, source)
}

function fits({ type, schema }: Property, value: Json): boolean {
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value) && fitsItems(schema['items'], value)
  return type === 'object' ? false : typeof value === type
}

function fitsItems(items: Json | undefined, values: readonly Json[]): boolean {
  if (!isRecord(items)) return true
  const [property] = propertiesOf({ properties: { item: items } })
  return (
    property === undefined ||
    values.every((value) => (property.type === 'object' ? isRecord(value) : fits(property, value)))
  )
}

function made(property: Property, source: Source): Json {
  const { schema, type, description } = property
  if (schema['const'] !== undefined) return schema['const']
  const options = schema['enum']
  if (Array.isArray(options)) {
    const [found] = choicesIn(
      source.answer,
      options.filter((value) => typeof value === 'string'),
      description,
    )
    return found ?? options[0] ?? null
  }
  switch (type) {
    case 'object':
      return object(property, source)
    case 'array':
      return list(property, source)
    case 'boolean':
      return false
    case 'number':
    case 'integer':
      return amount(property, source)
    case 'null':
      return null
    default:
      return text(property, source)
  }
}

function object({ schema }: Property, source: Source): Json {
  const properties = propertiesOf(schema)
  return Object.fromEntries(
    properties.flatMap((each): [string, Json][] => {
      const known = source.known.has(fold(each.name)) || each.required || each.kind === 'text'
      return known ? [[each.name, valueFor(each, source)]] : []
    }),
  )
}

function list({ schema }: Property, { answer, results }: Source): Json {
  const items = schema['items']
  const [item] = isRecord(items) ? propertiesOf({ properties: { item: items }, required: ['item'] }) : []
  if (item?.type === 'object') {
    const rows = results.flatMap(({ data }) => (Array.isArray(data) ? data.filter(isRecord) : []))
    return rows.map((row) =>
      object(item, {
        answer: '',
        results: [],
        known: new Map(Object.entries(row).map(([key, value]) => [fold(key), value])),
      }),
    )
  }
  if (item?.type !== 'string' || item.declared.length > 0)
    return item?.declared.length ? [...choicesIn(answer, item.declared.map(String), '')] : []
  const bullets = answer
    .split('\n')
    .flatMap((line) => /^\s*(?:[-*•]|\d+[.)、])\s*(.+)$/u.exec(line)?.[1] ?? [])
  return bullets
}

function amount(property: Property, { answer }: Source): number {
  const named = Number(namedValue(answer, property))
  const value = Number.isFinite(named) ? named : (numbersIn(answer)[0]?.value ?? 0)
  const least = property.schema['minimum']
  const largest = property.schema['maximum']
  const whole = property.type === 'integer' ? Math.trunc(value) : value
  const raised = typeof least === 'number' ? Math.max(least, whole) : whole
  return typeof largest === 'number' ? Math.min(largest, raised) : raised
}

function text(property: Property, { answer }: Source): string {
  return namedValue(answer, property) ?? (['text', 'other', 'keyword'].includes(property.kind) ? answer : '')
}
