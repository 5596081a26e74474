import { z } from 'zod'
import { canonicalJson } from './canonical.ts'
import type { EventType, SessionEvent, UnknownEvent } from './event.ts'
import { catalogue } from './events/catalogue.ts'
import { eventId, id, instant } from './events/parts.ts'
import { type EventId, eventIdAt, type SessionId } from './ids.ts'
import { isJson, type Json, maxJsonDepth } from './json.ts'
import { current, type Lifting, liftPayload } from './lifts.ts'
import type { View } from './view.ts'

/** A text or value that is no event. Nothing of it was taken. */
export class CodecError extends Error {
  override readonly name = 'CodecError'
  readonly code: 'not_json' | 'not_an_event' | 'bad_payload' | 'too_new' | 'misplaced'
  /** Keys down to what is wrong. */
  readonly path: string

  constructor(code: CodecError['code'], path: string, message: string, options?: ErrorOptions) {
    super(path === '' ? message : `${path}: ${message}`, options)
    this.code = code
    this.path = path
  }
}

const envelope = z.object({
  eventId,
  sessionId: id('session'),
  seq: z.int().positive(),
  type: z.string().min(1),
  at: instant,
  actor: z.object({ kind: z.enum(['user', 'agent', 'tool', 'system']), id: z.string() }),
  taskId: id('task').optional(),
  runId: id('run').optional(),
  reason: z.string().optional(),
  prevEvents: z.array(eventId),
  visibility: z.enum(['user', 'internal']),
  payload: z.unknown(),
  v: z.int().positive(),
})

/** Marks that some readers of lines take for the end of one. Escaped, an event is one line for everybody. */
const otherLineEnds = /[\u2028\u2029]/g

/** One line of JSON, without a line end. What is `undefined` is left out. */
export function encodeEvent(event: SessionEvent | UnknownEvent): string {
  return JSON.stringify(event).replace(otherLineEnds, (mark) => (mark === '\u2028' ? '\\u2028' : '\\u2029'))
}

/**
 * Reads an event from a line or from a parsed value. Payloads of older versions are lifted to the current one; types
 * this version does not know are kept as they are, as are keys it does not know. Throws CodecError.
 */
export function decodeEvent(source: unknown): SessionEvent | UnknownEvent {
  return decodeLifted(source, current)
}

/** The same with other lifts than the released ones: for the tests of lifting. */
export function decodeLifted(source: unknown, lifting: Lifting): SessionEvent | UnknownEvent {
  const value = typeof source === 'string' ? parse(source) : source
  if (!isJson(value))
    throw new CodecError('not_json', '', `not JSON, or nested deeper than ${maxJsonDepth} levels`)
  const read = envelope.safeParse(value)
  if (!read.success) throw refusal('not_an_event', read.error, '')
  const { type, v, sessionId, seq } = read.data
  const wanted = eventIdAt(sessionId, seq)
  if (read.data.eventId !== wanted)
    throw new CodecError('misplaced', 'eventId', `${read.data.eventId} is not event ${seq}: wanted ${wanted}`)
  const whole = value as object as UnknownEvent
  return isEventType(type) ? known(whole, { type, v }, lifting) : whole
}

/** The payload is checked and kept as it came: what the schema does not name stays. */
function known(
  whole: UnknownEvent,
  { type, v }: { readonly type: EventType; readonly v: number },
  lifting: Lifting,
): SessionEvent {
  if (v > lifting.to)
    throw new CodecError(
      'too_new',
      'v',
      `version ${v} of ${type} is newer than ${lifting.to}; use a newer Loggia`,
    )
  const payload = liftPayload(type, { v, payload: whole.payload }, lifting)
  const checked = catalogue[type].safeParse(payload)
  if (!checked.success) throw refusal('bad_payload', checked.error, 'payload')
  return { ...whole, v: lifting.to, payload } as unknown as SessionEvent
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CodecError('not_json', '', `not JSON: ${why}`, { cause })
  }
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(catalogue, type)
}

function refusal(code: CodecError['code'], error: z.ZodError, prefix: string): CodecError {
  const [issue] = error.issues
  const path = [prefix, ...(issue?.path ?? [])].filter((key) => key !== '').join('.')
  return new CodecError(code, path, issue?.message ?? 'not an event')
}

/** A copy of an event in another session or at another seq: its own id and its causes in that session follow. */
export function movedEvent<Event extends SessionEvent | UnknownEvent>(event: Event, to: SessionId): Event {
  const prefix = event.eventId.slice(0, event.eventId.lastIndexOf('_') + 1)
  const prevEvents = event.prevEvents.map(
    (cause): EventId =>
      cause.startsWith(prefix) ? eventIdAt(to, Number(cause.slice(prefix.length))) : cause,
  )
  return { ...event, sessionId: to, eventId: eventIdAt(to, event.seq), prevEvents }
}

/**
 * The state of a view as one canonical text: equal views give equal texts, whatever built them. Hash it to compare a
 * live view with a replayed one.
 */
export function viewDigestInput(view: View): string {
  return canonicalJson(toJson(view))
}

function toJson(value: unknown): Json {
  if (value instanceof Map) return [...value].map(([key, item]) => [toJson(key), toJson(item)])
  if (value instanceof Set) return [...value].map(toJson)
  if (Array.isArray(value)) return value.map(toJson)
  if (value === null || typeof value !== 'object') return (value ?? null) as Json
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, toJson(item)]),
  )
}
