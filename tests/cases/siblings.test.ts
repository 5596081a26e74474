import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineTool } from '#agents'
import { ModelError, type ModelPort, scriptedModel } from '#llm'
import { stage, testTeam } from '#testing'

const lastUserText = (request: Parameters<ModelPort['stream']>[0]): string => {
  const last = request.messages.at(-1)
  return last?.role === 'user' && last.parts[0]?.type === 'text' ? last.parts[0].text : ''
}
const delegateFive = {
  calls: [1, 2, 3, 4, 5].map((n) => ({ tool: 'delegate_to_worker', arguments: { task: `part ${n}` } })),
}

test('B43 one failing and one hanging child take nobody down: the parent gets five outcomes, only bad ones can be retried', async () => {
  const hanging = Promise.withResolvers<never>()
  const hung = Promise.withResolvers<void>()
  const team = testTeam({ boss: {}, worker: { limits: { timeoutMs: 5_000 } } })
  const { session, clock } = await stage(team, (request) => {
    if (request.tools.some(({ name }) => name === 'delegate_to_worker'))
      return request.messages.at(-1)?.role === 'tool' ? { text: 'collected' } : delegateFive
    const text = lastUserText(request)
    if (text === 'part 4') return { error: new ModelError('auth', 'key refused') }
    if (text === 'part 5') {
      hung.resolve()
      return { delayUntil: hanging.promise }
    }
    return { text: `done ${text}` }
  })
  const { taskId } = await session.post('five parts')
  await hung.promise
  await session.until((view) => view.liveTasks.size === 2)
  clock.advance(5_001)
  const task = await session.settled(taskId)
  assert.equal(task.status, 'done')
  const children = task.children.map((id) => session.view.tasks.get(id))
  assert.deepEqual(
    children.map((child) => child?.status),
    ['done', 'done', 'done', 'failed', 'failed'],
  )
  assert.deepEqual(
    children.map((child) => child?.error?.code),
    [undefined, undefined, undefined, 'model_auth', 'timeout'],
  )
  const results = [...session.view.calls.values()].filter((call) => call.tool === 'delegate_to_worker')
  assert.deepEqual(
    results.map((call) => call.status),
    ['completed', 'completed', 'completed', 'failed', 'failed'],
  )
})

test('B43 a failed subtask is retried alone, with an extra instruction, and what used its result is marked stale', async () => {
  let tries = 0
  const team = testTeam({ boss: {}, worker: {} })
  const { session } = await stage(team, (request) => {
    if (request.tools.length > 0)
      return request.messages.at(-1)?.role === 'tool'
        ? { text: 'ok' }
        : { calls: [{ tool: 'delegate_to_worker', arguments: { task: 'count' } }] }
    tries += 1
    return tries === 1
      ? { error: new ModelError('invalid_request', 'bad') }
      : { text: `counted: ${lastUserText(request)}` }
  })
  const { taskId } = await session.post('count')
  const root = await session.settled(taskId)
  const [childId] = root.children
  assert.ok(childId)
  assert.equal(session.view.tasks.get(childId)?.status, 'failed')
  await session.retry(childId, { instruction: 'use your fingers' })
  const child = await session.settled(childId)
  assert.equal(child.status, 'done')
  assert.equal(child.attempt, 2)
  assert.match(child.result?.answer ?? '', /count\n\nuse your fingers/)
})

test('a tool that throws, one that hangs and one that works: three outcomes in call order and the run goes on', async () => {
  const tools = [
    defineTool({
      name: 'bad',
      description: 'x',
      input: z.object({}),
      execute: () => Promise.reject(new Error('broken pipe')),
    }),
    defineTool({
      name: 'deaf',
      description: 'x',
      timeoutMs: 50,
      input: z.object({}),
      execute: () => new Promise<never>(() => undefined),
    }),
    defineTool({ name: 'good', description: 'x', input: z.object({}), execute: () => ({ text: 'fine' }) }),
  ]
  const model = scriptedModel([
    { calls: ['bad', 'deaf', 'good'].map((tool) => ({ tool, arguments: {} })) },
    { text: 'went on' },
  ])
  const { session, clock } = await stage(testTeam({ solo: { tools } }), [], { models: async () => model })
  const { taskId } = await session.post('go')
  await session.until((view) =>
    [...view.calls.values()].some((call) => call.tool === 'good' && call.status === 'completed'),
  )
  clock.advance(60)
  const task = await session.settled(taskId)
  assert.equal(task.result?.answer, 'went on')
  const results = model.requests[1]?.messages.at(-1)
  assert.ok(results?.role === 'tool')
  assert.deepEqual(
    results.results.map(({ tool, isError }) => [tool, isError]),
    [
      ['bad', true],
      ['deaf', true],
      ['good', false],
    ],
  )
  assert.match(results.results[0]?.text ?? '', /broken pipe/)
  assert.match(results.results[1]?.text ?? '', /did not finish in 50 ms/)
})
