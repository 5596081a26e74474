import { canonicalJson } from './canonical.ts'
import type { SessionEvent, UnknownEvent } from './event.ts'
import { type EventId, eventIdAt, type SessionId } from './ids.ts'
import type { Json } from './json.ts'
import type { View } from './view.ts'

/** Marks that some readers of lines take for the end of one. Escaped, an event is one line for everybody. */
const otherLineEnds = /[\u2028\u2029]/g

/** One line of JSON, without a line end. What is `undefined` is left out. */
export function encodeEvent(event: SessionEvent | UnknownEvent): string {
  return JSON.stringify(event).replace(otherLineEnds, (mark) => (mark === '\u2028' ? '\\u2028' : '\\u2029'))
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
