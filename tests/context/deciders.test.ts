import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stage, testTeam } from '#testing'
import { contents, play, three, who } from './play.ts'

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
