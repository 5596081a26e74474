/** Writing: many appends in one transaction, each judged on its own. */
import { blobHashesIn } from '../place.ts'
import { asUnavailable, type Database, inTransaction, isBusy, type Statement } from './database.ts'
import type { AppendRequest, Failure } from './messages.ts'
import { checksum, pack } from './row.ts'
import { type SessionState, type Sessions, span } from './sessions.ts'

/** What became of one append: nothing to say when it was written. */
export interface Outcome {
  readonly request: AppendRequest
  readonly failure: Failure | undefined
}

export interface Appender {
  /** Resolves each append in the order given. What is not failed is on disk when this returns. */
  commit(requests: readonly AppendRequest[]): readonly Outcome[]
}

export function openAppender(database: Database, sessions: Sessions): Appender {
  const statements = {
    event: database.prepare('INSERT INTO events (place, at, crc, body) VALUES (?, ?, ?, ?)'),
    hasCommand: database.prepare('SELECT 1 FROM commands WHERE session = ? AND id = ?'),
    command: database.prepare('INSERT INTO commands (session, id) VALUES (?, ?)'),
    blobUse: database.prepare('INSERT OR IGNORE INTO blob_uses (session, hash) VALUES (?, ?)'),
  }
  const writeAll = (requests: readonly AppendRequest[]): readonly Outcome[] =>
    inTransaction(database, () =>
      requests.map((request) => ({ request, failure: writeOne(statements, sessions, request) })),
    )
  return {
    commit(requests) {
      try {
        return writeAll(requests)
      } catch (cause) {
        for (const { sessionId } of requests) sessions.forget(sessionId)
        // One that cannot be written must not take the others along; a held lock stops them all.
        if (requests.length > 1 && !isBusy(cause))
          return requests.flatMap((request) => this.commit([request]))
        return requests.map((request) => ({ request, failure: failureOf(cause) }))
      }
    },
  }
}

type Statements = Readonly<Record<'event' | 'hasCommand' | 'command' | 'blobUse', Statement>>

function writeOne(statements: Statements, sessions: Sessions, request: AppendRequest): Failure | undefined {
  const { sessionId, expected, commandId, count } = request
  const found = sessions.find(sessionId)
  if (found && commandId !== undefined && statements.hasCommand.get(found.no, commandId))
    return { kind: 'duplicate', commandId }
  const actual = found?.version ?? 0
  if (actual !== expected) return { kind: 'conflict', expected, actual }
  if (count === 0) return undefined
  const state = found ?? sessions.create(sessionId, request)
  writeEvents(statements, state, request)
  sessions.update(state, request)
  if (commandId !== undefined) statements.command.run(state.no, commandId)
  return undefined
}

function writeEvents(statements: Statements, state: SessionState, { lines }: AppendRequest): void {
  for (const json of lines.split('\n')) {
    state.version += 1
    const row = pack(json, state.version, state)
    const crc = checksum(json, state.sessionId, state.version)
    statements.event.run(state.no * span + state.version, row.at, crc, row.body)
    for (const hash of blobHashesIn(json)) statements.blobUse.run(state.no, hash)
  }
}

/** Any thrown thing as what the asker gets. */
export function failureOf(cause: unknown): Failure {
  const { code, message } = asUnavailable(cause)
  return { kind: 'unavailable', code, message }
}
