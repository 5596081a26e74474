/**
 * What the durable store costs beside the bare engine: `node --conditions=loggia-source bench/engine/append.ts`.
 * The bare loop writes the same JSON to the simplest table, at the same durability and batch size, on the main thread.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { emptyView, fold, type SessionId } from '#protocol'
import { memoryStore, type Store, type StoredEvent, sqliteStore } from '#store'
import { sessionOf } from '../../src/store/contract-events.ts'
import { eventsPerTurn, turn } from './turn.ts'

const folder = mkdtempSync(join(tmpdir(), 'loggia-bench-'))
const rows: Record<string, string | number>[] = []
const row = (what: string, value: number, unit: string): void => {
  rows.push({ what, value: Number(value.toPrecision(4)), unit })
}
const median = (values: readonly number[], share = 0.5): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? 0

/** Milliseconds of each of `count` runs. */
async function timesOf(count: number, work: (index: number) => unknown): Promise<readonly number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const began = performance.now()
    await work(index)
    times.push(performance.now() - began)
  }
  return times
}

async function bareSync(): Promise<void> {
  const file = openSync(join(folder, 'bare'), 'w')
  writeSync(file, Buffer.alloc(4_096 * 500))
  fdatasyncSync(file)
  const block = Buffer.alloc(4_096, 1)
  const times = await timesOf(500, (index) => {
    writeSync(file, block, 0, block.length, index * 4_096)
    fdatasyncSync(file)
  })
  closeSync(file)
  row('bare fdatasync of 4 KiB, p50', median(times), 'ms')
}

interface Bare {
  commit(events: readonly StoredEvent[]): void
  read(session: SessionId): Iterable<StoredEvent>
  close(): void
}

function bareDatabase(name: string): Bare {
  const database = new DatabaseSync(join(folder, name))
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE events
    (session TEXT, seq INTEGER, body TEXT, PRIMARY KEY (session, seq)) WITHOUT ROWID`)
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?)')
  return {
    commit(events) {
      database.exec('BEGIN')
      for (const event of events) insert.run(event.sessionId, event.seq, JSON.stringify(event))
      database.exec('COMMIT')
    },
    *read(session) {
      const select = database.prepare('SELECT body FROM events WHERE session = ? ORDER BY seq')
      for (const { body } of select.iterate(session)) yield JSON.parse(String(body)) as StoredEvent
    },
    close: () => database.close(),
  }
}

async function oneSession(store: Store, label: string): Promise<void> {
  const session = sessionOf(1)
  const batches = Array.from({ length: 1_000 }, (_, index) => turn(session, index, index + 1).slice(0, 1))
  const times = await timesOf(1_000, (index) =>
    store.events.append(session, batches[index] ?? [], { expected: index }),
  )
  row(`${label}: one append awaited, p50`, median(times), 'ms')
  row(`${label}: one append awaited, p99`, median(times, 0.99), 'ms')
}

const sessions = Array.from({ length: 64 }, (_, index) => sessionOf(index + 100))
const rounds = 150

/** Each session appends one event, waits, and appends the next: one round of all is one commit. */
async function manySessions(store: Store): Promise<number> {
  const events = sessions.map((session) =>
    Array.from({ length: rounds }, (_, index) => small(session, index + 1)),
  )
  const began = performance.now()
  await Promise.all(
    sessions.map(async (session, place) => {
      for (let seq = 0; seq < rounds; seq += 1)
        await store.events.append(session, events[place]?.slice(seq, seq + 1) ?? [], { expected: seq })
    }),
  )
  return (sessions.length * rounds * 1_000) / (performance.now() - began)
}

function manyBare(name: string): number {
  const bare = bareDatabase(name)
  const batches = Array.from({ length: rounds }, (_, index) =>
    sessions.map((session) => small(session, index + 1)),
  )
  const began = performance.now()
  for (const batch of batches) bare.commit(batch)
  const rate = (sessions.length * rounds * 1_000) / (performance.now() - began)
  bare.close()
  return rate
}

function small(session: SessionId, seq: number): StoredEvent {
  const event = turn(session, seq, seq)[0]
  if (!event) throw new Error('a turn has events')
  return event
}

async function readingAndSize(): Promise<void> {
  const path = join(folder, 'thread')
  const session = sessionOf(7)
  const turns = 200
  const writing = sqliteStore({ folder: path })
  const times = await timesOf(turns, async (index) => {
    for (const event of turn(session, index, index * eventsPerTurn + 1))
      await writing.events.append(session, [event], { expected: event.seq - 1 })
  })
  row('turn 200 ÷ turn 10 (p50 of ten around)', median(times.slice(-10)) / median(times.slice(5, 15)), '×')
  await writing.close()
  row(`bytes per turn of ${eventsPerTurn} events`, statSync(join(path, 'events.db')).size / turns, 'B')
  const long = 70_000
  const reading = sqliteStore({ folder: join(folder, 'long') })
  const bare = bareDatabase('long.db')
  for (let seq = 0; seq < long; seq += 5 * eventsPerTurn) {
    const events = [0, 1, 2, 3, 4].flatMap((more) =>
      turn(session, seq + more, seq + 1 + more * eventsPerTurn),
    )
    await reading.events.append(session, events, { expected: seq })
    bare.commit(events)
  }
  const ratios: number[] = []
  for (let pass = 1; pass <= 3; pass += 1) {
    const floor = await rateOf(bare.read(session))
    const ours = await rateOf(reading.events.read(session, 0))
    ratios.push(ours / floor)
    row(`read and fold, pass ${pass}: bare loop`, floor, 'events/s')
    row(`read and fold, pass ${pass}: store`, ours, 'events/s')
  }
  row('read and fold: store ÷ bare, median', median(ratios), '×')
  bare.close()
  await reading.close()
}

/** Events folded in a second. */
async function rateOf(events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>): Promise<number> {
  const view = emptyView()
  const began = performance.now()
  if (Symbol.iterator in events) for (const event of events) fold(view, event)
  else for await (const event of events) fold(view, event)
  return (view.seq * 1_000) / (performance.now() - began)
}

/** Without awaiting, as a burst: what the store itself costs. */
async function burst(store: Store): Promise<void> {
  const session = sessionOf(2)
  const batches = Array.from({ length: 200_000 }, (_, index) => [small(session, index + 1)])
  const began = performance.now()
  const writes = batches.map((events, index) => store.events.append(session, events, { expected: index }))
  row('memory: one append in a burst', ((performance.now() - began) * 1_000) / batches.length, 'µs')
  await Promise.all(writes)
}

await bareSync()
const bare = bareDatabase('single.db')
const single = await timesOf(1_000, (index) => bare.commit([small(sessionOf(1), index + 1)]))
bare.close()
row('bare node:sqlite: one append, p50', median(single), 'ms')
await burst(memoryStore())
const store = sqliteStore({ folder: join(folder, 'one') })
await oneSession(store, 'sqlite')
await store.close()
const ratios: number[] = []
for (let pass = 0; pass < 5; pass += 1) {
  const before = manyBare(`many-${pass}.db`)
  const durable = sqliteStore({ folder: join(folder, `many-${pass}`) })
  await durable.ready
  const ours = await manySessions(durable)
  await durable.close()
  const after = manyBare(`many-${pass}-again.db`)
  ratios.push(ours / ((before + after) / 2))
  row(`64 sessions, pass ${pass + 1}: bare before`, before, 'events/s')
  row(`64 sessions, pass ${pass + 1}: store`, ours, 'events/s')
  row(`64 sessions, pass ${pass + 1}: bare after`, after, 'events/s')
}
row('64 sessions: store ÷ bare, median', median(ratios), '×')
await readingAndSize()
for (const { what, value, unit } of rows)
  process.stdout.write(`${String(what).padEnd(48)} ${String(value).padStart(12)} ${unit}\n`)
rmSync(folder, { recursive: true, force: true })
