import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** A new empty folder that is removed when the tests of the file are done. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loggia-store-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
