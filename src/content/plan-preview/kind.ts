import { z } from 'zod'
import { defineKind, joined } from '../kit/kind.ts'

/** What will be done, by whom, and in which order. */
export const planPreview = defineKind({
  schema: z.object({
    title: z.string().optional(),
    steps: z.array(
      z.object({
        title: z.string(),
        assignee: z.string().optional(),
        dependsOn: z.array(z.int().positive()).default([]).describe('numbers of earlier steps, from 1'),
      }),
    ),
  }),
  plainText: ({ title, steps }) =>
    joined(title, ...steps.map((step, index) => `${index + 1}. ${stepText(step)}`)),
})

/** A step in one line, without its number. */
export function stepText({
  title,
  assignee,
  dependsOn,
}: {
  readonly title: string
  readonly assignee?: string | undefined
  readonly dependsOn: readonly number[]
}): string {
  const who = assignee === undefined ? '' : `@${assignee} `
  return `${who}${title}${dependsOn.length === 0 ? '' : ` (after ${dependsOn.join(', ')})`}`
}
