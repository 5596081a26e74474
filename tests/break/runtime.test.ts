import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseAgentId } from '#protocol'
import { RuntimeError } from '#runtime'
import { memoryStore, type Store, StoreUnavailable } from '#store'
import { stage, testTeam } from '#testing'
import { place } from '../cli/loggia.ts'

test('a viewer that throws is told nothing more; the session and the other viewers go on', async () => {
  const { session, ask } = await stage(testTeam({ solo: {} }), [{ text: 'fine' }, { text: 'again' }])
  let told = 0
  session.watch(() => {
    told += 1
    throw new Error('a broken screen')
  })
  const seen: number[] = []
  session.watch((item) => {
    if (item.kind === 'event') seen.push(item.event.seq)
  })
  assert.equal((await ask('go')).status, 'done')
  assert.equal((await ask('again')).status, 'done')
  assert.equal(told, 1)
  assert.deepEqual(
    seen,
    Array.from({ length: session.view.seq - 1 }, (_, index) => index + 2),
  )
})

test('a session whose log broke is told at close, and the store is closed all the same', async () => {
  const inner = memoryStore()
  let appends = 0
  const full = new StoreUnavailable('disk', 'the disk is full')
  const store: Store = {
    ...inner,
    events: {
      ...inner.events,
      append(...given) {
        appends += 1
        return appends > 2 ? Promise.reject(full) : inner.events.append(...given)
      },
    },
  }
  const { session, runtime } = await stage(testTeam({ solo: {} }), [{ text: 'fine' }], { store })
  const { taskId } = await session.post('go')
  await assert.rejects(session.settled(taskId), full)
  await assert.rejects(session.post('more'), full)
  await assert.rejects(runtime.close(), full)
  await assert.rejects(inner.events.sessions(), { code: 'closed' })
})

test('a retry with an agent that the team does not have is refused, and nothing is written', async () => {
  const { session, ask } = await stage(testTeam({ solo: {} }), [{ text: 'fine' }])
  const { taskId } = await ask('go')
  const { seq } = session.view
  await assert.rejects(session.retry(taskId, { agentId: parseAgentId('nobody') }), RuntimeError)
  assert.equal(session.view.seq, seq)
  assert.equal(session.view.tasks.get(taskId)?.status, 'done')
})

for (const [what, code] of [
  ['ends the process', 'process.exit(0)'],
  ['waits for what never comes', 'await new Promise(() => {})'],
] as const)
  test(`a team module that ${what} is no success`, { timeout: 60_000 }, async (t) => {
    const here = await place(t)
    const folder = join(here.folder, 'odd')
    await mkdir(folder)
    await writeFile(
      join(folder, 'team.yaml'),
      'team: odd\ntools: [./tools.mjs]\nagents:\n  solo: { description: x }\n',
    )
    await writeFile(join(folder, 'tools.mjs'), code)
    const done = await here.loggia('check', 'odd')
    assert.equal(done.code, 1)
    assert.match(done.err, /ended before the command did/)
  })
