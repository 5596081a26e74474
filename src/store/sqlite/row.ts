/** An event's JSON text as a row: what the row's place tells is cut off, the rest is compacted. */
import { crc32 } from 'node:zlib'
import type { SessionId } from '#protocol'
import { type Context, compact, eventPrefix, expand } from './compact.ts'

/** What a row holds beside its place and its checksum. */
export interface RowContent {
  /** Epoch milliseconds; -1 when the event's time is not in canonical form and stays in the body. */
  readonly atMs: number
  readonly body: string
}

const noTime = -1
/** A body begins with the sum of these: what was cut off. */
const headCut = 1
const endCut = 2
const usualEnd = ',"v":1}'
const typeAndTime = /("type":"[^"\\]*",)"at":"(\d{4}-[0-9T:.-]{18}Z)",/y

/** Events of one batch mostly share their time: both directions remember the last. */
let last = { at: '', atMs: noTime }

/** The row of an event's JSON text. `unpack` gives exactly the text back. */
export function pack(json: string, seq: number, context: Context): RowContent {
  const head = headOf(context.sessionId, seq)
  const end = json.endsWith(usualEnd) ? endCut : 0
  const until = end === 0 ? json.length : -usualEnd.length
  if (!json.startsWith(head)) return { atMs: noTime, body: `${end}${compact(json.slice(0, until), context)}` }
  const rest = json.slice(head.length, until)
  typeAndTime.lastIndex = 0
  const [both, type, at] = typeAndTime.exec(rest) ?? []
  const atMs = at === undefined ? noTime : epochMs(at)
  const kept =
    both !== undefined && type !== undefined && atMs !== noTime ? type + rest.slice(both.length) : rest
  return { atMs, body: `${headCut + end}${compact(kept, context)}` }
}

/** The JSON text that was packed. Throws when the body is none. */
export function unpack({ atMs, body }: RowContent, seq: number, context: Context): string {
  const cut = body.charCodeAt(0) - 0x30
  const text = expand(body.slice(1), context)
  const end = (cut & endCut) === 0 ? '' : usualEnd
  if ((cut & headCut) === 0) return text + end
  const head = headOf(context.sessionId, seq)
  if (atMs === noTime) return head + text + end
  const typeEnd = text.indexOf('",', '"type":"'.length) + 2
  return `${head}${text.slice(0, typeEnd)}"at":"${instant(atMs)}",${text.slice(typeEnd)}${end}`
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

function epochMs(at: string): number {
  if (last.at === at) return last.atMs
  const ms = Date.parse(at)
  const isCanonical = ms >= 0 && new Date(ms).toISOString() === at
  if (!isCanonical) return noTime
  last = { at, atMs: ms }
  return ms
}

function instant(atMs: number): string {
  if (last.atMs !== atMs) last = { at: new Date(atMs).toISOString(), atMs }
  return last.at
}
