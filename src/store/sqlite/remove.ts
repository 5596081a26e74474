/** Removing a session: out of sight at once, its rows in pieces, its space given back. */
import { type Database, inTransaction } from './database.ts'
import { type SessionState, span } from './sessions.ts'

export interface Remover {
  /** Takes the session out of the list in one step. Returns the hashes of blobs that nobody uses any more. */
  unlist(state: SessionState): readonly string[]
  /** Deletes the next rows of sessions that were taken out; false when nothing is left and the space is given back. */
  deleteSome(): boolean
}

const rowsPerStep = 2_000

/** Deleted content is overwritten (`secure_delete`): what was removed must not be found in the file. */
export function openRemover(database: Database): Remover {
  database.exec('PRAGMA secure_delete = ON')
  const statements = {
    hashes: database.prepare(
      `SELECT hash FROM blob_uses AS mine WHERE session = ? AND NOT EXISTS
        (SELECT 1 FROM blob_uses AS other WHERE other.hash = mine.hash AND other.session <> mine.session)`,
    ),
    ids: database.prepare('DELETE FROM ids WHERE place >= ? AND place < ?'),
    blobUses: database.prepare('DELETE FROM blob_uses WHERE session = ?'),
    commands: database.prepare('DELETE FROM commands WHERE session = ?'),
    line: database.prepare('DELETE FROM sessions WHERE no = ?'),
    begin: database.prepare('INSERT INTO removals (session) VALUES (?)'),
    pending: database.prepare('SELECT session FROM removals LIMIT 1'),
    rows: database.prepare(
      `DELETE FROM events WHERE place IN
        (SELECT place FROM events WHERE place > ? AND place < ? ORDER BY place LIMIT ${rowsPerStep})`,
    ),
    end: database.prepare('DELETE FROM removals WHERE session = ?'),
  }
  return {
    unlist: ({ no }) =>
      inTransaction(database, () => {
        const orphans = statements.hashes.all(no).map((row) => String(row['hash']))
        for (const statement of [statements.blobUses, statements.commands, statements.line, statements.begin])
          statement.run(no)
        statements.ids.run(no * span, (no + 1) * span)
        return orphans
      }),
    deleteSome() {
      const pending = statements.pending.get()?.['session']
      if (typeof pending !== 'number') return false
      const { changes } = statements.rows.run(pending * span, (pending + 1) * span)
      if (Number(changes) >= rowsPerStep) return true
      statements.end.run(pending)
      database.exec('PRAGMA incremental_vacuum')
      return true
    },
  }
}
