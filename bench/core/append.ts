/** Durable append from 64 sessions at once, beside a bare loop of the engine at the same durability and batch size. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { eventIdAt, type SessionEvent, type SessionId } from '#protocol'
import { newIdFrom, systemClock } from '#runtime'
import { sqliteStore } from '#store'
import { median } from '../harness/measure.ts'

const sessions = 64
const rounds = 40
const perAppend = 3
const folder = mkdtempSync(join(tmpdir(), 'loggia-append-'))
const newId = newIdFrom(systemClock())
const ids = Array.from({ length: sessions }, () => newId('session'))

function batch(sessionId: SessionId, after: number): SessionEvent[] {
  return Array.from({ length: perAppend }, (_value, place): SessionEvent => {
    const seq = after + place + 1
    const text = `what was said at ${seq}, in a sentence of the usual length`
    return {
      eventId: eventIdAt(sessionId, seq),
      sessionId,
      seq,
      type: 'session.renamed',
      at: '2026-01-01T00:00:00.000Z',
      actor: { kind: 'user', id: 'bench' },
      prevEvents: [],
      visibility: 'internal',
      payload: { title: text },
      v: 1,
    }
  })
}

/** Thousands of events a second of the bare engine: one commit for all sessions of a round. */
function bare(name: string): number {
  const db = new DatabaseSync(join(folder, name))
  db.exec('pragma journal_mode = wal; pragma synchronous = full')
  db.exec(
    'create table event (session text, seq integer, body text, primary key (session, seq)) without rowid',
  )
  const insert = db.prepare('insert into event values (?, ?, ?)')
  const began = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    db.exec('begin immediate')
    for (const id of ids)
      for (const event of batch(id, round * perAppend)) insert.run(id, event.seq, JSON.stringify(event))
    db.exec('commit')
  }
  const took = performance.now() - began
  db.close()
  return (sessions * rounds * perAppend) / took
}

async function ours(name: string): Promise<number> {
  const store = sqliteStore({ folder: join(folder, name) })
  await store.ready
  const began = performance.now()
  await Promise.all(
    ids.map(async (id) => {
      for (let round = 0; round < rounds; round += 1)
        await store.events.append(id, batch(id, round * perAppend), { expected: round * perAppend })
    }),
  )
  const took = performance.now() - began
  await store.close()
  return (sessions * rounds * perAppend) / took
}

const limits: number[] = []
const figures: number[] = []
try {
  for (let pass = 0; pass < 12 && figures.length < 5; pass += 1) {
    const before = bare(`bare-${pass}-a`)
    const figure = await ours(`ours-${pass}`)
    const after = bare(`bare-${pass}-b`)
    // Two limits that differ by more say that the machine was busy with something else.
    if (Math.abs(before - after) / Math.max(before, after) > 0.15) continue
    limits.push((before + after) / 2)
    figures.push(figure)
  }
  process.stdout.write(
    JSON.stringify({ floor: median(limits), ours: median(figures), rounds: figures.length }),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
