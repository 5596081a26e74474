import { z } from 'zod'
import type { Frozen } from '../frozen.ts'
import { agentId, blobRef, fact, fault, id, instant, json } from './parts.ts'

const call = { runId: id('run'), callId: id('call') }

/** What a tool gave back, as the model reads it. A result over the limit is a blob with head and tail here. */
export const toolResult = z.object({
  text: z.string(),
  data: json.optional(),
  facts: z.array(fact).optional(),
  blob: blobRef.optional().describe('the whole output when text is cut'),
  source: z.string().optional().describe('where the data comes from, with its date'),
})
export type ToolResult = Frozen<z.infer<typeof toolResult>>

/** How a call may be repeated after a crash. */
export const effectClass = z.enum(['pure', 'idempotent', 'reconcilable', 'unsafe'])
export type EffectClass = Frozen<z.infer<typeof effectClass>>

export const risk = z.enum(['none', 'low', 'high'])
export type Risk = Frozen<z.infer<typeof risk>>

/** tool.*, approval.*, question.*, file.*, artifact.*: effects on the world, and who allowed them. */
export const toolEvents = {
  'tool.requested': z.object({
    ...call,
    turn: z.int().nonnegative().describe('the model call that asked; 0 for a step of a plan'),
    tool: z.string(),
    arguments: json,
    key: z.string().describe('idempotency key: run, turn and place in the batch'),
    effect: effectClass,
    repaired: z.boolean().optional().describe('the arguments had to be repaired before they parsed'),
  }),
  'tool.started': z.object(call),
  'tool.completed': z.object({ ...call, result: toolResult, latencyMs: z.number().nonnegative() }),
  'tool.failed': z.object({ ...call, error: fault, latencyMs: z.number().nonnegative() }),
  'tool.refused': z.object({ ...call, tool: z.string(), turn: z.int().nonnegative(), error: fault }),
  'tool.unknown': z.object(call),
  'approval.requested': z.object({
    approvalId: id('approval'),
    digest: z.string().describe('sha256 over agent path, tool origin and definition, canonical arguments'),
    ...call,
    agentId,
    path: z.array(agentId),
    tool: z.string(),
    arguments: json,
    risk,
    expiresAt: instant,
  }),
  'approval.granted': z.object({
    approvalId: id('approval'),
    digest: z.string(),
    scope: z.enum(['once', 'task', 'session']),
  }),
  'approval.denied': z.object({ approvalId: id('approval'), digest: z.string() }),
  'approval.expired': z.object({ approvalId: id('approval'), digest: z.string() }),
  'question.asked': z.object({
    questionId: id('question'),
    runId: id('run').optional(),
    callId: id('call').optional(),
    agentId: agentId.optional(),
    path: z.array(agentId),
    about: z.enum(['ask', 'unknown-effect', 'loop', 'budget', 'capability']),
    text: z.string(),
    choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
    schema: json.optional(),
    expiresAt: instant,
    fallback: z.string().optional().describe('what is answered for the user when time runs out'),
  }),
  'question.answered': z.object({ questionId: id('question'), answer: z.string() }),
  'question.expired': z.object({ questionId: id('question') }),
  'file.changed': z.object({
    path: z.string(),
    before: blobRef.optional(),
    after: blobRef.optional(),
    runId: id('run'),
  }),
  'artifact.stored': z.object({ runId: id('run'), name: z.string(), blob: blobRef }),
} as const
