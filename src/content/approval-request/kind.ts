import { z } from 'zod'
import { defineKind, joined, shown } from '../kit/kind.ts'

/** A call that waits for a person: exactly what would run. */
export const approvalRequest = defineKind({
  schema: z.object({
    approvalId: z.string().optional(),
    tool: z.string(),
    arguments: z.unknown().describe('any JSON, exactly as it would run'),
    risk: z.enum(['none', 'low', 'high']),
    path: z.array(z.string()).default([]).describe('agents from the root of the tree to the asker'),
    digest: z.string().optional(),
    preview: z.string().optional().describe('what would change, as a diff or in words'),
    expiresAt: z.string().optional(),
  }),
  plainText: ({ tool, arguments: input, risk, path, preview, expiresAt }) =>
    joined(
      `Approval wanted: ${tool} ${shown(input)}`,
      `Risk: ${risk}`,
      path.length > 0 && `Asked by: ${path.join(' > ')}`,
      preview,
      expiresAt !== undefined && `Expires: ${expiresAt}`,
    ),
})
