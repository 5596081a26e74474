import assert from 'node:assert/strict'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyView, fold } from '#protocol'
import { sqliteStore } from '#store'
import { session, some } from '../../src/store/contract-events.ts'
import { newFolder } from './folder.ts'

/**
 * How late the event loop was while the work went on, in milliseconds, at that percentile. The best of three: on a busy
 * machine other programs make it late too.
 */
async function lateness(percentile: number, work: () => Promise<void>): Promise<number> {
  const found: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    await work()
    delay.disable()
    found.push(delay.percentile(percentile) / 1e6)
  }
  return Math.min(...found)
}

test('promise 4: a foreign lock delays the append and not the program', async () => {
  const folder = newFolder()
  const store = sqliteStore({ folder })
  await store.events.append(session, some(session, 1, 1), { expected: 0 })
  const foreign = new DatabaseSync(join(folder, 'events.db'))
  let seq = 1
  const late = await lateness(100, async () => {
    foreign.exec('BEGIN IMMEDIATE')
    let done = false
    const write = store.events.append(session, some(session, seq + 1, 1), { expected: seq }).then(() => {
      done = true
    })
    seq += 1
    for (let turn = 0; turn < 30; turn += 1) await pause(10)
    assert.equal(done, false, 'the append waits for the lock')
    foreign.exec('COMMIT')
    await write
  })
  foreign.close()
  assert.ok(late < 50, `the loop was ${late} ms late`)
  await store.close()
})

test('a foreign lock that is never freed is told, and the store goes on afterwards', async () => {
  const folder = newFolder()
  const store = sqliteStore({ folder, busyTimeoutMs: 50 })
  await store.events.append(session, some(session, 1, 1), { expected: 0 })
  const foreign = new DatabaseSync(join(folder, 'events.db'))
  foreign.exec('BEGIN IMMEDIATE')
  const refused = { name: 'StoreUnavailable', code: 'disk', message: /another program holds a lock/ }
  await assert.rejects(store.events.append(session, some(session, 2, 1), { expected: 1 }), refused)
  foreign.exec('COMMIT')
  foreign.close()
  await store.events.append(session, some(session, 2, 1), { expected: 1 })
  await store.close()
})

test('promise 4: reading and folding a long session leaves the program its turns', async () => {
  const store = sqliteStore({ folder: newFolder() })
  for (let from = 0; from < 20_000; from += 500)
    await store.events.append(session, some(session, from + 1, 500), { expected: from })
  const late = await lateness(95, async () => {
    const view = emptyView()
    for await (const event of store.events.read(session, 0)) fold(view, event)
    assert.equal(view.seq, 20_000)
  })
  assert.ok(late < 50, `the loop was ${late} ms late`)
  await store.close()
})
