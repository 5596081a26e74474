import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineTool, type ToolOutcome } from '#agents'
import type { ModelRequest } from '#llm'
import type { SessionEvent, View } from '#protocol'
import { stage, testTeam } from '#testing'

const roomy = { maxTurns: 60, maxTokens: 1_000_000 }
const tool = (name: string, execute: (call: number) => ToolOutcome, waits = false) => {
  let calls = 0
  return defineTool({
    name,
    description: name,
    waits,
    input: z.looseObject({}),
    execute: () => {
      calls += 1
      return execute(calls)
    },
  })
}
const same = (name: string) => tool(name, () => ({ text: `${name} says the same` }))
const suspicions = (events: readonly SessionEvent[]) =>
  events.filter((event) => event.type === 'loop.suspected' || event.type === 'loop.broken')
const modelTurns = (request: ModelRequest): number =>
  request.messages.filter(({ role }) => role === 'assistant').length
const openQuestion = (view: View) => [...view.questions.values()].find(({ status }) => status === 'open')

test('B31 thirty equal calls with results that move are progress', async () => {
  const job = tool('check_job', (call) => ({ text: `${Math.min(100, call * 3)}%` }))
  const { ask, events } = await stage(
    testTeam({ solo: { tools: [job], limits: roomy } }),
    (_request, call) =>
      call <= 30 ? { calls: [{ tool: 'check_job', arguments: { id: 7 } }] } : { text: 'done' },
  )
  assert.equal((await ask('wait for the job')).status, 'done')
  assert.deepEqual(suspicions(events), [])
})

test('B31 equal results of a tool that is declared to wait are no loop', async () => {
  const job = tool('check_job', () => ({ text: 'running' }), true)
  const { ask, events } = await stage(
    testTeam({ solo: { tools: [job], limits: roomy } }),
    (_request, call) => (call <= 25 ? { calls: [{ tool: 'check_job', arguments: {} }] } : { text: 'done' }),
  )
  assert.equal((await ask('wait')).status, 'done')
  assert.deepEqual(suspicions(events), [])
})

test('B31 equal texts with new facts are progress', async () => {
  const read = tool('read', (call) => ({ text: 'ok', facts: [{ slot: 'page', value: call }] }))
  const { ask, events } = await stage(
    testTeam({ solo: { tools: [read], limits: roomy } }),
    (_request, call) => (call <= 6 ? { calls: [{ tool: 'read', arguments: {} }] } : { text: 'done' }),
  )
  assert.equal((await ask('read on')).status, 'done')
  assert.deepEqual(suspicions(events), [])
})

const delegates = (request: ModelRequest) =>
  request.tools.filter(({ name }) => name.startsWith('delegate_to_')).map(({ name }) => name)

for (const [about, team, task] of [
  [
    'twelve delegations to a team of two',
    { boss: { limits: roomy }, ann: {}, bob: {} },
    (turn: number) =>
      turn < 12 ? [turn % 2 ? 'ann' : 'bob', `write chapter ${turn} of the book`] : undefined,
  ],
  [
    'one worker with eight different subtasks',
    { boss: { limits: roomy }, ann: {} },
    (turn: number) =>
      turn < 8
        ? ['ann', `translate the ${'red blue green black white brown pink grey'.split(' ')[turn]} page`]
        : undefined,
  ],
  [
    'long subtasks that differ in one number',
    { boss: { limits: roomy }, ann: {} },
    (turn: number) =>
      turn < 8
        ? [
            'ann',
            `please read the whole of the long annual report very carefully and then sum up its part ${turn}`,
          ]
        : undefined,
  ],
] as const)
  test(`B31 ${about}, all answered alike, is no loop`, async () => {
    const { ask, events } = await stage(testTeam(team), (request) => {
      if (delegates(request).length === 0) return { text: 'finished' }
      const next = task(modelTurns(request))
      return next
        ? { calls: [{ tool: `delegate_to_${next[0] ?? ''}`, arguments: { task: next[1] ?? '' } }] }
        : { text: 'all done' }
    })
    const ended = await ask('make the book')
    assert.equal(ended.status, 'done')
    assert.equal(ended.result?.answer, 'all done')
    assert.deepEqual(suspicions(events), [])
  })

test('B31 the same delegation between calls that bring news is progress', async () => {
  const tests = tool('run_tests', (call) => ({ text: `${9 - call} tests fail` }))
  const team = testTeam({ boss: { limits: roomy, tools: [tests] }, fixer: {} })
  const { ask, events } = await stage(team, (request) => {
    if (delegates(request).length === 0) return { text: 'fixed one' }
    const turn = modelTurns(request)
    if (turn >= 10) return { text: 'green' }
    return turn % 2 === 0
      ? { calls: [{ tool: 'run_tests', arguments: {} }] }
      : { calls: [{ tool: 'delegate_to_fixer', arguments: { task: 'fix one failing test' } }] }
  })
  assert.equal((await ask('make the tests pass')).result?.answer, 'green')
  assert.deepEqual(suspicions(events), [])
})

for (const period of [1, 2, 3, 4])
  test(`B33 a pattern of period ${period} is found by its third repetition; the run pauses and explains; going on resets`, async () => {
    const names = ['a', 'b', 'c', 'd'].slice(0, period)
    let stubborn = true
    const { session, events, model } = await stage(
      testTeam({ solo: { tools: names.map(same), limits: roomy } }),
      (request) => {
        const turn = modelTurns(request)
        return stubborn
          ? { calls: [{ tool: names[turn % period] ?? 'a', arguments: {} }] }
          : { text: 'gave up' }
      },
    )
    const { taskId } = await session.post('go round')
    assert.equal(await session.rest(), 'waiting')
    const [suspected, broken] = suspicions(events)
    assert.equal(suspected?.type, 'loop.suspected')
    assert.equal(broken?.type, 'loop.broken')
    const before = events.filter((event) => event.type === 'tool.completed' && event.seq < suspected.seq)
    assert.equal(before.length, 3 * period, 'suspected right after the third repetition')
    assert.ok(suspected.type === 'loop.suspected' && suspected.payload.period === period)
    const question = openQuestion(session.view)
    for (const name of names) assert.match(question?.text ?? '', new RegExp(`\\b${name}\\(`, 'u'))
    assert.equal(session.view.tasks.get(taskId)?.status, 'waiting')
    const asked = model.requests.length
    assert.ok(question)
    await session.answer(question.questionId, 'continue')
    await session.until((view) => openQuestion(view) !== undefined)
    const again = model.requests.length - asked
    assert.ok(again >= 3 * period, `the guard counts anew: ${again} calls`)
    stubborn = false
    const second = openQuestion(session.view)
    assert.ok(second)
    await session.answer(second.questionId, 'continue')
    assert.equal((await session.settled(taskId)).result?.answer, 'gave up')
  })

test('B33 the same call in almost the same words with the same result is a repetition', async () => {
  const words = [
    'the annual report of the north branch',
    'annual report of north branch',
    'annual report, north branch',
  ]
  const { session, events } = await stage(
    testTeam({ solo: { tools: [same('search')], limits: roomy } }),
    (request) => ({
      calls: [{ tool: 'search', arguments: { query: words[modelTurns(request) % 3] ?? '' } }],
    }),
  )
  const { taskId } = await session.post('search')
  await session.until((view) => openQuestion(view) !== undefined)
  assert.match(suspicions(events)[0]?.reason ?? '', /almost the same words/)
  const question = openQuestion(session.view)
  assert.ok(question)
  await session.answer(question.questionId, 'stop')
  const task = await session.settled(taskId)
  assert.equal(task.error?.code, 'loop')
})

test('B33 a pattern over two agents is found though every delegation is a new task', async () => {
  const { session, events } = await stage(
    testTeam({ boss: { limits: roomy }, ann: {}, bob: {} }),
    (request) => {
      if (delegates(request).length === 0) return { text: 'as before' }
      const name = modelTurns(request) % 2 === 0 ? 'ann' : 'bob'
      return { calls: [{ tool: `delegate_to_${name}`, arguments: { task: 'look at it' } }] }
    },
  )
  await session.post('round and round')
  await session.until((view) => openQuestion(view) !== undefined)
  const [first] = suspicions(events)
  assert.ok(first)
  const opened = events.filter((event) => event.type === 'task.completed' && event.seq < first.seq)
  assert.equal(opened.length, 6)
  const [refused] = [...session.view.calls.values()].filter(({ error }) =>
    error?.message.startsWith('not delegated'),
  )
  assert.match(refused?.error?.message ?? '', /again and again.*3 times.*Plan anew/su)
})

test('B31 a helper asked the same in each of several different subtasks is no loop', async () => {
  const team = testTeam({
    boss: { limits: roomy, subAgents: ['lead'] },
    lead: { subAgents: ['linter'] },
    linter: {},
  })
  const { ask, events } = await stage(team, (request) => {
    const [name] = delegates(request)
    if (name === undefined) return { text: 'no findings' }
    const turn = modelTurns(request)
    if (name === 'delegate_to_lead')
      return turn < 6
        ? { calls: [{ tool: name, arguments: { task: `write chapter ${turn}` } }] }
        : { text: 'that is all' }
    const last = request.messages.at(-1)
    return last?.role === 'user'
      ? { calls: [{ tool: name, arguments: { task: 'lint' } }] }
      : { text: 'written' }
  })
  assert.equal((await ask('write it')).result?.answer, 'that is all')
  assert.deepEqual(suspicions(events), [])
})

test('B33 the second refusal for missing progress below one request ends the run that goes on', async () => {
  const team = testTeam({ a: { subAgents: ['b'] }, b: { subAgents: ['c'] }, c: { subAgents: ['b'] } })
  const { ask, events } = await stage(team, (request) => {
    const [name = ''] = delegates(request)
    const users = request.messages.flatMap((message) => (message.role === 'user' ? message.parts : []))
    const [, word = 'up'] = /decide (\w+)/u.exec(JSON.stringify(users.at(-1))) ?? []
    const last = request.messages.at(-1)
    const isRoot = request.system.includes('You are a.')
    const turn = modelTurns(request)
    if (isRoot)
      return turn < 2
        ? { calls: [{ tool: name, arguments: { task: turn === 0 ? 'decide this' : 'decide that' } }] }
        : { text: 'no decision' }
    return last?.role === 'user' && !JSON.stringify(last).includes('<notice>')
      ? { calls: [{ tool: name, arguments: { task: `decide ${word}` } }] }
      : { text: 'cannot' }
  })
  assert.equal((await ask('decide')).status, 'done')
  const failed = events.filter((event) => event.type === 'run.failed')
  assert.deepEqual(
    failed.map(({ payload }) => [payload.agentId, payload.error.code]),
    [['c', 'loop']],
  )
  assert.equal(suspicions(events).length, 2)
})

test('B33 a task that comes back to an agent still at work on it goes no further', async () => {
  const team = testTeam({ a: { subAgents: ['b'] }, b: { subAgents: ['c'] }, c: { subAgents: ['b'] } })
  const { ask, session, events } = await stage(team, (request) => {
    const [name] = delegates(request)
    if (request.messages.at(-1)?.role === 'tool' || !name) return { text: 'cannot' }
    return { calls: [{ tool: name, arguments: { task: 'decide' } }] }
  })
  const task = await ask('decide')
  assert.equal(task.status, 'done')
  assert.equal([...session.view.tasks.values()].length, 3, 'a, b, c and no further')
  assert.match(suspicions(events)[0]?.reason ?? '', /b → c → b/)
})
