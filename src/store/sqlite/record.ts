/** An event as a row holds it: without what its place tells (id, session, seq) and without what is nearly always so. */
import { damagedType, type EventId, eventIdAt, type SessionId, type UnknownEvent } from '#protocol'
import type { StoredEvent } from '../store.ts'

/** What a row's JSON says. Other properties of an event stay as they are. */
export interface StoredRecord extends Pick<UnknownEvent, 'type' | 'actor' | 'payload'> {
  readonly eventId?: EventId
  /** Only when it is not the canonical form of the row's milliseconds. */
  readonly at?: string
  /** Causes in the same session as seqs. */
  readonly prevEvents?: readonly (number | EventId)[]
  readonly visibility?: UnknownEvent['visibility']
  readonly v?: number
}

/** Where a record stands: what the columns of its row say. */
export interface Place {
  readonly sessionId: SessionId
  readonly seq: number
  readonly atMs: number
}

/** The row's time when an event's time is not in canonical form. */
const noTime = -1
const usualVisibility = 'internal'
const usualVersion = 1

/** The JSON of an event's row, and its time in epoch milliseconds. */
export function encode(event: StoredEvent): { readonly atMs: number; readonly json: string } {
  const { eventId, sessionId, seq, at, prevEvents, visibility, v, ...record }: UnknownEvent = event
  const atMs = epochMs(at)
  const unusual = {
    ...record,
    ...(eventId === eventIdAt(sessionId, seq) ? undefined : { eventId }),
    ...(atMs === noTime ? { at } : undefined),
    ...(prevEvents.length === 0
      ? undefined
      : { prevEvents: prevEvents.map((id) => shortCause(sessionId, id)) }),
    ...(visibility === usualVisibility ? undefined : { visibility }),
    ...(v === usualVersion ? undefined : { v }),
  }
  return { atMs, json: JSON.stringify(unusual) }
}

/** The event that `encode` was given, but for properties that were `undefined`. */
export function decode(record: StoredRecord, { sessionId, seq, atMs }: Place): StoredEvent {
  const event: UnknownEvent = {
    eventId: eventIdAt(sessionId, seq),
    sessionId,
    seq,
    at: record.at ?? instant(atMs),
    ...record,
    prevEvents: record.prevEvents?.map((cause) => longCause(sessionId, cause)) ?? [],
    visibility: record.visibility ?? usualVisibility,
    v: record.v ?? usualVersion,
  }
  return event
}

/** The record that stands where a row could not be read. */
export function damagedRecord(why: string): StoredRecord {
  return { type: damagedType, actor: { kind: 'system', id: 'store' }, payload: { why } }
}

function shortCause(sessionId: SessionId, id: EventId): number | EventId {
  const seq = Number(id.slice(id.lastIndexOf('_') + 1))
  return Number.isSafeInteger(seq) && eventIdAt(sessionId, seq) === id ? seq : id
}

function longCause(sessionId: SessionId, cause: number | EventId): EventId {
  return typeof cause === 'number' ? eventIdAt(sessionId, cause) : cause
}

function epochMs(at: string): number {
  const ms = Date.parse(at)
  return ms >= 0 && new Date(ms).toISOString() === at ? ms : noTime
}

function instant(atMs: number): string {
  return new Date(Math.max(0, atMs)).toISOString()
}
