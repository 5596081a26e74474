/** An event's JSON text as a row: what the row's place tells is cut off, the rest is compacted. */
import { crc32 } from 'node:zlib'
import type { SessionId } from '#protocol'
import { type Context, compact, eventPrefix, expand } from './compact.ts'

/** What a row holds beside its place and its checksum. */
export interface RowContent {
  /** Milliseconds since the session's id was made; `noTime` when the time is not in canonical form and in the body. */
  readonly at: number
  readonly body: string
}

const noTime = Number.MIN_SAFE_INTEGER
/** A body that is not as usual begins with one of these: its head is there, its end is there, or both. */
const whole = { head: '1', end: '2', both: '3' } as const
const usualEnd = '},"v":1}'
const typeAndTime = /("type":"[^"\\]*",)"at":"(\d{4}-[0-9T:.-]{18}Z)",/y

/** Events of one batch mostly share their time: both directions remember the last. */
let last = { at: '', atMs: Number.NaN }

/** The row of an event's JSON text. `unpack` gives exactly the text back. */
export function pack(json: string, seq: number, context: Context): RowContent {
  const head = headOf(context.sessionId, seq)
  const isUsualEnd = json.endsWith(usualEnd)
  const until = isUsualEnd ? json.length - usualEnd.length : json.length
  typeAndTime.lastIndex = head.length
  const [both, type, at] = (json.startsWith(head) && typeAndTime.exec(json)) || []
  const atMs = at === undefined ? undefined : epochMs(at)
  if (both === undefined || type === undefined || atMs === undefined) {
    const mark = isUsualEnd ? whole.head : whole.both
    return { at: noTime, body: mark + compact(json.slice(0, until), context) }
  }
  const kept = type + json.slice(head.length + both.length, until)
  const mark = isUsualEnd ? '' : whole.end
  return { at: atMs - madeMs(context.sessionId), body: mark + compact(kept, context) }
}

/** The JSON text that was packed. Throws when the body is none. */
export function unpack({ at, body }: RowContent, seq: number, context: Context): string {
  const first = body.charAt(0)
  const mark = first === whole.head || first === whole.end || first === whole.both ? first : ''
  const text = expand(mark === '' ? body : body.slice(1), context)
  const end = mark === whole.end || mark === whole.both ? '' : usualEnd
  if (mark === whole.head || mark === whole.both) return text + end
  const typeEnd = text.indexOf('",', '"type":"'.length) + 2
  const time = instant(at + madeMs(context.sessionId))
  return `${headOf(context.sessionId, seq)}${text.slice(0, typeEnd)}"at":"${time}",${text.slice(typeEnd)}${end}`
}

/**
 * Over the whole text of the event, as it was given, and its place: a row moved elsewhere is found, and so is a text
 * that does not come back as it was. Signed, which takes a byte less.
 */
export function checksum(json: string, sessionId: SessionId, seq: number): number {
  return crc32(json, crc32(sessionId, seq % 0x1_0000_0000)) | 0
}

function headOf(sessionId: SessionId, seq: number): string {
  return `{"eventId":"${eventPrefix(sessionId)}${seq}","sessionId":"${sessionId}","seq":${seq},`
}

/** Undefined when the text is not what the instant would be written as. */
function epochMs(at: string): number | undefined {
  if (last.at === at) return last.atMs
  const ms = Date.parse(at)
  const isCanonical = ms >= 0 && new Date(ms).toISOString() === at
  if (!isCanonical) return undefined
  last = { at, atMs: ms }
  return ms
}

function instant(atMs: number): string {
  if (last.atMs !== atMs) last = { at: new Date(atMs).toISOString(), atMs }
  return last.at
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
let made = { sessionId: '', atMs: 0 }

/** When the session's id was made, by its first ten characters; times of rows count from it and stay small. */
function madeMs(sessionId: SessionId): number {
  if (made.sessionId === sessionId) return made.atMs
  let atMs = 0
  for (const digit of sessionId.slice(5, 15)) atMs = atMs * 32 + Math.max(0, digits.indexOf(digit))
  made = { sessionId, atMs }
  return atMs
}
