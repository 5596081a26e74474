/** What the database file looked like when its owner left it: tells whether it must be checked before it is used. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `as_left`: nobody touched it. `unknown`: a kill, or somebody did. `gone`: it is empty or missing, and was not. */
export type Condition = 'as_left' | 'unknown' | 'gone'

const nothing = '0 0'

export function conditionOf(folder: string): Condition {
  const left = stampIn(folder)
  const found = describe(folder)
  if (found.startsWith('0 ')) return left === undefined || left === nothing ? 'as_left' : 'gone'
  return left === found ? 'as_left' : 'unknown'
}

/** Notes how the closed file looks. */
export function stamp(folder: string): void {
  writeFileSync(join(folder, 'stamp'), describe(folder))
}

/** Lets the next opening check the file. */
export function unstamp(folder: string): void {
  rmSync(join(folder, 'stamp'), { force: true })
}

function describe(folder: string): string {
  const found = statSync(join(folder, 'events.db'), { throwIfNoEntry: false })
  return found ? `${found.size} ${found.mtimeMs}` : nothing
}

function stampIn(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'stamp'), 'utf8')
  } catch {
    // No owner has left this folder in order yet.
    return undefined
  }
}
