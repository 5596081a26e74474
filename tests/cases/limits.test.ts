import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stage, testTeam } from '#testing'

test('B35 agents that always delegate to five more are bounded in depth, at once and in all; refusals are results', async () => {
  const team = testTeam({ a: { subAgents: ['b'] }, b: { subAgents: ['c'] }, c: { subAgents: ['b'] } })
  const { ask, model, session } = await stage(team, (request) => {
    const name = request.tools.find((tool) => tool.name.startsWith('delegate_to_'))?.name
    if (request.messages.at(-1)?.role === 'tool' || !name) return { text: 'enough' }
    return {
      calls: Array.from({ length: 5 }, (_value, n) => ({ tool: name, arguments: { task: `more ${n}` } })),
    }
  })
  const task = await ask('grow')
  assert.equal(task.status, 'done')
  const { policy } = session.team
  const children = [...session.view.tasks.values()].filter((one) => one.depth > 0)
  assert.ok(children.length <= policy.maxLifetime)
  assert.ok(children.every((one) => one.depth <= policy.maxDepth))
  assert.ok(model.requests.length <= 2 * (policy.maxLifetime + 1))
  const refused = [...session.view.calls.values()].filter((call) => call.status === 'failed')
  assert.ok(refused.length > 0)
  assert.ok(refused.every((call) => /not delegated/.test(call.error?.message ?? '')))
})

test('B37 children that start in the same instant cannot pass the budget together: what does not fit does not start', async () => {
  const usage = {
    freshInput: 500,
    cacheRead: 0,
    cacheWrite: 0,
    output: 500,
    reasoning: 0,
    source: 'reported' as const,
  }
  const team = testTeam({ boss: {}, worker: {} }, { policy: { maxTokensPerRequest: 6_000 } })
  const { ask, session, events } = await stage(team, (request) => {
    if (
      request.tools.some(({ name }) => name === 'delegate_to_worker') &&
      request.messages.at(-1)?.role !== 'tool'
    )
      return {
        calls: [1, 2, 3, 4, 5].map((n) => ({ tool: 'delegate_to_worker', arguments: { task: `part ${n}` } })),
        usage,
      }
    return { text: 'ok', usage }
  })
  const task = await ask('spend')
  const ledger = session.view.ledgers.get(task.taskId)
  assert.ok(ledger && ledger.used <= 6_000, `used ${ledger?.used}`)
  assert.equal(ledger.reserved, 0, 'everything reserved was settled')
  let reserved = 0
  let used = 0
  for (const event of events) {
    if (event.type === 'budget.reserved') reserved += event.payload.tokens
    if (event.type === 'budget.settled') {
      reserved -= event.payload.reserved
      used += event.payload.tokens
    }
    assert.ok(used + reserved <= 6_000, 'at no point was more promised than there is')
  }
  const refused = events.filter((event) => event.type === 'budget.exhausted')
  assert.ok(refused.length > 0)
  assert.match(refused[0]?.reason ?? '', /tokens and \d+ of 6000 are left/)
})

test('a run out of its own budget ends before the call, says what it had, and the parent can go on', async () => {
  const usage = {
    freshInput: 900,
    cacheRead: 0,
    cacheWrite: 0,
    output: 100,
    reasoning: 0,
    source: 'reported' as const,
  }
  const team = testTeam({ boss: {}, worker: { limits: { maxTokens: 1_900 } } })
  const { ask, session } = await stage(team, (request) => {
    const delegates = request.tools.some(({ name }) => name === 'delegate_to_worker')
    if (request.messages.at(-1)?.role === 'tool' && delegates) return { text: 'took over' }
    if (delegates) return { calls: [{ tool: 'delegate_to_worker', arguments: { task: 'work' } }] }
    return { calls: [{ tool: 'nothing', arguments: {} }], usage }
  })
  const task = await ask('work')
  assert.equal(task.result?.answer, 'took over')
  const [call] = [...session.view.calls.values()].filter(({ tool }) => tool === 'delegate_to_worker')
  assert.match(call?.error?.message ?? '', /"budgetExhausted":true/)
})
