import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineTool } from '#agents'
import type { ModelPort } from '#llm'
import { stage, testTeam } from '#testing'

const said = (request: { readonly system: string }): string =>
  /^You are (\S+)\.$/m.exec(request.system)?.[1] ?? ''

test('B25 stopping the root ends everything below it in one step; nothing starts after, all states are final', async () => {
  let started = 0
  const reached = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const tick = defineTool({
    name: 'tick',
    description: 'counts',
    input: z.object({}),
    execute: async () => {
      started += 1
      if (started === 3) {
        reached.resolve()
        await release.promise
      }
      return { text: `tick ${started}` }
    },
  })
  const team = testTeam({ a: { subAgents: ['b'] }, b: { subAgents: ['c'] }, c: { tools: [tick] } })
  const { session, model } = await stage(team, (request) => {
    const next = { a: 'delegate_to_b', b: 'delegate_to_c', c: 'tick' }[said(request)]
    return { calls: [{ tool: next ?? 'tick', arguments: next === 'tick' ? {} : { task: 'go on' } }] }
  })
  const { taskId } = await session.post('count for ever')
  await reached.promise
  const before = model.requests.length
  const events = await session.stop({ kind: 'task', taskId })
  const ended = events.flatMap((event) => (event.type === 'run.cancelled' ? [event.payload.agentId] : []))
  assert.deepEqual(ended.sort(), ['a', 'b', 'c'], 'the answer lists every stopped descendant')
  release.resolve()
  assert.equal((await session.settled(taskId)).status, 'cancelled')
  await session.drained()
  assert.equal(model.requests.length, before, 'no model was called after the stop')
  assert.equal(started, 3, 'no tool was started after the stop')
  for (const run of session.view.runs.values()) assert.equal(run.status, 'cancelled')
  for (const task of session.view.tasks.values()) assert.equal(task.status, 'cancelled')
})

test('B27 stop reaches the model: the stream is closed, partial text is kept and marked, usage is recorded', async () => {
  const streaming = Promise.withResolvers<void>()
  let closed = false
  const slow: ModelPort = {
    name: 'slow',
    async *stream(_request, { signal }) {
      yield { type: 'text-delta', text: '北京今天' }
      yield { type: 'text-delta', text: '晴' }
      streaming.resolve()
      try {
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      } finally {
        closed = true
      }
      throw new Error('not reached')
    },
  }
  const { session } = await stage(testTeam({ solo: {} }), [], { models: async () => slow })
  const { taskId } = await session.post('weather')
  await streaming.promise
  await session.stop({ kind: 'task', taskId })
  await session.settled(taskId)
  await session.drained()
  assert.ok(closed)
  const partial = [...session.view.messages.values()].find((message) => message.partial)
  assert.deepEqual(partial?.payload, { text: '北京今天晴' })
  assert.match(partial?.reason ?? '', /stopped/)
  const [run] = [...session.view.runs.values()]
  assert.equal(run?.status, 'cancelled')
  assert.equal(run?.usage.calls, 1)
  assert.equal(run?.usage.estimated, 1)
})

test('stop while an approval is open: the request ends with it and nothing runs', async () => {
  let ran = 0
  const danger = defineTool({
    name: 'danger',
    description: 'x',
    risk: 'high',
    input: z.object({}),
    execute: () => {
      ran += 1
      return { text: 'x' }
    },
  })
  const { session } = await stage(testTeam({ solo: { tools: [danger] } }), [
    { calls: [{ tool: 'danger', arguments: {} }] },
  ])
  const { taskId } = await session.post('do it')
  await session.rest()
  await session.stop({ kind: 'session' })
  assert.equal((await session.settled(taskId)).status, 'cancelled')
  const [approval] = [...session.view.approvals.values()]
  assert.equal(approval?.status, 'expired')
  await assert.rejects(session.decide(approval.approvalId, 'grant'))
  assert.equal(ran, 0)
})

test('a paused session starts nothing new, records what was in flight, and goes on where it was', async () => {
  const inTool = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const work = defineTool({
    name: 'work',
    description: 'works',
    input: z.object({}),
    execute: async () => {
      inTool.resolve()
      await release.promise
      return { text: 'worked' }
    },
  })
  const { session, model } = await stage(testTeam({ solo: { tools: [work] } }), [
    { calls: [{ tool: 'work', arguments: {} }] },
    { text: 'finished' },
  ])
  const { taskId } = await session.post('work')
  await inTool.promise
  await session.pause()
  release.resolve()
  assert.equal(await session.rest(), 'waiting')
  assert.equal(model.requests.length, 1)
  assert.equal([...session.view.calls.values()][0]?.status, 'completed')
  await session.resume()
  const task = await session.settled(taskId)
  assert.equal(task.result?.answer, 'finished')
})
