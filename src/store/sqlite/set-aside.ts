/** Copies of what could not be read, one file per row, for whoever wants to look. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '#protocol'
import type { Database } from './database.ts'
import { type SessionState, span } from './sessions.ts'

export interface SetAside {
  /** Copies the row's bytes, once. The row itself stays where it is. */
  keep(state: SessionState, seq: number): void
  /** Removes what was kept of a session. */
  drop(sessionId: SessionId): void
}

export function openSetAside(folder: string, database: Database): SetAside {
  const select = database.prepare('SELECT CAST(body AS BLOB) AS bytes FROM events WHERE place = ?')
  const kept = new Set<string>()
  const copy = (path: string, place: number): void => {
    const bytes = select.get(place)?.['bytes']
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, bytes instanceof Uint8Array ? bytes : '')
  }
  return {
    keep({ sessionId, no }, seq) {
      const path = join(folder, `${fileName(sessionId)}.${seq}.row`)
      if (kept.has(path)) return
      kept.add(path)
      try {
        copy(path, no * span + seq)
      } catch {
        // The row is still in the table and is told of as damaged; reading on matters more than a copy of it.
        kept.delete(path)
      }
    },
    drop(sessionId) {
      const mine = `${fileName(sessionId)}.`
      for (const name of namesIn(folder))
        if (name.startsWith(mine)) rmSync(join(folder, name), { force: true })
    },
  }
}

const fileName = (sessionId: SessionId): string => encodeURIComponent(sessionId)

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Nothing was ever set aside: there is no folder.
    return []
  }
}
