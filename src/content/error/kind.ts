import { z } from 'zod'
import { defineKind, joined, shown } from '../kit/kind.ts'

/** Something that did not work: a stable code, what happened and what to do. */
export const error = defineKind({
  schema: z.object({
    code: z.string(),
    message: z.string(),
    detail: z.unknown().optional().describe('any JSON'),
  }),
  plainText: ({ code, message, detail }) =>
    joined(`Error ${code}: ${message}`, detail !== undefined && shown(detail)),
})
