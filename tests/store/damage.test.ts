import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { composeId, damagedType, type SessionId } from '#protocol'
import { type Store, type StoredEvent, sqliteStore } from '#store'
import { all, other, renamed, session, some } from '../../src/store/contract-events.ts'
import { newFolder } from './folder.ts'
import { byHand, overwrite } from './raw.ts'

const span = 2 ** 24
const place = (seq: number): number => span + seq

async function written(count: number): Promise<string> {
  const folder = newFolder()
  const store = sqliteStore({ folder })
  await store.events.append(session, some(session, 1, count), { expected: 0 })
  await store.close()
  return folder
}

async function within<Result>(folder: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = sqliteStore({ folder })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const marked = (events: readonly StoredEvent[]): readonly number[] =>
  events.filter(({ type }) => type === damagedType).map(({ seq }) => seq)

const accidents: Record<string, readonly [sql: string, ...values: (string | number)[]]> = {
  'a letter of its body is another': [
    "UPDATE events SET body = replace(body, 'title 5', 'title 9') WHERE place = ?",
    place(5),
  ],
  'its body is torn in half': [
    'UPDATE events SET body = substr(body, 1, length(body) / 2) WHERE place = ?',
    place(5),
  ],
  'its body is empty': ["UPDATE events SET body = '' WHERE place = ?", place(5)],
  'its body is bytes that are no text': ["UPDATE events SET body = x'ff00fe' WHERE place = ?", place(5)],
  'its body is a number': ["UPDATE events SET body = '7' WHERE place = ?", place(5)],
  'its time is another': ['UPDATE events SET at = at + 1 WHERE place = ?', place(5)],
  'its time is no number': ["UPDATE events SET at = 'noon' WHERE place = ?", place(5)],
  'its time is too large a number': ['UPDATE events SET at = 9223372036854775807 WHERE place = ?', place(5)],
  'its checksum is another': ['UPDATE events SET crc = crc + 1 WHERE place = ?', place(5)],
  'it is another row copied over it': [
    'UPDATE events SET (at, crc, body) = (SELECT at, crc, body FROM events WHERE place = ?) WHERE place = ?',
    place(4),
    place(5),
  ],
  'it is gone': ['DELETE FROM events WHERE place = ?', place(5)],
}

for (const [accident, [sql, ...values]] of Object.entries(accidents)) {
  test(`a row is marked at its seq and the others are as they were when ${accident}`, async () => {
    const folder = await written(9)
    byHand(folder, sql, ...values)
    const events = await within(folder, (store) => all(store))
    assert.deepEqual(marked(events), [5])
    assert.deepEqual(
      events.filter(({ seq }) => seq !== 5),
      some(session, 1, 9).filter(({ seq }) => seq !== 5),
    )
    assert.deepEqual(await within(folder, (store) => all(store, session, 4)), events.slice(4))
  })
}

test('the first and the last row are marked like any other', async () => {
  const folder = await written(3)
  byHand(folder, 'DELETE FROM events WHERE place IN (?, ?)', place(1), place(3))
  assert.deepEqual(marked(await within(folder, (store) => all(store))), [1, 3])
})

test('a session whose rows are all gone is not shorter', async () => {
  const folder = await written(1_200)
  byHand(folder, 'DELETE FROM events')
  assert.equal(marked(await within(folder, (store) => all(store))).length, 1_200)
})

test('what is appended after a damaged row is intact, and no seq is used twice', async () => {
  const folder = await written(3)
  byHand(folder, 'DELETE FROM events WHERE place = ?', place(3))
  await within(folder, (store) => store.events.append(session, some(session, 4, 2), { expected: 3 }))
  const events = await within(folder, (store) => all(store))
  assert.deepEqual(marked(events), [3])
  assert.deepEqual(events.slice(3), some(session, 4, 2))
})

test('a session whose line in the list lags behind its rows reaches as far as its rows', async () => {
  const folder = await written(5)
  byHand(folder, 'UPDATE sessions SET version = 2')
  await within(folder, async (store) => {
    assert.deepEqual(await all(store), some(session, 1, 5))
    await store.events.append(session, some(session, 6, 1), { expected: 5 })
  })
})

test('damage is listed without reading, with its reason, and its bytes are set aside', async () => {
  const folder = await written(1_500)
  byHand(folder, "UPDATE events SET body = 'rubbish' WHERE place = ?", place(1_001))
  byHand(folder, 'DELETE FROM events WHERE place = ?', place(1_400))
  await within(folder, async (store) => {
    await store.events.append(other, some(other, 1, 2), { expected: 0 })
    assert.deepEqual(await store.events.damaged(), [
      { sessionId: session, seq: 1_001, why: 'the checksum does not match' },
      { sessionId: session, seq: 1_400, why: 'the row is missing' },
    ])
    const kept = readdirSync(join(folder, 'set-aside'))
    assert.equal(kept.length, 1)
    assert.equal(readFileSync(join(folder, 'set-aside', kept[0] ?? ''), 'utf8'), 'rubbish')
    await store.events.remove(session)
    assert.deepEqual(readdirSync(join(folder, 'set-aside')), [], 'a removed session leaves nothing behind')
    assert.deepEqual(await store.events.damaged(), [])
  })
})

for (const sql of [
  'DELETE FROM ids',
  "UPDATE ids SET id = 'task_00000000000000000000000000'",
  'DELETE FROM ids WHERE place % 2 = 0',
])
  test(`ids are kept twice: nothing is lost by ${sql}`, async () => {
    const folder = newFolder()
    const events = [1, 2, 3, 4, 5, 6].map((seq) =>
      renamed(session, seq, 'x', { taskId: composeId('task', seq % 3, new Uint8Array(10)) }),
    )
    await within(folder, (store) => store.events.append(session, events, { expected: 0 }))
    byHand(folder, sql)
    const more = [7, 8].map((seq) =>
      renamed(session, seq, 'y', { taskId: composeId('task', seq, new Uint8Array(10)) }),
    )
    await within(folder, (store) => store.events.append(session, more, { expected: 6 }))
    assert.deepEqual(await within(folder, (store) => all(store)), [...events, ...more])
    assert.deepEqual(await within(folder, (store) => store.events.damaged()), [])
  })

test('a damaged row takes no other along that names the ids it brought', async () => {
  const folder = newFolder()
  const taskId = composeId('task', 1, new Uint8Array(10))
  const events = [1, 2, 3].map((seq) => renamed(session, seq, 'x', { taskId }))
  await within(folder, (store) => store.events.append(session, events, { expected: 0 }))
  byHand(folder, 'DELETE FROM events WHERE place = ?', place(1))
  assert.deepEqual((await within(folder, (store) => all(store))).slice(1), events.slice(1))
})

test('a page of the file that is no page loses only the events on it', async () => {
  const folder = await written(3_000)
  const path = join(folder, 'events.db')
  const bytes = readFileSync(path)
  const inside = bytes.indexOf('title 1500')
  bytes.fill(0xa5, inside - (inside % 2_048), inside - (inside % 2_048) + 2_048)
  writeFileSync(path, bytes)
  const events = await within(folder, (store) => all(store))
  const lost = marked(events)
  assert.equal(events.length, 3_000)
  assert.ok(lost.includes(1_500) && lost.length < 150, `${lost.length} events are marked`)
  assert.deepEqual(
    events.filter(({ type }) => type !== damagedType),
    some(session, 1, 3_000).filter(({ seq }) => !lost.includes(seq)),
  )
})

test('bytes changed in the file are found', async () => {
  const folder = await written(50)
  overwrite(join(folder, 'events.db'), 'title 25', 'titled 5')
  assert.deepEqual(marked(await within(folder, (store) => all(store))), [25])
})

for (const share of [0.95, 0.7, 0.5])
  test(`a file of which ${share * 100} % is left: the rest is marked, and the session goes on`, async () => {
    const folder = await written(3_000)
    const path = join(folder, 'events.db')
    truncateSync(path, Math.floor(statSync(path).size * share))
    await within(folder, (store) =>
      store.events.append(session, some(session, 3_001, 3), { expected: 3_000 }),
    )
    const events = await within(folder, (store) => all(store))
    const lost = marked(events)
    assert.equal(events.length, 3_003)
    assert.ok(lost.length > 0 && lost.length < 3_000, `${lost.length} events are marked`)
    assert.deepEqual(
      events.filter(({ type }) => type !== damagedType),
      some(session, 1, 3_003).filter(({ seq }) => !lost.includes(seq)),
    )
    assert.ok(
      readdirSync(join(folder, 'set-aside')).some((name) => name.endsWith('.db')),
      'the torn file is kept',
    )
  })

test('a file that is emptied or taken away is refused, not begun anew', async () => {
  const folder = await written(3)
  truncateSync(join(folder, 'events.db'))
  const refused = { name: 'StoreUnavailable', code: 'disk', message: /empty or missing/ }
  await assert.rejects(sqliteStore({ folder }).ready, refused)
  rmSync(join(folder, 'events.db'))
  await assert.rejects(sqliteStore({ folder }).ready, refused)
})

test('a file that is no database is refused and kept', async () => {
  const folder = await written(3)
  writeFileSync(join(folder, 'events.db'), 'something else altogether '.repeat(1_000))
  await assert.rejects(sqliteStore({ folder }).ready, { name: 'StoreUnavailable', code: 'disk' })
  assert.match(readFileSync(join(folder, 'events.db'), 'utf8'), /^something else/)
})

/** A copy of a store's folder as a power cut would leave it: open, its log not written back. */
async function cutOff(count: number): Promise<string> {
  const folder = newFolder()
  const copy = newFolder()
  const store = sqliteStore({ folder })
  for (let seq = 1; seq <= count; seq += 1)
    await store.events.append(session, [renamed(session, seq, `title ${seq}`)], { expected: seq - 1 })
  for (const name of ['events.db', 'events.db-wal', 'tail'])
    writeFileSync(join(copy, name), readFileSync(join(folder, name)))
  await store.close()
  return copy
}

test('a write-ahead log torn at its end: what was acknowledged is marked, not silently gone', async () => {
  const folder = await cutOff(20)
  const log = join(folder, 'events.db-wal')
  writeFileSync(log, readFileSync(log).subarray(0, statSync(log).size - 2_000))
  await within(folder, async (store) => {
    const events = await all(store)
    assert.equal(events.length, 20)
    assert.deepEqual(marked(events), [20])
    await store.events.append(session, some(session, 21, 3), { expected: 20 })
  })
  const again = await within(folder, (store) => all(store))
  assert.equal(again.length, 23)
  assert.deepEqual(marked(again), [20])
})

test('a write-ahead log that is lost whole: every acknowledged event is marked', async () => {
  const folder = await cutOff(20)
  writeFileSync(join(folder, 'events.db-wal'), '')
  const events = await within(folder, (store) => all(store))
  assert.equal(events.length, 20)
  assert.deepEqual(
    (await within(folder, (store) => store.events.sessions())).map(({ version }) => version),
    [20],
  )
})

test('a removed session does not come back as damage after a power cut', async () => {
  const folder = newFolder()
  const copy = newFolder()
  const store = sqliteStore({ folder })
  await store.events.append(session, some(session, 1, 2), { expected: 0 })
  await store.events.append(other, some(other, 1, 2), { expected: 0 })
  await store.events.remove(session)
  for (const name of ['events.db', 'events.db-wal', 'tail'])
    if (existsSync(join(folder, name))) writeFileSync(join(copy, name), readFileSync(join(folder, name)))
  await store.close()
  const ids = await within(copy, async (found) =>
    (await found.events.sessions()).map(({ sessionId }): SessionId => sessionId),
  )
  assert.deepEqual(ids, [other])
})
