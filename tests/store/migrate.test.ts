import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Migration, sqliteStore } from '#store'
import { all, session, some } from '../../src/store/contract-events.ts'
import { newFolder } from './folder.ts'
import { lookUp } from './raw.ts'

const second: Migration = {
  version: 2,
  sql: "ALTER TABLE sessions ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'",
}
const third: Migration = { version: 3, sql: 'CREATE TABLE marks (id TEXT PRIMARY KEY) WITHOUT ROWID' }
const broken: Migration = { version: 3, sql: 'CREATE TABLE marks (id TEXT); CREATE TABLE sessions (again)' }

async function written(folder: string): Promise<string> {
  const store = sqliteStore({ folder })
  await store.events.append(session, some(session, 1, 20), { expected: 0 })
  await store.close()
  return folder
}

const versions = (path: string): readonly unknown[] =>
  lookUp(path, 'SELECT version FROM schema_versions ORDER BY version').map(({ version }) => version)

test('older tables are brought up to date after a copy of them is in backups', async () => {
  const folder = await written(newFolder())
  const store = sqliteStore({ folder, migrations: [second, third], now: () => new Date(0) })
  assert.deepEqual(await all(store), some(session, 1, 20))
  await store.events.append(session, some(session, 21, 1), { expected: 20 })
  await store.close()
  assert.deepEqual(versions(join(folder, 'events.db')), [1, 2, 3])
  assert.deepEqual(readdirSync(join(folder, 'backups')), ['events-v1-before-v3.db'])
  const backup = join(folder, 'backups', 'events-v1-before-v3.db')
  assert.deepEqual(versions(backup), [1])
  assert.equal(lookUp(backup, 'SELECT * FROM events').length, 20)
})

test('newer data is refused in plain words and left as it is', async () => {
  const folder = await written(newFolder())
  const newer = sqliteStore({ folder, migrations: [second] })
  await newer.close()
  const older = sqliteStore({ folder })
  await assert.rejects(older.ready, {
    name: 'StoreUnavailable',
    code: 'too_new',
    message: /version 2.*up to 1.*update/,
  })
  const again = sqliteStore({ folder, migrations: [second] })
  assert.deepEqual(await all(again), some(session, 1, 20))
  await again.close()
})

test('a step that does not succeed leaves the step before it, and is repeated at the next opening', async () => {
  const folder = await written(newFolder())
  const failing = sqliteStore({ folder, migrations: [second, broken] })
  await assert.rejects(failing.ready, { name: 'StoreUnavailable', code: 'disk', message: /already exists/ })
  assert.deepEqual(versions(join(folder, 'events.db')), [1, 2], 'half a step is no step')
  assert.deepEqual(lookUp(join(folder, 'events.db'), "SELECT 1 FROM sqlite_schema WHERE name = 'marks'"), [])
  const mended = sqliteStore({ folder, migrations: [second, third] })
  assert.deepEqual(await all(mended), some(session, 1, 20))
  await mended.close()
  assert.deepEqual(versions(join(folder, 'backups', 'events-v1-before-v3.db')), [1], 'the first copy is kept')
})

test('a copy that was interrupted is made again; without a copy nothing is changed', async () => {
  const folder = await written(newFolder())
  mkdirSync(join(folder, 'backups'))
  writeFileSync(join(folder, 'backups', 'events-v1-before-v2.db.part'), 'half a copy')
  const store = sqliteStore({ folder, migrations: [second] })
  await store.close()
  assert.deepEqual(readdirSync(join(folder, 'backups')), ['events-v1-before-v2.db'])

  const other = await written(newFolder())
  writeFileSync(join(other, 'backups'), 'a file where the folder should be')
  await assert.rejects(sqliteStore({ folder: other, migrations: [second] }).ready, { code: 'disk' })
  assert.deepEqual(versions(join(other, 'events.db')), [1])
})

test('a new folder begins at the newest version and needs no copy', async () => {
  const folder = newFolder()
  const store = sqliteStore({ folder, migrations: [second] })
  await store.close()
  assert.deepEqual(versions(join(folder, 'events.db')), [1, 2])
  assert.equal(existsSync(join(folder, 'backups')), false)
})
