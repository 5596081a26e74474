import { z } from 'zod'
import { defineKind, joined, shown } from '../kit/kind.ts'

/** What a tool gave back. */
export const toolResult = defineKind({
  schema: z.object({
    tool: z.string(),
    arguments: z.unknown().optional().describe('any JSON'),
    text: z.string(),
    isError: z.boolean().optional(),
    source: z.string().optional().describe('where the data comes from, with its date'),
    latencyMs: z.number().nonnegative().optional(),
  }),
  plainText: ({ tool, arguments: input, text, isError, source }) =>
    joined(
      `${isError ? 'Error of' : 'Result of'} ${tool}${input === undefined ? '' : ` ${shown(input)}`}:`,
      text,
      source !== undefined && `Source: ${source}`,
    ),
})
