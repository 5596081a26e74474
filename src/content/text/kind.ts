import { z } from 'zod'
import { defineKind, fact } from '../kit/kind.ts'

/** Plain or Markdown text, with the exact values it states beside it. */
export const text = defineKind({
  schema: z.object({ text: z.string(), facts: z.array(fact).optional() }),
  plainText: (content) => content.text,
})
