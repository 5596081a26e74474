/**
 * The floor: what a hand-written event-sourced loop of forty lines takes on the same store engine. It keeps a log and
 * a fold and nothing else: no approvals, no budget, no recovery, no explanation.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { timed } from '../harness/measure.ts'
import type { Figures } from '../harness/rows.ts'
import { answerOf, turns } from './script.ts'

interface Entry {
  readonly type: string
  readonly body: string
}
type Append = (entries: readonly Entry[]) => void

/** One request: ask, run the tool the model wants, answer. Everything goes through the log. */
async function loop(append: Append, log: Entry[], ask: string): Promise<string> {
  const write = (...entries: Entry[]): void => {
    log.push(...entries)
    append(entries)
  }
  write({ type: 'user', body: ask })
  for (;;) {
    const said = await answerOf(log.at(-1)?.type === 'tool' ? 'tool' : 'user')
    write({ type: 'model', body: JSON.stringify(said) })
    if (!said.call) return said.text
    write({ type: 'tool', body: String(said.call.a + said.call.b) })
  }
}

/** One plain turn of a conversation: a message and its answer. */
async function chat(append: Append, log: Entry[], message: string): Promise<void> {
  const user = { type: 'user', body: message }
  log.push(user)
  append([user])
  const answer = { type: 'model', body: (await answerOf('tool')).text }
  log.push(answer)
  append([answer])
}

function durable(folder: string): { readonly append: Append; readonly file: string; close(): void } {
  const file = join(folder, 'floor.db')
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full')
  db.exec(
    'create table if not exists event (seq integer primary key, type text not null, body text not null) strict',
  )
  const insert = db.prepare('insert into event (type, body) values (?, ?)')
  return {
    file,
    append(entries) {
      db.exec('begin immediate')
      for (const { type, body } of entries) insert.run(type, body)
      db.exec('commit')
    },
    close: () => db.close(),
  }
}

const none: Append = () => undefined
const folder = mkdtempSync(join(tmpdir(), 'loggia-floor-'))
const store = durable(folder)
try {
  const one = await timed(3_000, 1_000, async () => void (await loop(none, [], 'add 1 and 2')))
  const team = await timed(2_000, 500, async () => {
    await answerOf('user')
    await Promise.all([loop(none, [], 'add 1 and 2'), loop(none, [], 'add 3 and 4')])
    await answerOf('tool')
  })
  const lasting = await timed(500, 100, async () => void (await loop(store.append, [], 'add 1 and 2')))
  const log: Entry[] = []
  const before = sizeOf(store.file)
  const thread: number[] = []
  for (let turn = 1; turn <= turns; turn += 1) {
    const began = performance.now()
    await chat(store.append, log, `message ${turn}`)
    thread.push(performance.now() - began)
  }
  const { ratio, last } = threadFigures(thread)
  const figures: Figures = {
    one: one.p50,
    team: team.p50,
    durable: lasting.p50,
    threadRatio: ratio,
    threadMs: last,
    threadMb: (sizeOf(store.file) - before) / 1e6,
  }
  process.stdout.write(JSON.stringify(figures))
} finally {
  store.close()
  rmSync(folder, { recursive: true, force: true })
}

function sizeOf(file: string): number {
  return statSync(file).size + statSync(`${file}-wal`).size
}

function threadFigures(times: readonly number[]): { readonly ratio: number; readonly last: number } {
  const around = (turn: number): number =>
    times.slice(turn - 6, turn + 5).toSorted((a, b) => a - b)[5] ?? Number.NaN
  const last = around(turns - 5)
  return { ratio: last / around(10), last }
}
