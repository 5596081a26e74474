import type { Json } from '#protocol'

/** A JSON object. */
export interface JsonRecord {
  readonly [key: string]: Json
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The JSON object or array a text consists of, or undefined when it is something else. */
export function jsonOf(text: string): Json | undefined {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') && !trimmed.startsWith('[')) return undefined
  try {
    return JSON.parse(trimmed) as Json
  } catch {
    // Text that only looks like JSON is text.
    return undefined
  }
}

/** One spelling per value: object keys in order. Equal calls have equal spellings. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const fields = Object.keys(value).toSorted()
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(',')}}`
}
