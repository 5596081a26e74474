import { z } from 'zod'
import { defineKind, joined } from '../kit/kind.ts'

/** A change of one file, as a unified diff. */
export const diff = defineKind({
  schema: z.object({ path: z.string(), patch: z.string(), summary: z.string().optional() }),
  plainText: ({ path, patch, summary }) => joined(summary, path, patch),
})
