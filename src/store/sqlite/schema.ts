/** The tables, and how older ones become newer ones. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StoreUnavailable } from '../errors.ts'
import { type Database, inTransaction } from './database.ts'

/** One step forward. Steps are never changed once released, only added. */
export interface Migration {
  readonly version: number
  /** Runs in one transaction with the note that it ran, so an interrupted step is as if it had not begun. */
  readonly sql: string
}

/**
 * `events.place` is `session number × 2^24 + seq`: the rows of a session lie together and in order. `crc` is over the
 * session's id, the seq and the event's text. `ids` are the ids of a session by their numbers. `sessions.touched` counts appends and orders the list of sessions.
 */
const builtIn: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE sessions (
        no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, ids INTEGER NOT NULL,
        created_at TEXT NOT NULL, updated_at TEXT NOT NULL, touched INTEGER NOT NULL,
        title TEXT NOT NULL, team_id TEXT NOT NULL);
      CREATE TABLE events (
        place INTEGER PRIMARY KEY, at INTEGER NOT NULL, crc INTEGER NOT NULL, body TEXT NOT NULL);
      CREATE TABLE ids (place INTEGER PRIMARY KEY, id TEXT NOT NULL);
      CREATE TABLE commands (
        session INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (session, id)) WITHOUT ROWID;
      CREATE TABLE blob_uses (
        session INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (session, hash)) WITHOUT ROWID;
      CREATE INDEX blob_uses_by_hash ON blob_uses (hash);
      CREATE TABLE removals (session INTEGER PRIMARY KEY);
    `,
  },
]

/** Small pages, because a commit of one event writes three; free pages go back to the system when a session is removed. */
const layout = 'PRAGMA page_size = 2048; PRAGMA auto_vacuum = INCREMENTAL'

/** What to call the copy and when, and the steps beyond our own. */
export interface MigrationOptions {
  readonly backups: string
  readonly at: string
  readonly more: readonly Migration[]
}

/**
 * Brings the tables to the newest version. 1. A copy of older tables is in `backups/` before the first step. 2. Each
 * step is all or nothing, and what was interrupted is repeated at the next opening. 3. Newer tables than we know are
 * refused with code `too_new` and left as they are.
 */
export function migrate(database: Database, { backups, at, more }: MigrationOptions): void {
  const steps = [...builtIn, ...more]
  const newest = steps.at(-1)?.version ?? 0
  const found = versionOf(database)
  if (found > newest) throw tooNew(found, newest)
  if (found === newest) return
  if (hasTables(database)) backUp(database, join(backups, `events-v${found}-before-v${newest}.db`))
  else database.exec(layout)
  for (const step of steps) if (step.version > found) run(database, step, at)
}

/** Gives an empty database the tables of the version that another one has. */
export function build(
  database: Database,
  { at, more, upTo }: { readonly at: string; readonly more: readonly Migration[]; readonly upTo: Database },
): void {
  database.exec(layout)
  const version = versionOf(upTo)
  for (const step of [...builtIn, ...more]) if (step.version <= version) run(database, step, at)
}

function tooNew(found: number, newest: number): StoreUnavailable {
  return new StoreUnavailable(
    'too_new',
    `the data is of version ${found}, and this program knows versions up to ${newest}; nothing was changed: update the program, or open another folder`,
  )
}

function versionOf(database: Database): number {
  if (!hasTable(database, 'schema_versions')) return 0
  const row = database.prepare('SELECT max(version) AS version FROM schema_versions').get()
  return Number(row?.['version'] ?? 0)
}

function hasTable(database: Database, name: string): boolean {
  return (
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined
  )
}

function hasTables(database: Database): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined
}

function run(database: Database, { version, sql }: Migration, at: string): void {
  inTransaction(database, () => {
    database.exec(
      'CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, at TEXT NOT NULL)',
    )
    database.exec(sql)
    database.prepare('INSERT INTO schema_versions VALUES (?, ?)').run(version, at)
  })
}

/** Copies to a name beside and renames, so that a file with the final name is a whole copy. An older copy is kept. */
function backUp(database: Database, path: string): void {
  if (existsSync(path)) return
  mkdirSync(join(path, '..'), { recursive: true })
  const half = `${path}.part`
  rmSync(half, { force: true })
  database.prepare('VACUUM INTO ?').run(half)
  renameSync(half, path)
}
