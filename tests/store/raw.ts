import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Opens the database of a closed store by hand, as an accident or a curious person would. */
export function byHand(folder: string, sql: string, ...values: readonly (string | number)[]): void {
  const database = new DatabaseSync(join(folder, 'events.db'), { timeout: 5_000 })
  try {
    database.prepare(sql).run(...values)
  } finally {
    database.close()
  }
}

/** What a query finds in the database of a closed store. A writer that is still letting go is waited for. */
export function lookUp(path: string, sql: string): readonly Record<string, unknown>[] {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/** Overwrites the first place in a file that holds these bytes. */
export function overwrite(path: string, found: string | Buffer, by: string | Buffer): void {
  const bytes = readFileSync(path)
  const at = bytes.indexOf(found)
  if (at < 0) throw new Error(`${path} does not hold the bytes to overwrite`)
  Buffer.from(by).copy(bytes, at)
  writeFileSync(path, bytes)
}

/** Every file below a folder. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
