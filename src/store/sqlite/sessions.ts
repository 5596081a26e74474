/** The list of sessions, and what the writer keeps in memory of each that it has touched. */
import type { SessionId } from '#protocol'
import type { Naming } from '../place.ts'
import type { SessionRow } from '../store.ts'
import { type Database, isCorrupt } from './database.ts'
import { type IdBook, openIdBooks } from './id-book.ts'

/** Seqs of one session lie within a span of places. */
export const span = 2 ** 24

/** A session as the writer knows it; `version` moves with each append. */
export interface SessionState {
  readonly sessionId: SessionId
  readonly no: number
  readonly ids: IdBook
  version: number
}

/** What an append writes into the session's line. */
export interface Touch {
  readonly firstAt: string
  readonly lastAt: string
  readonly naming: Naming
}

export interface Sessions {
  find(sessionId: SessionId): SessionState | undefined
  create(sessionId: SessionId, touch: Touch): SessionState
  /** Writes the state's version and what the append says about the session. */
  update(state: SessionState, touch: Touch): void
  /** The first session whose number is at least that. */
  from(no: number): SessionState | undefined
  /** Drops what is kept in memory, after a rollback or a removal. */
  forget(sessionId: SessionId): void
  rows(): readonly SessionRow[]
}

/** More than this many sessions in memory, and all are dropped: they are read again when touched. */
const mostKept = 100_000

/** Only the writer may hold this: the states in memory are right because nobody else writes. */
export function openSessions(database: Database): Sessions {
  const states = new Map<SessionId, SessionState>()
  const books = openIdBooks(database)
  const select = database.prepare('SELECT no, version, ids FROM sessions WHERE id = ?')
  const selectFrom = database.prepare('SELECT id FROM sessions WHERE no >= ? ORDER BY no LIMIT 1')
  const selectLast = database.prepare('SELECT max(place) AS place FROM events WHERE place > ? AND place < ?')
  const insert = database.prepare(
    "INSERT INTO sessions (id, version, ids, created_at, updated_at, touched, title, team_id) VALUES (?, 0, 0, ?, ?, 0, '', '')",
  )
  const updateLine = database.prepare(
    'UPDATE sessions SET version = ?, ids = ?, updated_at = ?, touched = ?, title = coalesce(?, title), team_id = coalesce(?, team_id) WHERE no = ?',
  )
  let touched = Number(
    database.prepare('SELECT max(touched) AS touched FROM sessions').get()?.['touched'] ?? 0,
  )

  const keep = (sessionId: SessionId, no: number, version: number, ids = 0): SessionState => {
    if (states.size >= mostKept) states.clear()
    const state = { sessionId, no, version, ids: books.open(no * span, ids) }
    states.set(sessionId, state)
    return state
  }
  const lastSeq = (no: number): number => {
    try {
      const place = selectLast.get(no * span, (no + 1) * span)?.['place']
      return typeof place === 'number' ? place - no * span : 0
    } catch (cause) {
      // The session's own line still says how far it reached, and reading marks what is gone.
      if (isCorrupt(cause)) return 0
      throw cause
    }
  }
  const find = (sessionId: SessionId): SessionState | undefined => {
    const known = states.get(sessionId)
    if (known) return known
    const row = select.get(sessionId)
    if (!row) return undefined
    const no = Number(row['no'])
    return keep(sessionId, no, Math.max(Number(row['version']), lastSeq(no)), Number(row['ids']))
  }

  return {
    find,
    create: (sessionId, { firstAt }) => {
      const { lastInsertRowid } = insert.run(sessionId, firstAt, firstAt)
      return keep(sessionId, Number(lastInsertRowid), 0)
    },
    update: ({ no, version, ids }, { lastAt, naming }) => {
      touched += 1
      updateLine.run(version, ids.count, lastAt, touched, naming.title ?? null, naming.teamId ?? null, no)
    },
    from: (no) => {
      const row = selectFrom.get(no)
      return row ? find(String(row['id']) as SessionId) : undefined
    },
    forget: (sessionId) => {
      states.delete(sessionId)
    },
    rows: () => readRows(database),
  }
}

function readRows(database: Database): readonly SessionRow[] {
  const rows = database.prepare('SELECT * FROM sessions ORDER BY touched DESC').all()
  return rows.map((row) => ({
    sessionId: String(row['id']) as SessionId,
    createdAt: String(row['created_at']),
    updatedAt: String(row['updated_at']),
    version: Number(row['version']),
    title: String(row['title']),
    teamId: String(row['team_id']),
  }))
}
