import { z } from 'zod'
import type { Frozen } from '../frozen.ts'
import { agentId, fact, fault, finish, id, modelPart, usage } from './parts.ts'

/** A slice of a prompt. A range (`from`, `to`) stands for consecutive entries, so a manifest stays small. */
const slice = z.object({
  kind: z.enum([
    'system',
    'task',
    'memory',
    'conversation',
    'summary',
    'injection',
    'report',
    'query',
    'tools',
    'notice',
  ]),
  id: z.string(),
  to: z.string().optional().describe('last id of the range that begins at id'),
  tokens: z.int().nonnegative(),
  why: z.string(),
})

/** What one agent is given of another's words, as reference. */
export const injection = z.object({
  sourceAgent: agentId,
  round: z.int().positive(),
  messageId: id('message').optional(),
  content: z.string(),
  fence: z.string().describe('unguessable border the content is quoted with'),
  slots: z.array(z.string()).optional().describe('fact slots it carries, when facts were sent'),
})
export type Injection = Frozen<z.infer<typeof injection>>

const call = { runId: id('run'), call: z.int().positive().describe('number of the model call in its run') }
const attempt = z.int().positive().describe('number of the try of this call')

/** context.*, model.*, election.*, budget.*, loop.*: how an agent thinks, and what bounds it. */
export const modelEvents = {
  'context.injected': z.object({
    taskId: id('task'),
    runId: id('run').optional(),
    agentId,
    by: z.enum(['model', 'rules']),
    injections: z.array(injection),
  }),
  'context.assembled': z.object({
    ...call,
    included: z.array(slice),
    excluded: z.array(slice),
    totalTokens: z.int().nonnegative(),
  }),
  'model.requested': z.object({
    ...call,
    attempt,
    model: z.string(),
    estimate: z.int().nonnegative().describe('estimated input tokens'),
    reserve: z.int().nonnegative().describe('tokens reserved on the root task until settled'),
  }),
  'model.completed': z.object({
    ...call,
    attempt,
    model: z.string(),
    parts: z.array(modelPart),
    finish,
    rawFinish: z.string().optional(),
    usage,
    latencyMs: z.number().nonnegative(),
  }),
  'model.failed': z.object({ ...call, attempt, model: z.string(), error: fault, usage }),
  'model.discarded': z.object({
    ...call,
    attempt,
    model: z.string(),
    usage,
    text: z.string().optional().describe('what had arrived, kept only for debugging'),
  }),
  'election.decided': z.object({
    taskId: id('task'),
    agentId,
    by: z.enum(['user', 'model', 'score']),
    candidates: z.array(z.object({ agentId, score: z.number(), reasons: z.array(z.string()) })),
    rejected: z.array(z.object({ agentId, reason: z.string() })),
  }),
  'plan.decided': z.object({
    runId: id('run'),
    by: z.enum(['user', 'agent']),
    steps: z.array(z.object({ callId: id('call'), agentId, goal: z.string() })),
  }),
  'budget.reserved': z.object({ taskId: id('task'), runId: id('run'), tokens: z.int().nonnegative() }),
  'budget.settled': z.object({
    taskId: id('task'),
    runId: id('run'),
    reserved: z.int().nonnegative(),
    tokens: z.int().nonnegative(),
  }),
  'budget.truncated': z.object({
    runId: id('run'),
    droppedTokens: z.int().nonnegative(),
    keptIds: z.array(z.string()),
  }),
  'budget.raised': z.object({ taskId: id('task'), maxTokens: z.int().positive() }),
  'budget.exhausted': z.object({
    taskId: id('task'),
    runId: id('run'),
    limit: z.int(),
    used: z.int(),
    wanted: z.int(),
  }),
  'loop.suspected': z.object({
    runId: id('run'),
    evidence: z.string(),
    period: z.int().positive(),
    repeats: z.int().positive(),
  }),
  'loop.broken': z.object({
    runId: id('run'),
    evidence: z.string(),
    period: z.int().positive(),
    repeats: z.int().positive(),
  }),
  'loop.reset': z.object({ runId: id('run') }),
  'fact.recorded': z.object({
    ...fact.shape,
    agentId,
    taskId: id('task'),
    messageId: id('message').optional(),
  }),
} as const
