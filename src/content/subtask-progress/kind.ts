import { z } from 'zod'
import { defineKind, joined } from '../kit/kind.ts'

/** How far a subtask is. */
export const subtaskProgress = defineKind({
  schema: z.object({
    taskId: z.string().optional(),
    agentId: z.string().optional(),
    title: z.string(),
    status: z.enum(['pending', 'running', 'waiting', 'done', 'failed', 'cancelled']),
    done: z.number().nonnegative().optional(),
    total: z.number().positive().optional(),
    text: z.string().optional(),
  }),
  plainText: ({ agentId, title, status, done, total, text }) =>
    joined(
      `${agentId === undefined ? '' : `${agentId}: `}${title}: ${status}${countText(done, total)}`,
      text,
    ),
})

/** How much is done of how much, when both are known. */
export function countText(done: number | undefined, total: number | undefined): string {
  if (done === undefined) return ''
  return total === undefined ? ` (${done})` : ` (${done} of ${total})`
}
