/**
 * Server-sent events, read and written as the HTML standard says (section 9.2.6). Runs anywhere: bytes come in as
 * Uint8Array and become text once, in one streaming decoder.
 */

/** What this file needs of a TextDecoder: keeps the bytes of a cut character until the rest comes. */
export interface StreamDecoder {
  decode(chunk?: Uint8Array, options?: { readonly stream?: boolean }): string
}
declare const TextDecoder: new () => StreamDecoder

/** One dispatched event. */
export interface SseEvent {
  /** `message` when the stream named none. */
  readonly event: string
  readonly data: string
  /** The last id so far, this event's own included; empty when none or reset. */
  readonly id: string
}

/** What the end of a stream says. An event without its blank line is dropped, and counted here. */
export interface SseEnd {
  readonly incomplete: boolean
  readonly droppedChars: number
  /** Of the last block that ended; the id of a block cut off does not count. */
  readonly lastEventId: string
  /** The server's last wish for the wait before a new connection. */
  readonly retryMs: number | undefined
}

export interface SseReader {
  /** Takes the next bytes and gives the events they complete, in order. */
  push(chunk: Uint8Array): readonly SseEvent[]
  end(): SseEnd
}

export interface SseLimits {
  /** Characters of one event, its unfinished line included. Default 16 Mi. */
  readonly maxEventChars?: number
}

/** One event grew past the limit; the stream cannot be trusted further. */
export class SseTooLarge extends Error {
  override readonly name = 'SseTooLarge'
  readonly code = 'sse_too_large'
  readonly maxEventChars: number
  constructor(maxEventChars: number) {
    super(
      `one server-sent event is longer than ${maxEventChars} characters; raise maxEventChars or stop the sender`,
    )
    this.maxEventChars = maxEventChars
  }
}

/** A reader for one stream. Work is linear in the bytes and memory is bounded by the event being read. */
export function sseReader(limits: SseLimits = {}, decoder: StreamDecoder = new TextDecoder()): SseReader {
  const maxEventChars = limits.maxEventChars ?? 16 * 1024 * 1024
  const lines = lineSplitter()
  const fields = fieldReader()
  const read = (text: string): readonly SseEvent[] => {
    const events: SseEvent[] = []
    lines.push(text, (line) => {
      const event = fields.line(line)
      if (event) events.push(event)
    })
    if (fields.held() + lines.held() > maxEventChars) throw new SseTooLarge(maxEventChars)
    return events
  }
  return {
    push: (chunk) => read(decoder.decode(chunk, { stream: true })),
    end: () => {
      lines.push(decoder.decode(), () => undefined)
      const droppedChars = fields.held() + lines.held()
      return { incomplete: droppedChars > 0, droppedChars, ...fields.state() }
    },
  }
}

/** Reads a whole body: yields its events and returns what the end says. */
export async function* readSse(
  body: AsyncIterable<Uint8Array>,
  limits: SseLimits = {},
): AsyncGenerator<SseEvent, SseEnd> {
  const reader = sseReader(limits)
  for await (const chunk of body) yield* reader.push(chunk)
  return reader.end()
}

interface LineSplitter {
  push(text: string, onLine: (line: string) => void): void
  held(): number
}

/** LF, CR LF and CR each end a line, also when the pair is torn. Of a comment only the colon is kept. */
function lineSplitter(): LineSplitter {
  let partial = ''
  let started = false
  let afterCr = false
  const keep = (piece: string): void => {
    if (partial === '' && piece.startsWith(':')) partial = ':'
    else if (partial !== ':') partial += piece
  }
  /** Leaves out a byte-order mark at the very start and the LF of a CR LF torn between two chunks. */
  const tidied = (text: string): string => {
    let from = !started && text.startsWith('\uFEFF') ? 1 : 0
    if (afterCr && text.startsWith('\n')) from = 1
    started = true
    afterCr = text.endsWith('\r')
    return from === 0 ? text : text.slice(from)
  }
  return {
    held: () => partial.length,
    push(text, onLine) {
      if (text === '') return
      const pieces = tidied(text).split(/\r\n|\r|\n/)
      const last = pieces.pop() ?? ''
      for (const piece of pieces) {
        keep(piece)
        onLine(partial)
        partial = ''
      }
      keep(last)
    },
  }
}

interface FieldReader {
  line(line: string): SseEvent | undefined
  held(): number
  state(): Pick<SseEnd, 'lastEventId' | 'retryMs'>
}

function fieldReader(): FieldReader {
  let data: string | undefined
  let event = ''
  let idNow = ''
  let lastEventId = ''
  let retryMs: number | undefined
  const set: Readonly<Record<string, (value: string) => void>> = {
    data: (value) => {
      data = data === undefined ? value : `${data}\n${value}`
    },
    event: (value) => {
      event = value
    },
    id: (value) => {
      if (!value.includes('\0')) idNow = value
    },
    retry: (value) => {
      if (/^[0-9]+$/.test(value)) retryMs = Number(value)
    },
  }
  const dispatch = (): SseEvent | undefined => {
    lastEventId = idNow
    const ready = data === undefined ? undefined : { event: event || 'message', data, id: lastEventId }
    data = undefined
    event = ''
    return ready
  }
  return {
    held: () => (data?.length ?? 0) + event.length + (data === '' ? 1 : 0),
    state: () => ({ lastEventId, retryMs }),
    line(line) {
      if (line === '') return dispatch()
      const colon = line.indexOf(':')
      if (colon === 0) return undefined
      const name = colon < 0 ? line : line.slice(0, colon)
      const value = colon < 0 ? '' : line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1)
      if (Object.hasOwn(set, name)) set[name]?.(value)
      return undefined
    },
  }
}

/** One event as bytes-to-be. Data may hold any line ends; a name or id with one is refused with a TypeError. */
export function writeSse(message: {
  readonly data: string
  readonly event?: string
  readonly id?: string
  readonly retryMs?: number
}): string {
  let frame = ''
  if (message.event !== undefined) frame += `event: ${oneLine('event', message.event)}\n`
  if (message.id !== undefined) frame += `id: ${oneLine('id', message.id)}\n`
  if (message.retryMs !== undefined) frame += `retry: ${Math.max(0, Math.floor(message.retryMs))}\n`
  for (const line of message.data.split(/\r\n|\r|\n/)) frame += `data: ${line}\n`
  return `${frame}\n`
}

/** A comment: keeps a connection alive and is seen by no reader. */
export function writeSseComment(text = ''): string {
  return `: ${text.replaceAll(/[\r\n]+/g, ' ')}\n\n`
}

function oneLine(field: string, value: string): string {
  if (!/[\r\n\0]/.test(value)) return value
  throw new TypeError(`the ${field} of a server-sent event holds a line end or NUL: ${JSON.stringify(value)}`)
}
