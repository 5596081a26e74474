import { z } from 'zod'
import type { Path } from './source.ts'

/** The keys a schema allows at a path, for telling people what they may have meant. */
export function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  let current = optionsOf(schema)
  for (const key of path) current = current.flatMap((option) => childOf(option, key)).flatMap(optionsOf)
  return current.flatMap((option) => (option instanceof z.ZodObject ? Object.keys(option.shape) : []))
}

/** The schemas behind wrappers and unions. */
function optionsOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return optionsOf(schema.def.innerType)
  return schema instanceof z.ZodUnion ? schema.def.options.flatMap(optionsOf) : [schema]
}

function childOf(schema: unknown, key: string | number): readonly unknown[] {
  if (schema instanceof z.ZodObject) return [(schema.shape as Readonly<Record<string, unknown>>)[String(key)]]
  if (schema instanceof z.ZodRecord) return [schema.def.valueType]
  return schema instanceof z.ZodArray ? [schema.def.element] : []
}
