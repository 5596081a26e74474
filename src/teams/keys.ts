import { z } from 'zod'
import type { Path } from './source.ts'

/** The keys a schema allows at a path, for telling people what they may have meant. */
export function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  let current: unknown = schema
  for (const key of path) current = childOf(bare(current), key)
  const at = bare(current)
  return at instanceof z.ZodObject ? Object.keys(at.shape) : []
}

function bare(schema: unknown): unknown {
  let current = schema
  while (current instanceof z.ZodOptional || current instanceof z.ZodDefault) current = current.def.innerType
  if (!(current instanceof z.ZodUnion)) return current
  return current.def.options.find((option) => bare(option) instanceof z.ZodObject) ?? current
}

function childOf(schema: unknown, key: string | number): unknown {
  if (schema instanceof z.ZodObject) return (schema.shape as Readonly<Record<string, unknown>>)[String(key)]
  if (schema instanceof z.ZodRecord) return schema.def.valueType
  if (schema instanceof z.ZodArray) return schema.def.element
  return undefined
}
