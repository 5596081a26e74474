import { z } from 'zod'
import type { Frozen } from '#protocol'

/** One kind of content: what its payload must be, and how a model, a copy or an export reads it. */
export interface ContentKind<Schema extends z.ZodType> {
  readonly schema: Schema
  /** Words only, no colour and no layout; complete, since a model has nothing else. */
  readonly plainText: (content: Frozen<z.infer<Schema>>) => string
}

/** Declares a kind, its content typed by its schema. */
export function defineKind<Schema extends z.ZodType>(kind: ContentKind<Schema>): ContentKind<Schema> {
  return kind
}

/** Lines that say something, one below the other. */
export function joined(...lines: readonly (string | undefined | false)[]): string {
  return lines.filter((line) => line !== undefined && line !== false && line !== '').join('\n')
}

/** Any JSON as one line; a string as it is. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** One exact value an agent found, with where it comes from. Facts are what travels between agents. */
export const fact = z.object({
  slot: z.string().min(1),
  value: z.union([z.string(), z.number(), z.boolean()]),
  unit: z.string().optional(),
  source: z.string().describe('message, call or document the value was read from'),
})

/** A fact in one line. */
export function factText({
  slot,
  value,
  unit,
  source,
}: {
  readonly slot: string
  readonly value: string | number | boolean
  readonly unit?: string | undefined
  readonly source: string
}): string {
  return `${slot} = ${value}${unit === undefined ? '' : ` ${unit}`} (${source})`
}
