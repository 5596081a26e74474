/** The part of the contract suite about what goes away and what stays: sessions, blobs, the store itself. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { all, type Behaves, opened, other, renamed, session, some } from './contract-events.ts'
import type { StoreUnavailable } from './errors.ts'
import type { StoredEvent } from './store.ts'

export function removing(behaves: Behaves): void {
  behaves('a removed session is gone and others are as they were', async (store) => {
    await store.events.append(session, some(session, 1, 5), { expected: 0, commandId: 'c1' })
    await store.events.append(other, some(other, 1, 2), { expected: 0 })
    await store.events.remove(session)
    assert.deepEqual(await all(store), [])
    assert.deepEqual(await all(store, other), some(other, 1, 2))
    assert.deepEqual(
      (await store.events.sessions()).map(({ sessionId }) => sessionId),
      [other],
    )
    await store.events.remove(session)
  })

  behaves('a session may begin again after its removal', async (store) => {
    await store.events.append(session, some(session, 1, 5), { expected: 0, commandId: 'c1' })
    await store.events.remove(session)
    await store.events.append(session, [opened(session)], { expected: 0, commandId: 'c1' })
    assert.deepEqual(await all(store), [opened(session)])
  })

  behaves('nothing is damaged in a store that nobody damaged', async (store) => {
    await store.events.append(session, some(session, 1, 5), { expected: 0 })
    assert.deepEqual(await store.events.damaged(), [])
  })
}

export function keepingBlobs(behaves: Behaves): void {
  const bytes = new TextEncoder().encode('a document')
  const uses = (id: typeof session, blob: unknown): StoredEvent => ({
    ...renamed(id, 1, ''),
    type: 'artifact.kept',
    payload: { blob },
  })

  behaves('a blob is named by its content and comes back as it was', async (store) => {
    const ref = await store.blobs.put(bytes, 'text/plain')
    const hash = `sha256-${createHash('sha256').update(bytes).digest('hex')}`
    assert.deepEqual(ref, { hash, sizeBytes: 10, mediaType: 'text/plain' })
    assert.equal((await store.blobs.put(bytes, 'text/markdown')).hash, ref.hash)
    assert.deepEqual(new Uint8Array(await store.blobs.get(ref.hash)), bytes)
  })

  behaves('a blob that is not there is refused', async (store) => {
    const missing = store.blobs.get(`sha256-${'0'.repeat(64)}`)
    await assert.rejects(missing, { name: 'StoreUnavailable', code: 'blob_missing' })
  })

  behaves('removing a session removes the blobs that only it used', async (store) => {
    const mine = await store.blobs.put(bytes, 'text/plain')
    const shared = await store.blobs.put(new TextEncoder().encode('shared'), 'text/plain')
    await store.events.append(session, [uses(session, [mine, shared])], { expected: 0 })
    await store.events.append(other, [uses(other, shared)], { expected: 0 })
    await store.events.remove(session)
    await assert.rejects(store.blobs.get(mine.hash), { code: 'blob_missing' })
    assert.equal(Buffer.from(await store.blobs.get(shared.hash)).toString(), 'shared')
    await store.events.remove(other)
    await assert.rejects(store.blobs.get(shared.hash), { code: 'blob_missing' })
  })
}

export function closing(behaves: Behaves): void {
  behaves('closing waits for what was called and refuses what comes after', async (store) => {
    const write = store.events.append(session, some(session, 1, 1), { expected: 0 })
    await store.close()
    await write
    const refused = { name: 'StoreUnavailable', code: 'closed' } satisfies Partial<StoreUnavailable>
    await assert.rejects(store.events.append(session, some(session, 2, 1), { expected: 1 }), refused)
    await assert.rejects(all(store), refused)
    await assert.rejects(store.events.sessions(), refused)
    await assert.rejects(store.blobs.put(new Uint8Array(1), 'x/y'), refused)
    await store.close()
  })
}
