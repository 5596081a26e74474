import { z } from 'zod'
import { canonicalJson } from './canonical.ts'
import { type EventType, eventVersion, type SessionEvent, type UnknownEvent } from './event.ts'
import { catalogue } from './events/catalogue.ts'
import { eventId, id, instant, type Json } from './events/parts.ts'
import { type EventId, eventIdAt, type SessionId } from './ids.ts'
import { liftPayload } from './lifts.ts'
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

/** One line of JSON, without a line end. */
export function encodeEvent(event: SessionEvent | UnknownEvent): string {
  return JSON.stringify(event)
}

/**
 * Reads an event from a line or from a parsed value. Payloads of older versions are lifted to the current one; types
 * this version does not know are kept as they are, as are keys it does not know. Throws CodecError.
 */
export function decodeEvent(source: string | Json): SessionEvent | UnknownEvent {
  const value = typeof source === 'string' ? parse(source) : source
  const read = envelope.safeParse(value)
  if (!read.success) throw refusal('not_an_event', read.error, '')
  const { type, v } = read.data
  const { sessionId, seq } = read.data
  if (read.data.eventId !== eventIdAt(sessionId, seq))
    throw new CodecError(
      'misplaced',
      'eventId',
      `${read.data.eventId} does not name event ${seq} of ${sessionId}`,
    )
  const whole = value as object as UnknownEvent
  if (!isEventType(type)) return whole
  if (v > eventVersion)
    throw new CodecError(
      'too_new',
      'v',
      `version ${v} of ${type} is newer than ${eventVersion}; use a newer Loggia`,
    )
  const payload = liftPayload(type, v, read.data.payload)
  const checked = catalogue[type].safeParse(payload)
  if (!checked.success) throw refusal('bad_payload', checked.error, 'payload')
  return { ...whole, v: eventVersion, payload } as unknown as SessionEvent
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new CodecError(
      'not_json',
      '',
      `not JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
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
