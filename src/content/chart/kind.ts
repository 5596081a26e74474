import { z } from 'zod'
import { defineKind, joined } from '../kit/kind.ts'

/** Numbers over a scale, in one or more series. `null` is a value nobody has. */
export const chart = defineKind({
  schema: z.object({
    title: z.string().optional(),
    shape: z.enum(['bar', 'line']).default('bar'),
    unit: z.string().optional(),
    labels: z.array(z.string()),
    series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
  }),
  plainText: ({ title, unit, labels, series }) =>
    joined(
      title !== undefined && (unit === undefined ? title : `${title} (${unit})`),
      ...series.map(
        ({ name, values }) =>
          `${name}: ${labels.map((label, index) => `${label} ${values[index] ?? 'unknown'}`).join(', ')}`,
      ),
    ),
})
