import fc from 'fast-check'
import { z } from 'zod'
import { type EventType, eventIdAt, type SessionEvent, type SessionId, type UnknownEvent } from '#protocol'
import { catalogue } from '../../src/protocol/events/catalogue.ts'

/** The part of JSON Schema that the catalogue makes use of. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
}

export const eventTypes = Object.keys(catalogue) as EventType[]

/** Everything a schema allows, text of every script included. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map(fitting))
  const { type } = schema
  if (Array.isArray(type)) return fc.oneof(...type.map((one: string) => fitting({ ...schema, type: one })))
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1), max: 1e9 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: 1e9, noNaN: true }).map((value) => value + 0)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 3 })
    case 'object':
      return recordOf(schema)
    default:
      return json
  }
}

/** As JSON has it: there is no negative zero. */
const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)))

const patterns = new Map<string, fc.Arbitrary<string>>()
const idPattern = /^\^([a-z]+)_\[0-9A-HJKMNP-TV-Z\]\{26\}\$$/

/** Text of a pattern. Ids come mostly from a small pool, so that events are about the same things. */
function matching(pattern: string): fc.Arbitrary<string> {
  const known = patterns.get(pattern)
  if (known) return known
  const any = fc.stringMatching(new RegExp(pattern))
  const prefix = idPattern.exec(pattern)?.[1]
  const pool = ['1', '2', '3'].map((end) => `${prefix}_${end.padStart(26, '0')}`)
  const made = prefix ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pool) }, any) : any
  patterns.set(pattern, made)
  return made
}

function textOf({ format, pattern, minLength = 0 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => date.toISOString())
  if (pattern) return matching(pattern)
  return fc.string({ minLength, maxLength: 12, unit: 'grapheme' })
}

function recordOf({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  const open = typeof additionalProperties === 'object' && Object.keys(properties).length === 0
  if (open)
    return fc.dictionary(fc.string({ maxLength: 5 }), fitting(additionalProperties), {
      maxKeys: 2,
      noNullPrototype: true,
    })
  const members = Object.entries(properties).map(([key, schema]) => [key, fitting(schema)] as const)
  return fc.record(Object.fromEntries(members), {
    requiredKeys: Object.keys(properties).filter((key) => required.includes(key)),
    noNullPrototype: true,
  })
}

/** Any payload of an event type. */
export function payloadOf(type: EventType): fc.Arbitrary<unknown> {
  return fitting(z.toJSONSchema(catalogue[type], { unrepresentable: 'any', io: 'input' }) as Schema)
}

const payloads = new Map<EventType, fc.Arbitrary<unknown>>()
const payloadOnce = (type: EventType): fc.Arbitrary<unknown> => {
  const known = payloads.get(type) ?? payloadOf(type)
  payloads.set(type, known)
  return known
}

const idOf = (prefix: string): fc.Arbitrary<string> => matching(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`)

/** Any event of a type, at its place. */
export function eventOf(
  type: EventType,
  at: { sessionId: SessionId; seq: number },
): fc.Arbitrary<SessionEvent> {
  const envelope = {
    at: textOf({ format: 'date-time' }),
    actor: fc.record(
      { kind: fc.constantFrom('user', 'agent', 'tool', 'system'), id: fc.string() },
      { noNullPrototype: true },
    ),
    taskId: idOf('task'),
    runId: idOf('run'),
    reason: fc.string({ unit: 'grapheme' }),
    prevEvents: fc.uniqueArray(
      fc.integer({ min: 1, max: Math.max(1, at.seq - 1) }).map((seq) => eventIdAt(at.sessionId, seq)),
      { maxLength: 3 },
    ),
    visibility: fc.constantFrom('user', 'internal'),
    payload: payloadOnce(type),
  }
  const requiredKeys = ['at', 'actor', 'prevEvents', 'visibility', 'payload'] as const
  return fc
    .record(envelope, { requiredKeys: [...requiredKeys], noNullPrototype: true })
    .map(
      (rest) =>
        ({ eventId: eventIdAt(at.sessionId, at.seq), ...at, type, v: 1, ...rest }) as unknown as SessionEvent,
    )
}

/** A log of anything: events of every type in any order, of types nobody knows, and payloads that are not what they say. */
export function anyLog(sessionId: SessionId, maxLength = 30): fc.Arbitrary<(SessionEvent | UnknownEvent)[]> {
  const strange = fc.constantFrom('task.exploded', 'record.damaged', 'constructor', 'toString', '__proto__')
  const draft = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...eventTypes).map((type) => ({ type, junk: false })) },
    { weight: 1, arbitrary: strange.map((type) => ({ type, junk: true })) },
    { weight: 1, arbitrary: fc.constantFrom(...eventTypes).map((type) => ({ type, junk: true })) },
  )
  return fc.array(draft, { maxLength }).chain((drafts) =>
    fc.tuple(
      ...drafts.map(({ type, junk }, index): fc.Arbitrary<SessionEvent | UnknownEvent> => {
        const at = { sessionId, seq: index + 1 }
        if (!junk) return eventOf(type as EventType, at)
        return fc
          .tuple(eventOf('session.paused', at), json)
          .map(([event, payload]) => ({ ...event, type, payload }))
      }),
    ),
  )
}
