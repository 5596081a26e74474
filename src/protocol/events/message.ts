import { z } from 'zod'
import { agentId, id, json, usage } from './parts.ts'

/** message.*, letter.*, report.*, handoff.*: what is said, to whom. */
export const messageEvents = {
  'message.posted': z.object({
    messageId: id('message'),
    agentId: agentId.optional(),
    role: z.enum(['user', 'agent', 'system', 'tool']),
    contentType: z.string().describe('a content kind; unknown kinds are kept and shown as data'),
    payload: json,
    visibility: z.enum(['user', 'internal']),
    references: z.array(z.string()).describe('messages, calls, tasks or blocks this rests on'),
    to: agentId.optional().describe('the agent a user named'),
    round: z.int().positive(),
    partial: z.boolean().optional().describe('the stream ended early; reason says why'),
    meta: z
      .object({
        model: z.string().optional(),
        toolsUsed: z.array(z.string()).optional(),
        latencyMs: z.number().nonnegative().optional(),
        usage: usage.optional(),
      })
      .optional(),
  }),
  'letter.sent': z.object({
    letterId: id('letter'),
    kind: z.enum(['task_assign', 'task_result', 'request_clarification', 'request_approval', 'note']),
    from: agentId,
    to: agentId,
    correlationId: id('task'),
    body: z.string(),
  }),
  'letter.answered': z.object({ letterId: id('letter'), body: z.string() }),
  'letter.expired': z.object({ letterId: id('letter') }),
  'report.received': z.object({
    from: agentId,
    to: agentId,
    kind: z.enum(['TaskCompleted', 'NeedHelp', 'FatalError']),
    taskId: id('task').describe('the task reported on'),
    body: z.string(),
    fence: z.string().describe('unguessable border the body is quoted with'),
  }),
  'handoff.made': z.object({ from: agentId, to: agentId }),
  'handoff.refused': z.object({ from: agentId, to: agentId, evidence: z.string().optional() }),
} as const
