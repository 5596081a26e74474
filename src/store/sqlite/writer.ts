/**
 * The writer: the one owner of the database, in a thread of its own so that a slow disk, a held lock or a checkpoint
 * never stops the program. Everything that is waiting when it looks goes into one commit.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '#protocol'
import { StoreUnavailable } from '../errors.ts'
import type { Outcome } from './append.ts'
import { type Appender, openAppender } from './append.ts'
import { asUnavailable, type Database, openDatabase } from './database.ts'
import type { Answers, AppendRequest, Opening, Page, Question } from './messages.ts'
import { type Ownership, own } from './owner.ts'
import { openReader, type Reader } from './read.ts'
import { openRemover, type Remover } from './remove.ts'
import { isSound, salvage } from './salvage.ts'
import { migrate } from './schema.ts'
import { openSessions, type Sessions } from './sessions.ts'
import { openSetAside, type SetAside } from './set-aside.ts'
import { conditionOf, stamp, unstamp } from './stamp.ts'
import { openTail, readTail, type Tail } from './tail.ts'

/** Pages of the log beyond which it is written back into the database file. */
const longLogPages = 1_000
/** How many commits go by between two looks at the log's length. */
const commitsPerLook = 32

const emptyPage = (after: number): Page => ({
  first: Math.max(0, after) + 1,
  count: 0,
  json: '[]',
  lost: [],
  at: '',
  more: false,
})

/** Serves one folder. Every method runs to its end before the next is called: the thread does one thing at a time. */
export class Writer {
  readonly #folder: string
  readonly #ownership: Ownership
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #appender: Appender
  readonly #reader: Reader
  readonly #remover: Remover
  readonly #setAside: SetAside
  readonly #tail: Tail
  #commits = 0
  /** False once a damaged page was met: the next opening then checks the file. */
  #isSound = true

  /** Takes the folder, brings its tables up to date and marks what was lost. Throws StoreUnavailable. */
  constructor(opening: Opening) {
    const { folder, at, command, migrations } = opening
    mkdirSync(folder, { recursive: true })
    this.#folder = folder
    this.#ownership = own(folder, { pid: process.pid, command, since: at })
    try {
      this.#database = openSound(opening)
      migrate(this.#database, { backups: join(folder, 'backups'), at, more: migrations })
      configure(this.#database)
      this.#sessions = openSessions(this.#database)
      this.#setAside = openSetAside(join(folder, 'set-aside'), this.#database)
      this.#appender = openAppender(this.#database, this.#sessions)
      this.#reader = openReader(this.#database, this.#setAside, () => {
        this.#isSound = false
      })
      this.#remover = openRemover(this.#database)
      const witness = join(folder, 'tail')
      while (this.#remover.deleteSome());
      markLost(this.#sessions, readTail(witness), at)
      this.#tail = openTail(witness)
    } catch (cause) {
      this.#ownership.release()
      throw asUnavailable(cause)
    }
  }

  /** Writes all in one transaction; what has not failed is on disk. */
  append(requests: readonly AppendRequest[]): readonly Outcome[] {
    const outcomes = this.#appender.commit(requests)
    if (outcomes.some(({ failure }) => failure?.kind === 'unavailable')) this.#isSound = false
    const versions = new Map<SessionId, number>()
    for (const { request, failure } of outcomes)
      if (failure === undefined && request.count > 0)
        versions.set(request.sessionId, request.expected + request.count)
    if (versions.size > 0) this.#tail.note([...versions])
    return outcomes
  }

  answer(question: Question): Answers[keyof Answers] {
    switch (question.kind) {
      case 'read': {
        const state = this.#sessions.find(question.sessionId)
        return state ? this.#reader.page(state, question.after) : emptyPage(question.after)
      }
      case 'sessions':
        return this.#sessions.rows()
      case 'check':
        return this.#check(question)
      case 'remove':
        return this.#remove(question.sessionId)
      case 'close':
        return this.#close()
      default:
        return question satisfies never
    }
  }

  /** Keeps the log short. Called after the answers are out, so that nobody waits for it. */
  tidy(): void {
    this.#commits += 1
    if (this.#commits % commitsPerLook !== 0) return
    try {
      if (this.#logPages() > longLogPages) this.#writeBack('PASSIVE')
    } catch {
      // Nothing is lost: the log only stays longer, and the next look tries again.
    }
  }

  #check({ session, after }: Extract<Question, { kind: 'check' }>): Answers['check'] {
    const state = this.#sessions.from(session)
    if (!state) return { found: [], next: undefined }
    const from = state.no === session ? after : 0
    const { first, count, lost, more } = this.#reader.page(state, from)
    const found = lost.map(({ seq, why }) => ({ sessionId: state.sessionId, seq, why }))
    const next = more ? { session: state.no, after: first + count - 1 } : { session: state.no + 1, after: 0 }
    return { found, next }
  }

  #remove(sessionId: SessionId): readonly string[] {
    const state = this.#sessions.find(sessionId)
    if (!state) return []
    this.#tail.note([[sessionId, 0]])
    const orphans = this.#remover.unlist(state)
    this.#sessions.forget(sessionId)
    this.#setAside.drop(sessionId)
    while (this.#remover.deleteSome());
    this.#writeBack('TRUNCATE')
    return orphans
  }

  #logPages(): number {
    return Number(this.#database.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.['log'] ?? 0)
  }

  /** Moves the log into the database file; the witness has done its work when all of it is there. */
  #writeBack(how: 'PASSIVE' | 'TRUNCATE'): void {
    const row = this.#database.prepare(`PRAGMA wal_checkpoint(${how})`).get()
    if (row?.['busy'] === 0 && row['log'] === row['checkpointed']) this.#tail.clear()
  }

  #close(): undefined {
    try {
      this.#writeBack('TRUNCATE')
      this.#database.close()
      this.#tail.close()
      if (this.#isSound) stamp(this.#folder)
      else unstamp(this.#folder)
    } finally {
      this.#ownership.release()
    }
  }
}

/** Opens the database; when somebody may have harmed it, checks it first and mends what can be mended. */
function openSound({ folder, at, busyTimeoutMs, migrations }: Opening): Database {
  const path = join(folder, 'events.db')
  const condition = conditionOf(folder)
  if (condition === 'gone')
    throw new StoreUnavailable(
      'disk',
      `${path} is empty or missing, and it was not when it was closed: restore it from a backup, or remove ${join(folder, 'stamp')} to begin anew`,
    )
  const database = openDatabase(path, busyTimeoutMs)
  if (condition === 'as_left' || isSound(database)) return database
  database.close()
  salvage({ folder, at, migrations })
  return openDatabase(path, busyTimeoutMs)
}

/** FULL: a commit is on disk when it returns. Write-back is called for when nobody waits, not inside a commit. */
function configure(database: Database): void {
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  database.exec('PRAGMA wal_autocheckpoint = 0')
}

/** Lets a session reach as far as was acknowledged: reading then marks what is not there, and no seq is used twice. */
function markLost(sessions: Sessions, witness: ReadonlyMap<SessionId, number>, at: string): void {
  for (const [sessionId, seq] of witness) {
    const touch = { firstAt: at, lastAt: at, naming: {} }
    const found = sessions.find(sessionId)
    if (found && found.version >= seq) continue
    const state = found ?? sessions.create(sessionId, touch)
    state.version = seq
    sessions.update(state, touch)
  }
}
