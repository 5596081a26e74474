import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sqliteStore } from '#store'
import { session, some } from '../../src/store/contract-events.ts'
import { unsupported } from '../../src/store/sqlite/engine.ts'
import { kill, linesOf, startChild } from './child.ts'
import { newFolder } from './folder.ts'

test('a folder that another process owns is refused with who holds it, and free once that is killed', async () => {
  const folder = newFolder()
  const child = startChild('appender.ts', folder, '0')
  const opened = await linesOf(child).next()
  assert.equal(opened.value, 'open')
  const second = sqliteStore({ folder })
  const refused = {
    name: 'StoreUnavailable',
    code: 'owned',
    message: new RegExp(`process ${child.pid} .*appender`),
  }
  await assert.rejects(second.ready, refused)
  await assert.rejects(second.events.append(session, some(session, 1, 1), { expected: 0 }), refused)
  await assert.rejects(second.events.sessions(), refused)
  await assert.rejects(second.blobs.put(new Uint8Array(3), 'x/y'), refused)
  await second.close()
  await kill(child)
  const third = sqliteStore({ folder })
  await third.ready
  await third.close()
})

test('two stores of one process do not share a folder either', async () => {
  const folder = newFolder()
  const first = sqliteStore({ folder, command: 'loggia serve', now: () => new Date(0) })
  await first.ready
  const refused = { code: 'owned', message: /loggia serve\) since 1970-01-01T00:00:00.000Z/ }
  await assert.rejects(sqliteStore({ folder }).ready, refused)
  await first.close()
  const next = sqliteStore({ folder })
  await next.ready
  await next.close()
})

test('a lock record that was left behind or is half written does not keep the folder', async () => {
  const folder = newFolder()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'owner.json'), '{"pid": 1, "comm')
  const store = sqliteStore({ folder })
  await store.ready
  assert.equal(JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')).pid, process.pid)
  await store.close()
  assert.equal(existsSync(join(folder, 'owner.json')), false)
})

test('everything is inside the one folder, and closing leaves no log behind', async () => {
  const folder = join(newFolder(), 'deep', '.loggia')
  const store = sqliteStore({ folder })
  await store.events.append(session, some(session, 1, 1), { expected: 0 })
  await store.blobs.put(new Uint8Array(3), 'x/y')
  await store.close()
  assert.deepEqual(readdirSync(folder).toSorted(), ['blobs', 'events.db', 'owner.db', 'stamp', 'tail'])
})

test('a folder that cannot be made is refused', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  const store = sqliteStore({ folder: join(folder, 'file', 'below') })
  await assert.rejects(store.ready, { name: 'StoreUnavailable', code: 'disk' })
})

test('an engine that is too old is refused with what is wanted', () => {
  assert.equal(unsupported({ node: '24.15.0', sqlite: '3.51.3' }), undefined)
  assert.equal(unsupported({ node: '25.0.0', sqlite: '4.0.0' }), undefined)
  assert.match(unsupported({ node: '24.14.9', sqlite: '3.53.0' }) ?? '', /24\.14\.9.*24\.15\.0/)
  assert.match(unsupported({ node: '9.99.0', sqlite: '3.53.0' }) ?? '', /Node 9/)
  assert.match(unsupported({ node: '24.21.0', sqlite: '3.51.2' }) ?? '', /3\.51\.2.*3\.51\.3/)
  assert.match(unsupported({ node: '24.21.0' }) ?? '', /SQLite none/)
  assert.equal(unsupported({ node: process.versions.node, sqlite: process.versions['sqlite'] }), undefined)
})

test('one file of the sources knows node:sqlite', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  )
  const knowing = sources.filter((path) => /from 'node:sqlite'/.test(readFileSync(join('src', path), 'utf8')))
  assert.deepEqual(knowing, [join('store', 'sqlite', 'database.ts')])
})
