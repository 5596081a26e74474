/** Schemas that several event families share. Only the codec runs them; everything else takes the types. */
import { z } from 'zod'
import { fact } from '../../content/kit/kind.ts'
import type { Frozen } from '../frozen.ts'
import {
  type AgentId,
  type EventId,
  type IdKind,
  type IdOf,
  idPrefixes,
  isAgentId,
  isId,
  placeOfEvent,
} from '../ids.ts'
import { isJson, type Json } from '../json.ts'

/** A generated id of one kind. */
export function id<Kind extends IdKind>(kind: Kind): z.ZodType<IdOf[Kind], IdOf[Kind]> {
  return z
    .custom<IdOf[Kind]>((value) => typeof value === 'string' && isId(kind, value), `not a ${kind} id`)
    .meta({ type: 'string', pattern: `^${idPrefixes[kind]}_[0-9A-HJKMNP-TV-Z]{26}$` })
}

export const agentId = z
  .custom<AgentId>((value) => typeof value === 'string' && isAgentId(value), 'not an agent id')
  .meta({ type: 'string', pattern: '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$' })

export const eventId = z
  .custom<EventId>(
    (value) => typeof value === 'string' && placeOfEvent(value) !== undefined,
    'not an event id',
  )
  .meta({ type: 'string', pattern: '^evt_[0-9A-HJKMNP-TV-Z]{26}_[1-9][0-9]*$' })

/** ISO 8601, UTC, milliseconds. */
export const instant = z.iso.datetime({ precision: 3 })

export type { Json } from '../json.ts'
export const json: z.ZodType<Json, Json> = z
  .custom<Json>(isJson, 'not JSON: a function, a symbol, a cycle, a number that is none, or nested too deep')
  .meta({ description: 'any JSON' })

/** Content over 32 KiB lives in the blob store; the event keeps this. */
export const blobRef = z.object({
  hash: z.string().regex(/^sha256-[0-9a-f]{64}$/),
  sizeBytes: z.int().nonnegative(),
  mediaType: z.string(),
  preview: z.string().optional().describe('well-formed head of the text, at most 1,000 characters'),
})
export type BlobRef = Frozen<z.infer<typeof blobRef>>

/** Tokens of one attempt in one normal form. `null` means the provider did not say: unknown is not zero. */
export const usage = z.object({
  freshInput: z.int().nonnegative().nullable(),
  cacheRead: z.int().nonnegative().nullable(),
  cacheWrite: z.int().nonnegative().nullable(),
  output: z.int().nonnegative().nullable().describe('all output, reasoning included'),
  reasoning: z.int().nonnegative().nullable().describe('part of output'),
  source: z.enum(['reported', 'estimated']),
  raw: json.optional().describe("the provider's own figures, as they came"),
})
export type Usage = Frozen<z.infer<typeof usage>>

/** Opaque data a provider wants back on the same part (reasoning signatures, item ids). */
const providerMetadata = z.record(z.string(), json).optional()

/** One part of what a model said. Tool calls carry our id; the provider's stays on the wire. */
export const modelPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), providerMetadata }),
  z.object({ type: z.literal('reasoning'), text: z.string(), providerMetadata }),
  z.object({
    type: z.literal('call'),
    callId: id('call'),
    tool: z.string(),
    argumentsText: z.string().describe('exactly what the model wrote; parsed only by the tool gate'),
    providerMetadata,
  }),
])
export type ModelPart = Frozen<z.infer<typeof modelPart>>

/** Why a model stopped. */
export const finish = z.enum([
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'interrupted',
  'other',
])
export type Finish = Frozen<z.infer<typeof finish>>

/** A failure as data: `code` is stable, `message` says what happened and what to do. */
export const fault = z.object({ code: z.string(), message: z.string(), detail: json.optional() })
export type Fault = Frozen<z.infer<typeof fault>>

export { fact }
export type Fact = Frozen<z.infer<typeof fact>>

/** What a run or task waits for, and until when. There is no wait without a deadline. */
export const waitingFor = z.object({
  kind: z.enum(['approval', 'question', 'task', 'report', 'timer', 'remote', 'capability']),
  ids: z.array(z.string()).describe('approvals, questions or tasks waited for'),
  until: instant,
})
export type WaitingFor = Frozen<z.infer<typeof waitingFor>>
