/** The suite that every store must pass. Each numbered promise of the port has its tests here. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventId } from '#protocol'
import { all, type Behaves, opened, other, renamed, session, sessionOf, some } from './contract-events.ts'
import { closing, keepingBlobs, removing } from './contract-keeping.ts'
import { StoreConflict, StoreDuplicate } from './errors.ts'
import type { Store, StoredEvent } from './store.ts'

/** Gives a new, empty store each time. */
export type OpenStore = () => Store | Promise<Store>

/** Registers the suite. `name` begins each test's title. */
export function storeContract(name: string, open: OpenStore): void {
  const behaves = (sentence: string, check: (store: Store) => Promise<void>): void => {
    test(`${name}: ${sentence}`, async () => {
      const store = await open()
      try {
        await check(store)
      } finally {
        await store.close()
      }
    })
  }
  appending(behaves)
  ordering(behaves)
  reading(behaves)
  listing(behaves)
  removing(behaves)
  keepingBlobs(behaves)
  closing(behaves)
}

function appending(behaves: Behaves): void {
  behaves('promise 1: a batch is written whole', async (store) => {
    await store.events.append(session, some(session, 1, 3), { expected: 0 })
    assert.deepEqual(await all(store), some(session, 1, 3))
  })

  behaves('promise 1: a stale writer is refused and nothing is written', async (store) => {
    await store.events.append(session, some(session, 1, 2), { expected: 0 })
    const late = store.events.append(session, [renamed(session, 2, 'late')], { expected: 1 })
    await assert.rejects(late, { name: 'StoreConflict', code: 'store_conflict', expected: 1, actual: 2 })
    assert.deepEqual(await all(store), some(session, 1, 2))
  })

  behaves('a writer that is ahead of the session is refused', async (store) => {
    await assert.rejects(store.events.append(session, some(session, 4, 1), { expected: 3 }), StoreConflict)
    assert.deepEqual(await all(store), [])
    assert.deepEqual(await store.events.sessions(), [])
  })

  behaves('an event that is not at its place is refused whole', async (store) => {
    const gap = [renamed(session, 1, 'one'), renamed(session, 3, 'three')]
    await assert.rejects(store.events.append(session, gap, { expected: 0 }), TypeError)
    await assert.rejects(store.events.append(session, [renamed(other, 1, 'x')], { expected: 0 }), TypeError)
    assert.deepEqual(await all(store), [])
  })

  behaves('a command given twice is written once', async (store) => {
    await store.events.append(session, some(session, 1, 1), { expected: 0, commandId: 'c1' })
    const again = store.events.append(session, some(session, 2, 1), { expected: 1, commandId: 'c1' })
    await assert.rejects(again, { name: 'StoreDuplicate', code: 'store_duplicate', commandId: 'c1' })
    const stale = store.events.append(session, some(session, 1, 1), { expected: 0, commandId: 'c1' })
    await assert.rejects(stale, StoreDuplicate, 'a duplicate is told before a conflict')
    assert.equal((await all(store)).length, 1)
  })

  behaves('a refused append does not use up its command', async (store) => {
    await store.events.append(session, some(session, 1, 1), { expected: 0 })
    const stale = store.events.append(session, some(session, 1, 1), { expected: 0, commandId: 'c1' })
    await assert.rejects(stale, StoreConflict)
    await store.events.append(session, some(session, 2, 1), { expected: 1, commandId: 'c1' })
    assert.equal((await all(store)).length, 2)
  })

  behaves('the same command id in two sessions is two commands', async (store) => {
    await store.events.append(session, some(session, 1, 1), { expected: 0, commandId: 'c1' })
    await store.events.append(other, some(other, 1, 1), { expected: 0, commandId: 'c1' })
    assert.equal((await all(store, other)).length, 1)
  })

  behaves('promise 7: an append of no events writes nothing, but a stale one is told', async (store) => {
    await store.events.append(session, [], { expected: 0 })
    assert.deepEqual(await store.events.sessions(), [])
    await assert.rejects(store.events.append(session, [], { expected: 5 }), StoreConflict)
  })
}

function ordering(behaves: Behaves): void {
  behaves('promise 2: appends that nobody awaits keep their order', async (store) => {
    const writes = Array.from({ length: 50 }, (_, index) =>
      store.events.append(session, some(session, index + 1, 1), { expected: index }),
    )
    await Promise.all(writes)
    assert.deepEqual(await all(store), some(session, 1, 50))
  })

  behaves('of two writers at the same place the first wins', async (store) => {
    const first = store.events.append(session, [renamed(session, 1, 'first')], { expected: 0 })
    const second = store.events.append(session, [renamed(session, 1, 'second')], { expected: 0 })
    const [won, lost] = await Promise.allSettled([first, second])
    assert.equal(won.status, 'fulfilled')
    assert.ok(lost.status === 'rejected' && lost.reason instanceof StoreConflict)
    assert.deepEqual(await all(store), [renamed(session, 1, 'first')])
  })

  behaves('of the same command given twice at once one is written', async (store) => {
    const give = () => store.events.append(session, some(session, 1, 1), { expected: 0, commandId: 'c1' })
    const [won, lost] = await Promise.allSettled([give(), give()])
    assert.equal(won.status, 'fulfilled')
    assert.ok(lost.status === 'rejected' && lost.reason instanceof StoreDuplicate)
  })

  behaves("one session's conflict does not touch the appends of others", async (store) => {
    const sessions = Array.from({ length: 64 }, (_, index) => sessionOf(index + 10))
    const writes = sessions.flatMap((id, index) => [
      store.events.append(id, some(id, 1, 2), { expected: 0 }),
      store.events
        .append(id, some(id, 3, 1), { expected: index % 2 === 0 ? 2 : 2 - 1 })
        .catch((cause: unknown) => cause),
    ])
    await Promise.all(writes)
    for (const [index, id] of sessions.entries())
      assert.equal((await all(store, id)).length, index % 2 === 0 ? 3 : 2, `session ${index}`)
  })

  behaves('promise 6: order is that of appending, whatever the clock says', async (store) => {
    const hours = [9, 9, 8, 23, 0]
    const events = hours.map((hour, index) =>
      renamed(session, index + 1, `t${index}`, { at: new Date(Date.UTC(2030, 0, 1, hour)).toISOString() }),
    )
    for (const [index, event] of events.entries())
      await store.events.append(session, [event], { expected: index })
    assert.deepEqual(await all(store), events)
  })
}

function reading(behaves: Behaves): void {
  behaves('reads from after a seq to the end', async (store) => {
    await store.events.append(session, some(session, 1, 5), { expected: 0 })
    assert.deepEqual(await all(store, session, 3), some(session, 4, 2))
    assert.deepEqual(await all(store, session, 5), [])
    assert.deepEqual(await all(store, session, 99), [])
    assert.deepEqual(await all(store, other), [])
  })

  behaves('promise 7: a read sees every append that was called before it', async (store) => {
    const write = store.events.append(session, some(session, 1, 2), { expected: 0 })
    assert.equal((await all(store)).length, 2)
    await write
  })

  behaves('reads a long session gapless, and a reader may leave early', async (store) => {
    for (let from = 0; from < 3_000; from += 1_000)
      await store.events.append(session, some(session, from + 1, 1_000), { expected: from })
    assert.deepEqual(await all(store), some(session, 1, 3_000))
    for await (const event of store.events.read(session, 0)) if (event.seq === 700) break
    assert.deepEqual(await all(store, session, 2_999), some(session, 3_000, 1))
  })

  behaves('promise 5: an event comes back as it was, whatever it holds', async (store) => {
    const events = [opened(session), ...oddEvents()]
    await store.events.append(session, events, { expected: 0 })
    assert.deepEqual(await all(store), events)
  })

  behaves('promise 5: a property that is undefined equals a missing one', async (store) => {
    await store.events.append(session, [{ ...opened(session), taskId: undefined, reason: undefined }], {
      expected: 0,
    })
    assert.deepEqual(JSON.parse(JSON.stringify(await all(store))), [opened(session)])
  })
}

/** Texts, times, causes and types that a store might trip over. */
function oddEvents(): readonly StoredEvent[] {
  const texts = [
    '',
    '部署方案 🟡👩‍👩‍👧',
    'a\nb\u2028c\u0000\u0001\u001e\u001f',
    '"runId":"x"',
    '\\"',
    '\ud83c',
    'x'.repeat(70_000),
  ]
  const named = texts.map((text, index) => renamed(session, index + 2, text))
  const at = named.length + 2
  return [
    ...named,
    renamed(session, at, 'v', { v: 7, visibility: 'user', reason: 'because' }),
    renamed(session, at + 1, 'time', { at: '2030-01-01T00:00:00Z' }),
    renamed(session, at + 2, 'causes', {
      prevEvents: [renamed(session, 2, '').eventId, opened(other).eventId, 'evt_01' as EventId],
    }),
    {
      ...renamed(session, at + 3, ''),
      type: 'weather.changed',
      payload: [
        1.5e300,
        null,
        true,
        { type: 'run.started', runId: sessionOf(9), again: [sessionOf(9), sessionOf(9)] },
      ],
    },
    {
      ...renamed(session, at + 4, ''),
      type: 'weather.gone',
      payload: null,
      ...{ addedLater: { deep: [1] } },
    },
  ]
}

function listing(behaves: Behaves): void {
  behaves('lists sessions with title, team, times and version', async (store) => {
    await store.events.append(session, [opened(session, 'First title')], { expected: 0 })
    await store.events.append(session, [renamed(session, 2, 'Second title')], { expected: 1 })
    assert.deepEqual(await store.events.sessions(), [
      {
        sessionId: session,
        createdAt: opened(session).at,
        updatedAt: renamed(session, 2, '').at,
        version: 2,
        title: 'Second title',
        teamId: 'beijing',
      },
    ])
  })

  behaves('promise 6: the session appended to last comes first, whatever the clock says', async (store) => {
    const at = (year: number) => ({ at: new Date(Date.UTC(year, 0)).toISOString() })
    await store.events.append(session, [opened(session, 'a', at(2030))], { expected: 0 })
    await store.events.append(other, [opened(other, 'b', at(2020))], { expected: 0 })
    const order = async () => (await store.events.sessions()).map(({ sessionId }) => sessionId)
    assert.deepEqual(await order(), [other, session])
    await store.events.append(session, [renamed(session, 2, 'c', at(2010))], { expected: 1 })
    assert.deepEqual(await order(), [session, other])
  })
}
