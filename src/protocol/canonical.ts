import type { Json } from './json.ts'

/**
 * One text for equal values: keys sorted by code unit, `undefined` dropped, no white space. What is hashed or compared
 * goes through here (RFC 8785 without its number forms: ours come from JSON.parse and go out by JSON.stringify).
 */
export function canonicalJson(value: Json | undefined): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const record = value as { readonly [key: string]: Json | undefined }
  const members = Object.keys(record)
    .filter((key) => record[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key])}`)
  return `{${members.join(',')}}`
}
