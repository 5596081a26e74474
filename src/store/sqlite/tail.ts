/**
 * A witness of what was acknowledged since the write-ahead log was last emptied. When that log is torn, SQLite drops
 * its last commits without a word; the witness makes them visible. Written after each commit and without a sync: it
 * may know less than the database after a power cut, never more.
 */
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { SessionId } from '#protocol'

const line = /^(\d+) (.+)$/

export interface Tail {
  /** The session's last acknowledged seq; 0 forgets the session, and is noted before its removal. */
  note(entries: readonly (readonly [SessionId, number])[]): void
  /** The database file itself holds everything now. */
  clear(): void
  close(): void
}

/** Last acknowledged seq by session, as an earlier process left it. */
export function readTail(path: string): ReadonlyMap<SessionId, number> {
  const known = new Map<SessionId, number>()
  // A line without its line feed was cut by a kill and says nothing.
  for (const text of textOf(path).split('\n').slice(0, -1)) {
    const match = line.exec(text)
    const session = match?.[2] as SessionId | undefined
    const seq = Number(match?.[1])
    if (session === undefined) continue
    if (seq === 0) known.delete(session)
    else known.set(session, seq)
  }
  return known
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return ''
    throw cause
  }
}

/** Goes on after what is there; the caller clears it once that is dealt with. */
export function openTail(path: string): Tail {
  const file = openSync(path, 'a')
  return {
    note: (entries) => {
      try {
        writeSync(file, entries.map(([sessionId, seq]) => `${seq} ${sessionId}\n`).join(''))
      } catch {
        // The events are safe already; a witness that knows less only notices less.
      }
    },
    clear: () => ftruncateSync(file, 0),
    close: () => closeSync(file),
  }
}
