import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelPort } from '#llm'
import { stage, testTeam } from '#testing'

test('a model that throws before it streams ends the call like any other: booked, settled, told', async () => {
  const broken: ModelPort = {
    name: 'broken',
    stream: () => {
      throw new Error('no such model here')
    },
  }
  const { ask, session } = await stage(testTeam({ solo: {} }), [], { models: async () => broken })
  const task = await ask('hello')
  assert.equal(task.status, 'failed')
  assert.match(task.error?.message ?? '', /no such model here/)
  const [run] = [...session.view.runs.values()]
  assert.equal(run?.openCall, undefined)
  assert.equal(session.view.ledgers.get(task.taskId)?.reserved, 0)
})
