import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelPort } from '#llm'
import { scriptedModel } from '#llm'
import { openRuntime } from '#runtime'
import { fakeClock, recordingStore, storeAfterCrash, testTeam } from '#testing'

test('a polite shutdown in mid-stream is a crash with manners: usage is booked, no half message, the run goes on later', async () => {
  const team = testTeam({ solo: {} })
  const streaming = Promise.withResolvers<void>()
  const slow: ModelPort = {
    name: 'slow',
    async *stream(_request, { signal }) {
      yield { type: 'text-delta', text: '一半' }
      streaming.resolve()
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      throw new Error('not reached')
    },
  }
  const store = recordingStore()
  const runtime = openRuntime({ store, models: async () => slow, teams: [team], clock: fakeClock() })
  const session = await runtime.create()
  const { taskId } = await session.post('tell me')
  await streaming.promise
  await session.shutdown()
  assert.equal(session.view.tasks.get(taskId)?.status, 'running')
  assert.equal([...session.view.messages.values()].filter((message) => message.partial).length, 0)
  const [run] = [...session.view.runs.values()]
  assert.equal(run?.usage.estimated, 1)

  const kept = await storeAfterCrash(session.sessionId, store.batches, store.batches.length)
  const again = openRuntime({
    store: kept,
    models: async () => scriptedModel([{ text: '一整个回答' }]),
    teams: [team],
    clock: fakeClock(Date.UTC(2026, 0, 15, 5)),
  })
  const task = await (await again.open(session.sessionId)).settled(taskId)
  assert.equal(task.result?.answer, '一整个回答')
})
