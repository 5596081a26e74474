import { createHash } from 'node:crypto'
import { movedEvent, type SessionId } from '#protocol'
import { decodeEvent } from '#protocol/schemas'
import type { StoredEvent } from '#store'

/** Content that events refer to by its hash. */
export interface FileBlob {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

/** A session as a file holds it: its events in order and without a gap, and their content. */
export interface SessionFile {
  readonly events: readonly StoredEvent[]
  readonly blobs: readonly FileBlob[]
}

/** A file that holds no whole session. Nothing of it was taken. */
export class SessionFileDamaged extends Error {
  override readonly name = 'SessionFileDamaged'
  readonly code = 'session_file_damaged'
  /** Number of the first bad line, from 1. */
  readonly line: number

  constructor(line: number, why: string, options?: ErrorOptions) {
    super(why, options)
    this.line = line
  }
}

/** Reads a file of one event per line. Throws SessionFileDamaged at the first line that is not what belongs there. */
export function readSessionFile(bytes: Uint8Array): SessionFile {
  const events: StoredEvent[] = []
  const blobs: FileBlob[] = []
  for (const { number, line } of linesOf(bytes)) {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(line)
      if (text.trim() === '') continue
      if (text.startsWith('{"blob":')) blobs.push(readBlob(text))
      else events.push(nextEvent(text, events))
    } catch (cause) {
      throw new SessionFileDamaged(number, cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }
  return { events, blobs }
}

/** Split at byte 0x0A only: what looks like a line break elsewhere belongs to a text. */
function* linesOf(bytes: Uint8Array): Generator<{ readonly number: number; readonly line: Uint8Array }> {
  let from = 0
  for (let number = 1; from < bytes.length; number += 1) {
    const end = bytes.indexOf(0x0a, from)
    const to = end < 0 ? bytes.length : end
    yield { number, line: bytes.subarray(from, to) }
    from = to + 1
  }
}

function nextEvent(text: string, before: readonly StoredEvent[]): StoredEvent {
  const event = decodeEvent(text)
  const wanted = before.length + 1
  if (event.seq !== wanted) throw new TypeError(`seq ${event.seq} where ${wanted} belongs`)
  const [first] = before
  if (first && event.sessionId !== first.sessionId)
    throw new TypeError(`an event of ${event.sessionId} among those of ${first.sessionId}`)
  if (!first && event.type !== 'session.created')
    throw new TypeError(`a session begins with session.created, not ${event.type}`)
  return event
}

/** One line of content, in the form `readSessionFile` takes. */
export function blobLine(hash: string, { bytes, mediaType }: FileBlob): string {
  return JSON.stringify({ blob: hash, mediaType, base64: Buffer.from(bytes).toString('base64') })
}

function readBlob(text: string): FileBlob {
  const { blob, mediaType, base64 } = JSON.parse(text) as { readonly [key: string]: unknown }
  if (typeof blob !== 'string' || typeof mediaType !== 'string' || typeof base64 !== 'string')
    throw new TypeError('a blob line has blob, mediaType and base64')
  const bytes = Buffer.from(base64, 'base64')
  const hash = `sha256-${createHash('sha256').update(bytes).digest('hex')}`
  if (hash !== blob) throw new TypeError(`the content of ${blob} has another hash, ${hash}`)
  return { bytes, mediaType }
}

/**
 * The events of a session as those of another one: their ids, their causes, and every place in a payload that names one
 * of them (a manifest names events) follow.
 */
export function movedSession(events: readonly StoredEvent[], to: SessionId): readonly StoredEvent[] {
  const [first] = events
  if (!first) return events
  const from = `evt_${first.sessionId.slice('sess_'.length)}_`
  const into = `evt_${to.slice('sess_'.length)}_`
  const isOurs = (text: string): boolean => text.startsWith(from) && /^\d+$/.test(text.slice(from.length))
  const move = (value: unknown): unknown => {
    if (typeof value === 'string') return isOurs(value) ? into + value.slice(from.length) : value
    if (Array.isArray(value)) return value.map(move)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, move(item)]))
  }
  return events.map((event) => ({ ...movedEvent(event, to), payload: move(event.payload) }) as StoredEvent)
}
