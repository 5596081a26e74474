/**
 * A session outlives the process. The first runtime ends while a tool is at work; the second one opens the same file
 * and goes on: the request gets its answer, and what was done is not done again.
 *
 *     node examples/04-restart.ts
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool, offlineModel, openRuntime, type Runtime, sqliteStore } from 'loggia'
import { defineTeam } from 'loggia/teams'
import { z } from 'zod'

const folder = await mkdtemp(join(tmpdir(), 'loggia-example-'))
const atWork = Promise.withResolvers<void>()
let starts = 0

const count = defineTool({
  name: 'count_visitors',
  description: 'Counts the visitors of a day.\n统计某天的访客。',
  keywords: ['visitors', 'count', '访客'],
  // May run again under the same key when a crash left its outcome unknown.
  effect: 'idempotent',
  input: z.object({}),
  execute: async (_input, { signal }) => {
    starts += 1
    if (starts > 1) return { text: 'There were 1,204 visitors.', source: 'the gate' }
    atWork.resolve()
    const { promise, reject } = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    return promise
  },
})

const team = defineTeam({
  team: 'museum',
  agents: {
    gate: {
      description: { en: 'Visitors of the museum.', zh: '博物馆的访客。' },
      capabilities: [{ name: 'visitors', keywords: ['visitors', '访客'] }],
      tools: [count],
    },
  },
})

const open = (): Runtime =>
  openRuntime({
    store: sqliteStore({ folder }),
    teams: [team],
    models: async () => offlineModel(),
  })

try {
  const first = open()
  const session = await first.create()
  const { taskId } = await session.post('Count the visitors')
  await atWork.promise
  await first.close()

  const second = open()
  const again = await second.open(session.sessionId)
  const task = await again.settled(taskId)
  process.stdout.write(`${task.result?.answer}\n`)
  assert.equal(task.status, 'done')
  assert.match(task.result?.answer ?? '', /1,204 visitors/)
  assert.equal(starts, 2)
  await second.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
