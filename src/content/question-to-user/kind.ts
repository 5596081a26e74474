import { z } from 'zod'
import { defineKind, joined, shown } from '../kit/kind.ts'

/** Something only the user can say: one of the choices, free words, or a form. */
export const questionToUser = defineKind({
  schema: z.object({
    questionId: z.string().optional(),
    text: z.string(),
    choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
    schema: z.unknown().optional().describe('JSON Schema of a form'),
    expiresAt: z.string().optional(),
    fallback: z.string().optional().describe('what is taken for an answer when time runs out'),
  }),
  plainText: ({ text, choices, schema, fallback }) =>
    joined(
      text,
      ...(choices ?? []).map(({ value, label }) => `- ${value}: ${label}`),
      schema !== undefined && `Form: ${shown(schema)}`,
      fallback !== undefined && `Without an answer: ${fallback}`,
    ),
})
