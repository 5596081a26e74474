import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sqliteStore } from '#store'

test('a damaged lock is told as what it is: nothing is to be restored, and deleting it mends it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'loggia-break-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await sqliteStore({ folder }).close()
  await writeFile(join(folder, 'owner.db'), 'this is no database, whatever its name says')
  await assert.rejects(sqliteStore({ folder }).ready, {
    code: 'disk',
    message: /owner\.db is damaged.*delete it/,
  })
  await rm(join(folder, 'owner.db'))
  const again = sqliteStore({ folder })
  await again.ready
  await again.close()
})
