/** One owning process per folder: an exclusive lock on a tiny database, which the system frees when the process dies. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StoreUnavailable } from '../errors.ts'
import { isBusy, isCorrupt, openDatabase } from './database.ts'

/** Who holds the folder. Only the lock decides; this is for the message. */
interface Owner {
  readonly pid: number
  readonly command: string
  readonly since: string
}

export interface Ownership {
  release(): void
}

/** Takes the folder or throws StoreUnavailable with code `owned` and who holds it. */
export function own(folder: string, owner: Owner): Ownership {
  const lock = openDatabase(join(folder, 'owner.db'), 0)
  const record = join(folder, 'owner.json')
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (isCorrupt(cause)) throw unreadable(folder, cause)
    if (!isBusy(cause)) throw cause
    throw new StoreUnavailable(
      'owned',
      `${folder} is in use by ${describe(record)}; end it, or open another folder`,
      {
        cause,
      },
    )
  }
  writeFileSync(record, JSON.stringify(owner))
  return {
    release() {
      rmSync(record, { force: true })
      lock.close()
    },
  }
}

/** The lock holds nothing but the lock: no event is lost with it. */
function unreadable(folder: string, cause: unknown): StoreUnavailable {
  const message = `${join(folder, 'owner.db')} is damaged; it only marks who works here: when nobody does, delete it and try again`
  return new StoreUnavailable('disk', message, { cause })
}

function describe(record: string): string {
  try {
    const owner: unknown = JSON.parse(readFileSync(record, 'utf8'))
    if (typeof owner !== 'object' || owner === null) return 'another process'
    const { pid, command, since } = { pid: '?', command: '?', since: '?', ...owner }
    return `process ${pid} (${command}) since ${since}`
  } catch {
    // The record is a courtesy; the owner may be writing it at this moment.
    return 'another process'
  }
}
