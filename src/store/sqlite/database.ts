/** The one file that imports `node:sqlite`; runs in the writer's thread only. */
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { StoreUnavailable } from '../errors.ts'

export type Database = DatabaseSync
export type Statement = StatementSync
export type Value = SQLOutputValue

/** Opens or creates a database file. A lock held by another program is waited for, at most `busyTimeoutMs`. */
export function openDatabase(path: string, busyTimeoutMs: number): Database {
  return new DatabaseSync(path, { timeout: busyTimeoutMs })
}

/** Runs `work` in one transaction: all of it or nothing. */
export function inTransaction<Result>(database: Database, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (cause) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw cause
  }
}

/** SQLite's primary result code, when the error is one of SQLite's. */
function resultCode(cause: unknown): number | undefined {
  if (!(cause instanceof Error && 'errcode' in cause)) return undefined
  return typeof cause.errcode === 'number' ? cause.errcode & 0xff : undefined
}

const busy = 5
const ioError = 10
const corrupt = 11
const full = 13
const notDatabase = 26

export const isBusy = (cause: unknown): boolean => resultCode(cause) === busy

/** True when bytes on disk are not what SQLite wrote. */
export function isCorrupt(cause: unknown): boolean {
  const code = resultCode(cause)
  return code === corrupt || code === notDatabase
}

const advice: Readonly<Record<number, string>> = {
  [busy]: 'another program holds a lock on events.db; end it and try again',
  [ioError]: 'the disk could not be read or written, perhaps because it is full; look at it and try again',
  [corrupt]:
    'a page of events.db is damaged; copy the folder before anything else, then restore from backups/',
  [full]: 'the disk is full; free some space and try again',
  [notDatabase]: 'events.db is no database; copy the folder before anything else, then restore from backups/',
}

/** What the engine said, as the port's error. Passes the port's own errors on. */
export function asUnavailable(cause: unknown): StoreUnavailable {
  if (cause instanceof StoreUnavailable) return cause
  const said = cause instanceof Error ? cause.message : String(cause)
  const hint = advice[resultCode(cause) ?? 0]
  return new StoreUnavailable('disk', hint === undefined ? said : `${said}: ${hint}`, { cause })
}
