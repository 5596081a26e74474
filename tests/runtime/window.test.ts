import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelRequest } from '#llm'
import { stage, testTeam } from '#testing'

const wholeText = (request: ModelRequest | undefined): string => JSON.stringify(request?.messages)

test('a long conversation keeps recent rounds word for word, older ones as extracts, and the oldest in a searchable archive', async () => {
  const team = testTeam({ solo: {} }, { context: { verbatimRounds: 3, summaryRounds: 4 } })
  const { ask, model, session } = await stage(team, (request) => {
    const last = request.messages.at(-1)
    if (last?.role === 'tool') return { text: `found: ${last.results[0]?.text}` }
    const text = last?.role === 'user' && last.parts[0]?.type === 'text' ? last.parts[0].text : ''
    if (text.includes('口令')) return { calls: [{ tool: 'search_archive', arguments: { query: '口令' } }] }
    return { text: `answer to ${text}` }
  })
  await ask('记住口令是蓝鲸')
  for (let round = 2; round <= 16; round += 1) await ask(`question ${round}`)
  const request = model.requests.at(-1)
  assert.match(wholeText(request), /question 15/)
  assert.match(wholeText(request), /earlier-rounds.*Round 10/su)
  assert.doesNotMatch(wholeText(request), /蓝鲸/)
  const manifest = [...session.view.manifests.values()].at(-1)?.[0]?.payload
  assert.match(manifest?.excluded[0]?.why ?? '', /archive/)

  const task = await ask('口令是什么')
  assert.match(task.result?.answer ?? '', /蓝鲸/)
})

test('the bytes of a call stay flat as the conversation grows', async () => {
  const { ask, model } = await stage(testTeam({ solo: {} }), () => ({ text: 'a short answer' }))
  for (let round = 1; round <= 60; round += 1) await ask(`question number ${round}`)
  const size = (call: number): number => wholeText(model.requests[call]).length
  assert.ok(size(59) < 3 * size(20), `${size(20)} grew to ${size(59)}`)
})

test('prompts of one window begin with the ones before, so that providers can cache them', async () => {
  const { ask, model } = await stage(testTeam({ solo: {} }, { context: { verbatimRounds: 5 } }), () => ({
    text: 'ok',
  }))
  for (let round = 1; round <= 30; round += 1) await ask(`question ${round}`)
  let kept = 0
  for (let call = 1; call < 30; call += 1) {
    const before = model.requests[call - 1]?.messages ?? []
    const now = model.requests[call]?.messages ?? []
    if (before.every((message, place) => JSON.stringify(message) === JSON.stringify(now[place]))) kept += 1
  }
  assert.ok(kept >= 23, `${kept} of 29 prompts extended the one before`)
})
