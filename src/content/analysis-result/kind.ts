import { z } from 'zod'
import { defineKind, fact, factText, joined } from '../kit/kind.ts'

const level = z.enum(['low', 'medium', 'high'])

/** A conclusion with how bad it is, what was found and what to do. */
export const analysisResult = defineKind({
  schema: z.object({
    summary: z.string(),
    riskLevel: level.optional(),
    findings: z
      .array(
        z.object({
          title: z.string(),
          detail: z.string().optional(),
          level: level.optional(),
          source: z.string().optional(),
        }),
      )
      .default([]),
    suggestions: z.array(z.string()).default([]),
    facts: z.array(fact).optional(),
  }),
  plainText: ({ summary, riskLevel, findings, suggestions, facts }) =>
    joined(
      summary,
      riskLevel && `Risk: ${riskLevel}`,
      ...findings.map((found) => `- ${findingText(found)}`),
      suggestions.length > 0 && 'Suggestions:',
      ...suggestions.map((suggestion) => `- ${suggestion}`),
      facts !== undefined && facts.length > 0 && 'Facts:',
      ...(facts ?? []).map((one) => `- ${factText(one)}`),
    ),
})

/** A finding in one line. */
export function findingText({
  title,
  detail,
  level: how,
  source,
}: {
  readonly title: string
  readonly detail?: string | undefined
  readonly level?: string | undefined
  readonly source?: string | undefined
}): string {
  const words = detail === undefined ? title : `${title}: ${detail}`
  return `${how === undefined ? '' : `[${how}] `}${words}${source === undefined ? '' : ` (${source})`}`
}
