import { z } from 'zod'
import { defineKind, joined } from '../kit/kind.ts'

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** Rows under headings. A short row ends early; cells beyond the last heading are shown without one. */
export const table = defineKind({
  schema: z.object({
    title: z.string().optional(),
    columns: z.array(z.string()),
    rows: z.array(z.array(cell)),
  }),
  plainText: ({ title, columns, rows }) =>
    joined(
      title,
      columns.map(oneLine).join(' | '),
      ...rows.map((row) => row.map((value) => oneLine(cellText(value))).join(' | ')),
    ),
})

export function cellText(value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ')
