import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineTool, type InjectionRule, type ToolOutcome } from '#agents'
import type { ModelRequest } from '#llm'
import type { EventOf, Json } from '#protocol'
import { stage, type TestAgent, testTeam } from '#testing'

type Delegation = readonly [to: string, input: { readonly [key: string]: Json }]

const who = (request: ModelRequest): string => /You are (\w+)\./u.exec(request.system)?.[1] ?? ''

interface Play {
  readonly agents: Readonly<Record<string, TestAgent>>
  /** What each agent answers, call by call. */
  readonly says?: Readonly<Record<string, readonly string[]>>
  /** What the coordinator delegates, one to a turn; undefined ends a request. */
  readonly delegations: readonly (Delegation | undefined)[]
  readonly decider?: 'model' | 'rules'
  readonly rules?: readonly InjectionRule[]
}

/** Plays delegations one after another and gives back what each run was given, as events. */
async function play({ agents, says = {}, delegations, decider = 'model', rules = [] }: Play) {
  const calls = new Map<string, number>()
  const team = testTeam({ boss: { limits: { maxTurns: 40 } }, ...agents }, { context: { decider, rules } })
  let place = 0
  const { ask, events, session } = await stage(team, (request) => {
    const name = who(request)
    const last = request.messages.at(-1)
    if (name !== 'boss') {
      const [tool] = request.tools
      if (tool && last?.role !== 'tool') return { calls: [{ tool: tool.name, arguments: {} }] }
      const call = calls.get(name) ?? 0
      calls.set(name, call + 1)
      return { text: says[name]?.[call] ?? 'ok' }
    }
    const next = delegations[place]
    place += 1
    return next ? { calls: [{ tool: `delegate_to_${next[0]}`, arguments: next[1] }] } : { text: 'done' }
  })
  while (place < delegations.length) await ask('go')
  const injected = events.filter((event) => event.type === 'context.injected')
  return { injected, events, session }
}

const contents = (injected: readonly EventOf<'context.injected'>[]): string[][] =>
  injected.map(({ payload }) =>
    payload.injections.map(({ sourceAgent, content }) => `${sourceAgent}: ${content}`),
  )
const stating = (name: string, outcomes: readonly ToolOutcome[]) => {
  let call = 0
  return defineTool({
    name,
    description: name,
    input: z.object({}),
    execute: () => {
      call += 1
      return outcomes[call - 1] ?? { text: 'nothing' }
    },
  })
}
const three = { ann: {}, bob: {}, eve: {} }

test('model: exact words come from the message that holds them, with its round; other words from the newest', async () => {
  const { injected, session } = await play({
    agents: three,
    says: { ann: ['the term is 45 days', 'the price is 60'] },
    delegations: [
      ['ann', { task: 'term?' }],
      undefined,
      ['ann', { task: 'price?' }],
      [
        'bob',
        {
          task: 'judge',
          contextMessages: [
            { sourceAgent: 'ann', content: 'it costs sixty' },
            { sourceAgent: 'ann', content: 'the term is 45 days' },
          ],
        },
      ],
    ],
  })
  const injections = injected[0]?.payload.injections ?? []
  assert.deepEqual(
    injections.map(({ content, round }) => [content, round]),
    [
      ['the term is 45 days', 1],
      ['it costs sixty', 2],
    ],
    'in time order',
  )
  const texts = injections.map(
    ({ messageId }) => session.view.messages.get(messageId ?? ('' as never))?.payload,
  )
  assert.deepEqual(texts, [{ text: 'the term is 45 days' }, { text: 'the price is 60' }])
})

test("model: unknown agents, agents that said nothing, the target's own words and empty ones are left out", async () => {
  const { injected } = await play({
    agents: three,
    says: { ann: ['a'], bob: ['b'] },
    delegations: [
      ['ann', { task: 'x' }],
      ['bob', { task: 'y' }],
      [
        'bob',
        {
          task: 'judge',
          contextMessages: ['bob', 'eve', 'ghost', 'user', 'a"b', 'ann'].map((sourceAgent) => ({
            sourceAgent,
            content: sourceAgent === 'ann' ? '  ' : 'words',
          })),
        },
      ],
    ],
  })
  assert.deepEqual(injected, [])
})

test('model: the same words are given to the same agent once, and to another agent too', async () => {
  const contextMessages = [{ sourceAgent: 'ann', content: 'a fact' }]
  const { injected } = await play({
    agents: three,
    says: { ann: ['a fact'] },
    delegations: [
      ['ann', { task: 'x' }],
      ['bob', { task: 'one', contextMessages }],
      ['bob', { task: 'two', contextMessages }],
      ['eve', { task: 'three', contextMessages }],
    ],
  })
  assert.deepEqual(
    injected.map(({ payload }) => payload.agentId),
    ['bob', 'eve'],
  )
})

test('model: another part of a message is still new to an agent that was given one part', async () => {
  const part = (content: string) => ({ contextMessages: [{ sourceAgent: 'ann', content }] })
  const { injected } = await play({
    agents: three,
    says: { ann: ['price 60. term 45.'] },
    delegations: [
      ['ann', { task: 'x' }],
      ['bob', { task: 'one', ...part('price 60') }],
      ['bob', { task: 'two', ...part('term 45') }],
      ['bob', { task: 'three', ...part('price 60') }],
    ],
  })
  assert.deepEqual(contents(injected), [['ann: price 60'], ['ann: term 45']])
})

test('rules: facts of others come as lines of one injection, each once to each agent; a new value says what it replaces', async () => {
  const terms = stating('terms', [
    {
      text: 'x',
      facts: [
        { slot: 'price', value: 60, unit: 'CNY' },
        { slot: 'term', value: 45, unit: 'days' },
      ],
    },
    { text: 'y', facts: [{ slot: 'term', value: 30, unit: 'days' }] },
  ])
  const { injected } = await play({
    agents: { ...three, ann: { tools: [terms] } },
    decider: 'rules',
    delegations: [
      ['ann', { task: 'x' }],
      ['bob', { task: 'one' }],
      ['bob', { task: 'two' }],
      ['ann', { task: 'y' }],
      ['bob', { task: 'three' }],
      ['eve', { task: 'four' }],
    ],
  })
  const given = injected.map(({ payload }) => [payload.agentId, payload.by])
  assert.deepEqual(given, [
    ['bob', 'rules'],
    ['bob', 'rules'],
    ['eve', 'rules'],
  ])
  assert.deepEqual(contents(injected), [
    ['ann: price: 60 CNY\nterm: 45 days'],
    ['ann: term: 30 days (replaces 45 days)'],
    ['ann: price: 60 CNY\nterm: 30 days'],
  ])
  assert.deepEqual(injected[0]?.payload.injections[0]?.slots, ['price', 'term'])
})

test('rules: a value that went back to what it was is given again', async () => {
  const value = (term: number): ToolOutcome => ({ text: `${term}`, facts: [{ slot: 'term', value: term }] })
  const { injected } = await play({
    agents: { ...three, ann: { tools: [stating('terms', [value(45), value(30), value(45)])] } },
    decider: 'rules',
    delegations: [45, 30, 45].flatMap((_term, n): Delegation[] => [
      ['ann', { task: `look ${n}` }],
      ['bob', { task: `judge ${n}` }],
    ]),
  })
  assert.equal(
    contents(injected).at(-1)?.[0]?.startsWith('ann: term: 45'),
    true,
    JSON.stringify(contents(injected)),
  )
  assert.equal(injected.length, 3)
})

test('rules: an agent is not told its own facts, nor values it stated itself', async () => {
  const same = (name: string) =>
    stating(name, [{ text: name, facts: [{ slot: `${name} place`, value: 'Pier 7' }] }])
  const { injected } = await play({
    agents: { ann: { tools: [same('one')] }, bob: { tools: [same('two')] } },
    decider: 'rules',
    delegations: [
      ['ann', { task: 'x' }],
      ['bob', { task: 'y' }],
      ['ann', { task: 'z' }],
    ],
  })
  assert.deepEqual(
    injected.map(({ payload }) => payload.agentId),
    ['bob'],
  )
})

test('rules: several values one answer gives for a slot all arrive', async () => {
  const places = stating('places', [
    { text: 'x', facts: ['Pier 7', 'Pier 8', 'Pier 9', 'Pier 8'].map((value) => ({ slot: 'place', value })) },
    { text: 'y', facts: [{ slot: 'place', value: 'Pier 1' }] },
  ])
  const { injected } = await play({
    agents: { ...three, ann: { tools: [places] } },
    decider: 'rules',
    delegations: [
      ['ann', { task: 'x' }],
      ['bob', { task: 'y' }],
      ['bob', { task: 'z' }],
      ['ann', { task: 'x again' }],
      ['bob', { task: 'y again' }],
    ],
  })
  assert.deepEqual(contents(injected), [
    ['ann: place: Pier 7\nplace: Pier 9\nplace: Pier 8'],
    ['ann: place: Pier 1 (replaces Pier 8)'],
  ])
})

test('rules: words a slot held before reach whoever was not told of them, as replaced', async () => {
  const hotels = stating(
    'hotels',
    ['Gonville', 'Express', 'Ashley'].map((value) => ({ text: value, facts: [{ slot: 'hotel', value }] })),
  )
  const { injected } = await play({
    agents: { ...three, ann: { tools: [hotels] } },
    decider: 'rules',
    delegations: [
      ['ann', { task: 'first' }],
      ['eve', { task: 'hear' }],
      ['ann', { task: 'second' }],
      ['ann', { task: 'third' }],
      ['bob', { task: 'book' }],
      ['eve', { task: 'hear again' }],
    ],
  })
  assert.deepEqual(contents(injected), [
    ['ann: hotel: Gonville'],
    ['ann: hotel: Ashley (replaces Gonville, Express)'],
    ['ann: hotel: Ashley (replaces Gonville, Express)'],
  ])
})

test('rules: prose of an agent that returned no facts is read for them', async () => {
  const { injected } = await play({
    agents: three,
    says: { ann: ['合同账期为45天，评分 4.7'] },
    decider: 'rules',
    delegations: [
      ['ann', { task: '看合同' }],
      ['bob', { task: '复核' }],
      ['bob', { task: '再复核' }],
    ],
  })
  assert.equal(injected.length, 1, 'once')
  assert.match(contents(injected)[0]?.[0] ?? '', /账期: 45 天\n评分: 4\.7/u)
})

test('rules: when X is called, the last result of Y goes along, whole and once', async () => {
  const { injected } = await play({
    agents: three,
    says: { ann: ['first draft', 'second draft'] },
    decider: 'rules',
    rules: [{ when: 'bob' as never, include: 'ann' as never }],
    delegations: [
      ['ann', { task: 'write' }],
      ['ann', { task: 'write again' }],
      ['bob', { task: 'review' }],
      ['bob', { task: 'review again' }],
    ],
  })
  assert.equal(contents(injected)[0]?.[0], 'ann: second draft')
  assert.equal(injected.filter(({ payload }) => JSON.stringify(payload).includes('second draft')).length, 1)
})

for (const decider of ['model', 'rules'] as const)
  test(`${decider}: a message the task refers to by id goes along whole`, async () => {
    let messageId = ''
    const team = testTeam({ boss: {}, ...three }, { context: { decider } })
    const { session, events, ask } = await stage(team, (request) => {
      if (who(request) !== 'boss') return { text: who(request) === 'ann' ? 'the whole report' : 'ok' }
      const results = request.messages.filter(({ role }) => role === 'tool').length
      if (results === 0) return { calls: [{ tool: 'delegate_to_ann', arguments: { task: 'report' } }] }
      messageId =
        [...session.view.messages.values()].find(({ agentId }) => agentId === 'ann')?.messageId ?? ''
      const input =
        decider === 'model' ? { task: 'judge', references: [messageId] } : { task: `judge ${messageId}` }
      return results === 1 ? { calls: [{ tool: 'delegate_to_bob', arguments: input }] } : { text: 'done' }
    })
    await ask('go')
    const injected = events.filter((event) => event.type === 'context.injected')
    assert.deepEqual(contents(injected), [['ann: the whole report']])
    assert.equal(injected[0]?.payload.injections[0]?.messageId, messageId)
  })
