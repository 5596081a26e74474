import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BlobRef, SessionId } from '#protocol'
import { type StoredEvent, sqliteStore } from '#store'
import { all, other, renamed, session, sessionOf, some } from '../../src/store/contract-events.ts'
import { newFolder } from './folder.ts'
import { filesBelow } from './raw.ts'

const uses = (id: SessionId, seq: number, ...blobs: readonly BlobRef[]): StoredEvent => ({
  ...renamed(id, seq, ''),
  type: 'artifact.kept',
  payload: { blobs },
})
const sizeOf = (folder: string): number =>
  filesBelow(folder).reduce((sum, path) => sum + statSync(path).size, 0)

test('equal content is one file, and removing the session gives its space back at once', async () => {
  const folder = newFolder()
  const store = sqliteStore({ folder })
  await store.events.append(other, some(other, 1, 1), { expected: 0 })
  const empty = sizeOf(folder)
  const versions = Array.from({ length: 5 }, () => new Uint8Array(randomBytes(1_000_000)))
  for (let turn = 0; turn < 200; turn += 1) {
    const ref = await store.blobs.put(versions[Math.floor(turn / 40)] ?? new Uint8Array(), 'text/plain')
    await store.events.append(session, [uses(session, turn + 1, ref)], { expected: turn })
  }
  const full = sizeOf(folder)
  assert.ok(full < 5_000_000 * 2, `${full} bytes for five megabytes`)
  await store.events.remove(session)
  const left = sizeOf(folder)
  assert.ok(left < empty + 100_000, `${left} bytes left of ${full}, ${empty} before`)
  await store.close()
})

test('nothing of a removed session can be found in any file', async () => {
  const folder = newFolder()
  const store = sqliteStore({ folder })
  const marked = [
    renamed(session, 1, 'FG-91'),
    ...some(session, 2, 500).map((event) => ({ ...event, reason: 'FG-91' })),
  ]
  await store.events.append(session, marked, { expected: 0, commandId: 'FG-91' })
  await store.events.append(other, some(other, 1, 300), { expected: 0 })
  const holding = () => filesBelow(folder).filter((path) => readFileSync(path).includes('FG-91'))
  assert.ok(holding().length > 0)
  await store.events.remove(session)
  assert.deepEqual(holding(), [])
  assert.deepEqual(await all(store, other), some(other, 1, 300))
  await store.close()
})

test('content that one session puts while another that used it is removed stays', async () => {
  const store = sqliteStore({ folder: newFolder() })
  const bytes = new TextEncoder().encode('shared')
  const first = await store.blobs.put(bytes, 'text/plain')
  await store.events.append(session, [uses(session, 1, first)], { expected: 0 })
  const [second] = await Promise.all([store.blobs.put(bytes, 'text/plain'), store.events.remove(session)])
  await store.events.append(other, [uses(other, 1, second)], { expected: 0 })
  assert.deepEqual(new Uint8Array(await store.blobs.get(second.hash)), bytes)
  await store.close()
})

test('a blob that changed on disk is refused, and putting the content again mends it', async () => {
  const folder = newFolder()
  const store = sqliteStore({ folder })
  const bytes = new TextEncoder().encode('a document')
  const { hash } = await store.blobs.put(bytes, 'text/plain')
  const [path = ''] = filesBelow(join(folder, 'blobs'))
  assert.match(path, /blobs\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/)
  writeFileSync(path, 'another document')
  await assert.rejects(store.blobs.get(hash), { code: 'blob_missing', message: /damaged/ })
  await store.blobs.put(bytes, 'text/plain')
  assert.deepEqual(new Uint8Array(await store.blobs.get(hash)), bytes)
  await assert.rejects(store.blobs.get('../../events.db'), TypeError)
  await store.close()
})

test('a long session is removed while others go on', async () => {
  const store = sqliteStore({ folder: newFolder() })
  for (let from = 0; from < 9_000; from += 1_000)
    await store.events.append(session, some(session, from + 1, 1_000), { expected: from })
  const removal = store.events.remove(session)
  const writes = Array.from({ length: 20 }, (_, index) =>
    store.events.append(sessionOf(index + 10), some(sessionOf(index + 10), 1, 1), { expected: 0 }),
  )
  await Promise.all([removal, ...writes])
  assert.equal((await store.events.sessions()).length, 20)
  await store.close()
})

test('what is kept of many appends survives closing and opening', async () => {
  const folder = newFolder()
  const first = sqliteStore({ folder })
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      first.events.append(sessionOf(index), some(sessionOf(index), 1, 3), { expected: 0, commandId: 'c' }),
    ),
  )
  const listed = await first.events.sessions()
  await first.close()
  const second = sqliteStore({ folder })
  assert.deepEqual(await second.events.sessions(), listed)
  assert.deepEqual(await all(second, sessionOf(7)), some(sessionOf(7), 1, 3))
  const again = second.events.append(sessionOf(7), some(sessionOf(7), 4, 1), { expected: 3, commandId: 'c' })
  await assert.rejects(again, { code: 'store_duplicate' })
  await second.close()
})
