/**
 * Writes schema/team.schema.json, which editors complete and check team files with.
 *
 *     node --conditions=loggia-source scripts/team-schema.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { teamJsonSchema } from '#teams'

/** Where the schema is. */
export const schemaFile = fileURLToPath(new URL('../schema/team.schema.json', import.meta.url))

/** What the file must hold; a list of words is one line. */
export function teamSchemaText(): string {
  const text = JSON.stringify(teamJsonSchema(), null, 2)
  const words = /\[\s+((?:"[^"]*",\s+)*"[^"]*")\s+\]/g
  return `${text.replaceAll(words, (_list, inner: string) => `[${inner.replaceAll(/,\s+/g, ', ')}]`)}\n`
}

if (import.meta.main) {
  mkdirSync(new URL('../schema/', import.meta.url), { recursive: true })
  writeFileSync(schemaFile, teamSchemaText())
}
