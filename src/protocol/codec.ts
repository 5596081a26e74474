import { z } from 'zod'
import type { EventType, SessionEvent, UnknownEvent } from './event.ts'
import { catalogue } from './events/catalogue.ts'
import { eventId, id, instant } from './events/parts.ts'
import { eventIdAt } from './ids.ts'
import { isJson, maxJsonDepth } from './json.ts'
import { current, type Lifting, liftPayload } from './lifts.ts'

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
