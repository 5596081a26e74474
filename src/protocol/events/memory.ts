import { z } from 'zod'
import { agentId, id, instant } from './parts.ts'

/** memory.*, knowledge.*: what is kept beyond a conversation, and who may read it. */
export const memoryEvents = {
  'memory.written': z.object({
    blockId: id('block'),
    namespace: z.enum(['session', 'task', 'team', 'user']),
    namespaceId: z.string(),
    tags: z.array(z.string()),
    visibility: z.enum(['public', 'team', 'private']),
    ownerAgent: agentId.optional(),
    content: z.string(),
    sources: z.array(z.string()),
    version: z.int().positive(),
    expiresAt: instant.optional(),
  }),
  'memory.read': z.object({ agentId, runId: id('run').optional(), blockIds: z.array(id('block')) }),
  'memory.refused': z.object({ agentId, runId: id('run').optional(), blockId: id('block'), why: z.string() }),
  'memory.granted': z.object({
    taskId: id('task'),
    agentId,
    tags: z.array(z.string()),
    namespaces: z.array(z.string()),
    until: instant,
  }),
  'memory.revoked': z.object({ taskId: id('task'), agentId }),
  'memory.forgotten': z.object({ blockId: id('block') }),
  'knowledge.kept': z.object({ blockId: id('block'), messageId: id('message'), title: z.string() }),
} as const
