import assert from 'node:assert/strict'
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { composeId, damagedType, emptyView, fold, type SessionId, type View } from '#protocol'
import { memoryStore, type Store, type StoredEvent, sqliteStore } from '#store'
import { opened, renamed, sessionOf } from '../../src/store/contract-events.ts'
import { newFolder } from '../store/folder.ts'
import { byHand } from '../store/raw.ts'

const session = sessionOf(1)
const place = (seq: number): number => 2 ** 24 + seq

/** A message that a person reads, in the order of its seq. */
function posted(seq: number, text: string, at: number, of = session): StoredEvent {
  const messageId = composeId('message', seq, new Uint8Array(10))
  return {
    ...renamed(of, seq, ''),
    type: 'message.posted',
    at: new Date(at).toISOString(),
    visibility: 'user',
    payload: {
      messageId,
      role: 'user',
      contentType: 'text',
      payload: { text },
      visibility: 'user',
      references: [],
      round: seq,
    },
  }
}

/** A session of `count` events: its opening, then messages. */
function log(count: number): readonly StoredEvent[] {
  const rest = Array.from({ length: count - 1 }, (_, index) =>
    posted(index + 2, `message ${index + 2}`, index),
  )
  return [opened(session), ...rest]
}

async function within<Result>(folder: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = sqliteStore({ folder })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function read(store: Store, of = session): Promise<readonly StoredEvent[]> {
  return Array.fromAsync(store.events.read(of, 0))
}

function folded(events: readonly StoredEvent[]): View {
  const view = emptyView()
  for (const event of events) fold(view, event)
  return view
}

const harm: Record<string, (folder: string) => void> = {
  'record 500 is another text': (folder) =>
    byHand(
      folder,
      "UPDATE events SET body = replace(body, 'message', 'massage') WHERE place = ?",
      place(500),
    ),
  'a byte of record 500 is another': (folder) => {
    const path = join(folder, 'events.db')
    const bytes = readFileSync(path)
    const at = bytes.indexOf('message 500')
    bytes[at] = (bytes[at] ?? 0) ^ 0x20
    writeFileSync(path, bytes)
  },
  'record 500 is taken out': (folder) => byHand(folder, 'DELETE FROM events WHERE place = ?', place(500)),
  'the last record is torn in half': (folder) =>
    byHand(
      folder,
      'UPDATE events SET body = substr(body, 1, length(body) / 2) WHERE place = ?',
      place(1_000),
    ),
}

for (const [what, damage] of Object.entries(harm))
  test(`B57 ONE-BAD-RECORD: ${what}: 999 events are shown, the gap is marked, the next append is intact`, async () => {
    const folder = newFolder()
    await within(folder, (store) => store.events.append(session, log(1_000), { expected: 0 }))
    damage(folder)
    const bad = what.includes('500') ? 500 : 1_000
    const more = [1_001, 1_002, 1_003].map((seq) => posted(seq, `message ${seq}`, seq))
    await within(folder, async (store) => {
      const found = await read(store)
      assert.equal(found.length, 1_000)
      assert.equal(found.filter(({ type }) => type !== damagedType).length, 999)
      assert.deepEqual(
        (await store.events.damaged()).map(({ seq }) => seq),
        [bad],
      )
      await store.events.append(session, more, { expected: 1_000 })
    })
    await within(folder, async (store) => {
      const found = await read(store)
      assert.deepEqual(
        found.filter(({ seq }) => seq !== bad),
        [...log(1_000), ...more].filter(({ seq }) => seq !== bad),
      )
      const view = folded(found)
      assert.equal(view.seq, 1_003, 'nothing stops the fold')
      assert.deepEqual(view.damaged, [bad])
      assert.equal(view.messages.size, 1_001)
    })
  })

test('B57 ONE-BAD-RECORD: the file is torn: what is left is shown, the rest is marked, the next append is intact', async () => {
  const folder = newFolder()
  await within(folder, (store) => store.events.append(session, log(1_000), { expected: 0 }))
  const path = join(folder, 'events.db')
  truncateSync(path, statSync(path).size - 2_048)
  const more = [1_001, 1_002, 1_003].map((seq) => posted(seq, `message ${seq}`, seq))
  await within(folder, (store) => store.events.append(session, more, { expected: 1_000 }))
  const view = folded(await within(folder, read))
  assert.equal(view.seq, 1_003)
  assert.ok(view.damaged.length > 0 && view.damaged.length < 100)
  assert.equal(view.messages.size + view.damaged.length, 1_002)
})

const hour = 3_600_000
const stores: Record<string, () => Store> = {
  memory: memoryStore,
  sqlite: () => sqliteStore({ folder: newFolder() }),
}

const texts = (view: View): readonly unknown[] => [...view.messages.values()].map(({ payload }) => payload)
const wanted = (count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => ({ text: `message ${index + 2}` }))

for (const [name, open] of Object.entries(stores)) {
  test(`B61 CLOCK-AS-ORDER: ${name}: with a clock that stands still and then goes back, order is that of appending`, async () => {
    const store = open()
    await store.events.append(session, [opened(session)], { expected: 0 })
    for (let seq = 2; seq <= 41; seq += 1) {
      const at = seq <= 21 ? 10 * hour : 9 * hour
      await store.events.append(session, [posted(seq, `message ${seq}`, at)], { expected: seq - 1 })
    }
    const found = await read(store)
    assert.deepEqual(
      found.map(({ seq }) => seq),
      Array.from({ length: 41 }, (_, index) => index + 1),
    )
    assert.deepEqual(texts(folded(found)), wanted(40))
    assert.equal(found[40]?.at, new Date(9 * hour).toISOString(), 'time is kept as the label it is')
    await store.close()
  })

  test(`B61 CLOCK-AS-ORDER: ${name}: the list of sessions goes by appends when all clocks differ`, async () => {
    const store = open()
    const ids: readonly SessionId[] = [1, 2, 3].map(sessionOf)
    const clocks = [12 * hour, 12 * hour, 6 * hour]
    for (const [index, id] of ids.entries())
      await store.events.append(id, [opened(id, 'a', { at: new Date(clocks[index] ?? 0).toISOString() })], {
        expected: 0,
      })
    const order = async () => (await store.events.sessions()).map(({ sessionId }) => sessionId)
    assert.deepEqual(await order(), ids.toReversed())
    await store.events.append(ids[0] ?? session, [posted(2, 'message 2', hour, ids[0])], { expected: 1 })
    assert.deepEqual(await order(), [ids[0], ids[2], ids[1]])
    await store.close()
  })
}

test('B61 CLOCK-AS-ORDER: writers one after another whose clocks differ by five seconds keep one order', async () => {
  const folder = newFolder()
  await within(folder, (store) => store.events.append(session, [opened(session)], { expected: 0 }))
  for (let seq = 2; seq <= 9; seq += 1) {
    const clock = hour + (seq % 2 === 0 ? 5_000 : 0)
    await within(folder, (store) =>
      store.events.append(session, [posted(seq, `message ${seq}`, clock)], { expected: seq - 1 }),
    )
  }
  assert.deepEqual(texts(folded(await within(folder, read))), wanted(8))
})
