import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolOutcome } from '#agents'
import { contents, type Delegation, play, stating, three } from './play.ts'

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
