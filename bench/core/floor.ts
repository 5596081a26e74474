/**
 * The floor: a hand-written event-sourced loop on the same engine. It keeps a log and folds it into the messages the
 * model is given, and nothing else: no approvals, no budget, no recovery, no explanation.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StoredEvent } from '#store'
import { bytesIn } from '../harness/bytes.ts'
import { bench, rate, stored, thread } from '../harness/measure.ts'
import { serve } from '../harness/subject.ts'
import { appendMany } from './many.ts'
import { answerOf, checkAnswer, foldLength, pairs } from './script.ts'

interface Entry {
  readonly seq: number
  readonly type: 'user' | 'model' | 'tool'
  readonly body: unknown
}
type Append = (entry: Entry) => void

/** The state a loop works from. */
class Thread {
  seq = 0
  readonly messages: Entry[] = []
  fold(entry: Entry): void {
    if (entry.seq !== this.seq + 1) return
    this.seq = entry.seq
    this.messages.push(entry)
  }
}

/** One request: ask, run the tool the model wants, answer. Each step is in the log before the next begins. */
async function loop(talk: Thread, append: Append, ask: string): Promise<string> {
  const write = (type: Entry['type'], body: unknown): void => {
    const entry = { seq: talk.seq + 1, type, body }
    append(entry)
    talk.fold(entry)
  }
  write('user', ask)
  for (;;) {
    const last = talk.messages.at(-1)
    const said = await answerOf(last?.type === 'tool' ? 'tool' : 'user', ask)
    write('model', said)
    if (!said.call) return said.text
    write('tool', String(said.call.a + said.call.b))
  }
}

/** A supervisor that asks two workers at once: six model calls. */
async function supervise(append: Append): Promise<string> {
  const thread = new Thread()
  const write = (type: Entry['type'], body: unknown): void => {
    const entry = { seq: thread.seq + 1, type, body }
    append(entry)
    thread.fold(entry)
  }
  write('user', 'add both')
  write('model', await answerOf('user'))
  const reports = await Promise.all(pairs.map((task) => loop(new Thread(), append, task)))
  write('tool', reports)
  const { text } = await answerOf('tool')
  write('model', text)
  return text
}

const home = mkdtempSync(join(tmpdir(), 'loggia-floor-'))
let files = 0

function open(): { readonly db: DatabaseSync; readonly path: string; readonly append: Append } {
  files += 1
  const path = join(home, `${files}.db`)
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal; pragma synchronous = full')
  db.exec(
    'create table event (session text, seq integer, body text, primary key (session, seq)) without rowid, strict',
  )
  const insert = db.prepare('insert into event values (?, ?, ?)')
  let session = 0
  return {
    db,
    path,
    append(entry) {
      if (entry.seq === 1) session += 1
      insert.run(`s${session}`, entry.seq, JSON.stringify(entry))
    },
  }
}

const memory = (): Append => {
  const log: Entry[] = []
  return (entry) => void log.push(entry)
}

async function talkThrough(kind: 'thread' | 'chat'): ReturnType<typeof bench> {
  const { db, path, append } = open()
  const talk = new Thread()
  const batch = await thread(kind, async (text) => checkAnswer(await loop(talk, append, text)))
  db.close()
  return stored(kind, batch, bytesIn(path))
}

/** Sixty-four writers that each wait for their event; all that are waiting share one commit. */
async function append(): ReturnType<typeof bench> {
  const { db } = open()
  const insert = db.prepare('insert into event values (?, ?, ?)')
  let waiting: { readonly event: StoredEvent; readonly resolve: () => void }[] = []
  const commit = (): void => {
    const batch = waiting
    waiting = []
    db.exec('begin')
    for (const { event } of batch) insert.run(event.sessionId, event.seq, JSON.stringify(event))
    db.exec('commit')
    for (const { resolve } of batch) resolve()
  }
  const batch = await appendMany((event) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (waiting.push({ event, resolve }) === 1) setImmediate(commit)
    return promise
  })
  db.close()
  return batch
}

let filled: { readonly db: DatabaseSync; readonly log: readonly Entry[] } | undefined

/** As many entries as our long session has events, in one session of the floor. */
async function fill(): Promise<NonNullable<typeof filled>> {
  if (filled) return filled
  const { db, append: put } = open()
  const log: Entry[] = []
  const talk = new Thread()
  db.exec('begin')
  const both: Append = (entry) => {
    log.push(entry)
    put(entry)
  }
  while (log.length < foldLength) await loop(talk, both, `add ${log.length} and 1`)
  db.exec('commit')
  filled = { db, log }
  return filled
}

/** So that a batch lasts as long as one of ours and meets the same disturbances. */
const passes = 20

await serve({
  scenarios: {
    one: () =>
      bench('one', 60_000, async () => checkAnswer(await loop(new Thread(), memory(), 'add 1 and 2'))),
    team: () => bench('team', 30_000, async () => checkAnswer(await supervise(memory()))),
    async durable() {
      const { db, append: put } = open()
      const batch = await bench('durable', 100, async () =>
        checkAnswer(await loop(new Thread(), put, 'add 1 and 2')),
      )
      db.close()
      return batch
    },
    thread: () => talkThrough('thread'),
    chat: () => talkThrough('chat'),
    append,
    async readFold() {
      const { db, log } = await fill()
      const select = db.prepare('select body from event order by session, seq')
      return await rate('readFold', log.length, () => {
        const talk = new Thread()
        for (const { body } of select.iterate()) talk.fold(JSON.parse(String(body)))
        if (talk.seq !== log.length) throw new Error(`folded ${talk.seq} of ${log.length}`)
      })
    },
    async fold() {
      const { log } = await fill()
      return await rate('fold', log.length * passes, () => {
        for (let pass = 0; pass < passes; pass += 1) {
          const talk = new Thread()
          for (const entry of log) talk.fold(entry)
          if (talk.seq !== log.length) throw new Error(`folded ${talk.seq} of ${log.length}`)
        }
      })
    },
  },
  close: () => rmSync(home, { recursive: true, force: true }),
})
