import type { JsonSchema, ToolSpec } from './model.ts'
import type { ProviderRules } from './provider-rules.ts'

const maxDepth = 48

/** Why a provider would refuse this tool, or undefined. One bad tool must not take the request down. */
export function problemOfTool(tool: ToolSpec, rules: ProviderRules): string | undefined {
  if (tool.name === '') return 'it has no name'
  if (!tool.name.isWellFormed() || !tool.description.isWellFormed())
    return 'its name or description is not well-formed Unicode'
  const text = jsonOf(tool.input)
  if (text === undefined) return 'its schema is not JSON: it refers to itself'
  const bytes = Buffer.byteLength(text)
  if (bytes > rules.maxSchemaBytes) return `its schema has ${bytes} bytes, more than ${rules.maxSchemaBytes}`
  return (
    problemOfTop(tool.input) ?? problemWithin(tool.input, { root: tool.input, rules, path: [], refs: [] })
  )
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // A cycle of objects, or nesting beyond the stack: no JSON, which is what the caller asks.
    return undefined
  }
}

const choices = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', 'if'] as const

function problemOfTop(schema: JsonSchema): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return 'its schema is not an object'
  const type = schema['type'] ?? 'object'
  if (type !== 'object') return `its schema is of type ${JSON.stringify(type)}; arguments must be an object`
  const choice = choices.find((key) => key in schema)
  if (choice !== undefined)
    return `its schema has ${JSON.stringify(choice)} at the top; only plain properties may stand there`
  return '$ref' in schema ? 'its schema is a reference at the top; write it out' : undefined
}

interface Place {
  readonly root: JsonSchema
  readonly rules: ProviderRules
  readonly path: readonly string[]
  /** References being followed: meeting one again is a circle. */
  readonly refs: readonly string[]
}

function problemWithin(schema: unknown, place: Place): string | undefined {
  if (place.path.length > maxDepth) return `its schema is nested more than ${maxDepth} levels deep`
  if (!isRecord(schema)) return undefined
  const problem =
    problemOfRef(schema['$ref'], place) ?? problemOfProperties(schema, place) ?? problemOfArray(schema, place)
  if (problem !== undefined) return problem
  for (const [key, part] of partsOf(schema)) {
    const inner = problemWithin(part, { ...place, path: [...place.path, key] })
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Keywords that hold one schema, a list of schemas, or schemas by name. Definitions are judged where they are used. */
const holdingOne = [
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
] as const
const holdingList = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const holdingNamed = ['properties', 'patternProperties', 'dependentSchemas'] as const

function* partsOf(schema: Readonly<Record<string, unknown>>): Generator<readonly [string, unknown]> {
  for (const key of holdingOne) yield [key, schema[key]]
  for (const key of [...holdingList, ...holdingNamed]) {
    const held = schema[key]
    if (typeof held !== 'object' || held === null) continue
    for (const [name, part] of Object.entries(held)) yield [`${key}.${name}`, part]
  }
}

function problemOfArray(schema: Readonly<Record<string, unknown>>, place: Place): string | undefined {
  if (!place.rules.arraysNeedItems || schema['type'] !== 'array') return undefined
  return 'items' in schema || 'prefixItems' in schema
    ? undefined
    : `its schema has an array without items at ${at(place)}`
}

function problemOfRef(ref: unknown, place: Place): string | undefined {
  if (ref === undefined) return undefined
  if (typeof ref !== 'string' || !ref.startsWith('#'))
    return `its schema refers to ${JSON.stringify(ref)}, which is not in it`
  if (ref === '#' || place.refs.includes(ref)) return `its schema refers to itself by ${JSON.stringify(ref)}`
  const target = pointedAt(place.root, ref)
  if (target === undefined) return `its schema refers to ${JSON.stringify(ref)}, which is not in it`
  return problemWithin(target, { ...place, refs: [...place.refs, ref] })
}

/** What a JSON pointer (RFC 6901) in a fragment points at. */
function pointedAt(root: JsonSchema, ref: string): unknown {
  let value: unknown = root
  for (const step of ref.slice(2).split('/')) {
    if (!isRecord(value) && !Array.isArray(value)) return undefined
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
  }
  return value
}

function problemOfProperties(schema: Readonly<Record<string, unknown>>, place: Place): string | undefined {
  const properties = schema['properties']
  if (properties === undefined) return undefined
  if (!isRecord(properties)) return `its schema has properties that are not an object at ${at(place)}`
  const { propertyKey, requiredMustExist } = place.rules
  const odd = propertyKey && Object.keys(properties).find((key) => !propertyKey.test(key))
  if (odd !== undefined)
    return `its parameter ${JSON.stringify(odd)} has a name that ${place.rules.provider} refuses`
  const required = schema['required']
  if (!requiredMustExist || !Array.isArray(required)) return undefined
  const missing = required.find((key) => typeof key !== 'string' || !Object.hasOwn(properties, key))
  return missing === undefined
    ? undefined
    : `its schema requires ${JSON.stringify(missing)}, which it does not describe`
}

const at = ({ path }: Place): string => (path.length === 0 ? 'the top' : path.join('.'))

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
