/** A database file with damaged pages becomes a sound one that holds every row that can still be read. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { StoreUnavailable } from '../errors.ts'
import { type Database, inTransaction, isCorrupt, openDatabase } from './database.ts'
import { openScan } from './read.ts'
import { build, type Migration } from './schema.ts'
import { openSessions, span } from './sessions.ts'

interface Case {
  readonly folder: string
  readonly at: string
  readonly migrations: readonly Migration[]
}

/** True when SQLite finds every page where it should be. Reads the whole file. */
export function isSound(database: Database): boolean {
  try {
    const [first] = database.prepare('PRAGMA quick_check(1)').all()
    return first?.['quick_check'] === 'ok'
  } catch (cause) {
    if (isCorrupt(cause)) return false
    throw cause
  }
}

/**
 * Copies the broken file to `set-aside/`, builds a new one beside it from every readable row, and puts it in place.
 * What could not be read is missing there, so reading marks it. Throws StoreUnavailable when even the list of sessions
 * cannot be read: then nothing is changed but for the copy.
 */
export function salvage({ folder, at, migrations }: Case): void {
  const path = join(folder, 'events.db')
  const fresh = `${path}.new`
  keepCopy(folder, at)
  fillUp(path)
  rmSync(fresh, { force: true })
  const from = openDatabase(path, 0)
  const to = openDatabase(fresh, 0)
  try {
    build(to, { at, more: migrations, upTo: from })
    inTransaction(to, () => copyAll(from, to))
  } catch (cause) {
    throw new StoreUnavailable(
      'disk',
      `${path} is damaged where its sessions are listed; a copy is in set-aside/: restore the folder from a backup`,
      { cause },
    )
  } finally {
    from.close()
    to.close()
  }
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
  renameSync(fresh, path)
}

function keepCopy(folder: string, at: string): void {
  const kept = join(folder, 'set-aside', `events-${at.replaceAll(/[:.]/g, '-')}.db`)
  mkdirSync(join(folder, 'set-aside'), { recursive: true })
  for (const suffix of ['', '-wal']) {
    const path = join(folder, `events.db${suffix}`)
    if (existsSync(path) && !existsSync(kept + suffix)) copyFileSync(path, kept + suffix)
  }
}

/** SQLite refuses a file shorter than its header says; with empty pages at the end the others can be read. */
function fillUp(path: string): void {
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  const read = readSync(file, header, 0, header.length, 0)
  closeSync(file)
  if (read < header.length) return
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const wanted = pageSize * header.readUInt32BE(28)
  if (statSync(path).size < wanted) truncateSync(path, wanted)
}

function copyAll(from: Database, to: Database): void {
  const tables = to.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  for (const { name } of tables) {
    if (name === 'events' || name === 'schema_versions' || String(name).startsWith('sqlite_')) continue
    copyTable(from, to, String(name))
  }
  copyEvents(from, to)
}

/** From both ends, so that one bad page loses what is on it. The list of sessions must be whole: all hangs on it. */
function copyTable(from: Database, to: Database, name: string): void {
  const rows = from.prepare(`SELECT * FROM ${name}`)
  const copy = (statement: typeof rows): void => {
    statement.setReturnArrays(true)
    for (const row of statement.iterate()) {
      const values = row as unknown as readonly (string | number)[]
      to.prepare(`INSERT OR IGNORE INTO ${name} VALUES (${values.map(() => '?').join(', ')})`).run(...values)
    }
  }
  try {
    copy(rows)
  } catch (cause) {
    if (name === 'sessions' || !isCorrupt(cause)) throw cause
    copyFromTheEnd(() => copy(from.prepare(`SELECT * FROM ${name} ORDER BY 1 DESC`)))
  }
}

function copyFromTheEnd(copy: () => void): void {
  try {
    copy()
  } catch (cause) {
    // The bad page was met from this side too: everything around it has been copied.
    if (!isCorrupt(cause)) throw cause
  }
}

function copyEvents(from: Database, to: Database): void {
  const sessions = openSessions(from)
  const scan = openScan(from)
  const insert = to.prepare('INSERT INTO events (place, at, crc, body) VALUES (?, ?, ?, ?)')
  const reach = to.prepare('UPDATE sessions SET version = ? WHERE no = ?')
  for (let state = sessions.from(0); state; state = sessions.from(state.no + 1)) {
    reach.run(state.version, state.no)
    for (let seq = 1; seq <= state.version; )
      for (const found of scan.from(state, seq)) {
        if ('values' in found) insert.run(state.no * span + seq, ...found.values.slice(1))
        seq += 1
      }
  }
}
