import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  anthropicRules,
  checkRequest,
  closeCalls,
  closedGroups,
  fitToWindow,
  googleRules,
  type ModelMessage,
  openaiRules,
  strictRules,
} from '#llm'
import type { CallId } from '#protocol'
import { faultServer } from '../../src/testing/fault-server.ts'
import { strictProvider } from '../../src/testing/fault-server-strict.ts'
import { asking, callParts, counting, formats, hear, modelAt, user, weather } from '../llm/support.ts'

interface Round {
  readonly calls: number
  /** Rounds of calls before the answer. */
  readonly steps: number
}

/** A conversation in which each round is a question, groups of parallel calls, and an answer. */
function talk(rounds: readonly Round[], newCallId: () => CallId): ModelMessage[] {
  return rounds.flatMap(({ calls, steps }, round): ModelMessage[] => [
    user(`question ${round}`),
    ...Array.from({ length: steps }).flatMap(() => group(calls, newCallId, `round ${round}`)),
    { role: 'assistant', parts: [{ type: 'text', text: `answer ${round}` }] },
  ])
}

function group(calls: number, newCallId: () => CallId, text: string): ModelMessage[] {
  const ids = Array.from({ length: calls }, newCallId)
  return [
    {
      role: 'assistant',
      parts: ids.map((callId) => ({
        type: 'call',
        callId,
        tool: 'weather',
        argumentsText: '{"city":"北京"}',
      })),
    },
    {
      role: 'tool',
      results: ids.map((callId) => ({ callId, tool: 'weather', text: `${text}: 晴`, isError: false })),
    },
  ]
}

const twenty: readonly Round[] = Array.from({ length: 20 }, (_, round) => ({
  calls: 1 + (round % 3),
  steps: 1,
}))

function violations(messages: readonly ModelMessage[]): readonly string[] {
  const request = { system: '', messages, tools: [weather] }
  return [openaiRules, anthropicRules, googleRules, strictRules]
    .flatMap((rules) => checkRequest(request, rules))
    .map(({ message }) => message)
}

/** Every call with its results, as one text each. */
function groupTexts(messages: readonly ModelMessage[]): string[] {
  return closedGroups(messages).groups.map((each) => JSON.stringify(each.messages))
}

function assertSound(messages: readonly ModelMessage[], from: readonly ModelMessage[]): void {
  assert.deepEqual(violations(messages), [])
  const known = new Set(groupTexts(from))
  for (const text of groupTexts(messages)) assert.ok(known.has(text), `torn: ${text}`)
}

test('B07 every limit in messages and every limit in tokens leaves whole groups that three providers take', () => {
  const messages = [...talk(twenty, counting()), user('and now?')]
  for (let maxMessages = 1; maxMessages <= messages.length; maxMessages += 1) {
    const fitted = fitToWindow(messages, { maxMessages })
    assertSound(fitted.messages, messages)
    assert.ok(fitted.messages.length <= maxMessages)
    assert.equal(fitted.messages.length + fitted.dropped, messages.length)
    assert.deepEqual(fitted.messages.at(-1), user('and now?'))
    if (maxMessages > 1) assert.deepEqual(fitted.messages[0], user('question 0'))
  }
  const all = fitToWindow(messages, { maxTokens: 1e9 })
  assert.deepEqual(all.messages, messages)
  for (let maxTokens = 50; maxTokens <= all.tokens + 50; maxTokens += 50) {
    const fitted = fitToWindow(messages, { maxTokens })
    assertSound(fitted.messages, messages)
    assert.ok(fitted.tokens <= maxTokens)
    assert.ok(fitted.fits)
  }
})

test('B07 any shape of conversation, also in the middle of a run, fits any limit without a torn group', () => {
  const round = fc.record({ calls: fc.integer({ min: 1, max: 4 }), steps: fc.nat(4) })
  fc.assert(
    fc.property(
      fc.array(round, { minLength: 1, maxLength: 8 }),
      round,
      fc.nat(60),
      fc.nat(900),
      (rounds, last, maxMessages, maxTokens) => {
        const newCallId = counting()
        const running = Array.from({ length: last.steps }).flatMap(() => group(last.calls, newCallId, 'now'))
        const messages = [...talk(rounds, newCallId), user('and now?'), ...running]
        for (const limits of [{ maxMessages }, { maxTokens }, { maxMessages, maxTokens }]) {
          const fitted = fitToWindow(messages, limits)
          assertSound(fitted.messages, messages)
          assert.ok(
            fitted.messages.some((message) => JSON.stringify(message) === JSON.stringify(user('and now?'))),
          )
          if (fitted.fits) {
            assert.ok(fitted.messages.length <= (limits.maxMessages ?? Infinity))
            assert.ok(fitted.tokens <= (limits.maxTokens ?? Infinity))
          }
        }
      },
    ),
  )
})

test('B07 a call that was cut off gets an error result, and the valid results beside it stay', () => {
  const newCallId = counting()
  const [calls, results] = group(3, newCallId, 'x')
  assert.ok(calls?.role === 'assistant' && results?.role === 'tool')
  const torn: ModelMessage[] = [user('go'), calls, { ...results, results: results.results.slice(1) }]
  const { messages } = fitToWindow(torn, { maxMessages: 10 })
  const last = messages.at(-1)
  assert.ok(last?.role === 'tool')
  assert.deepEqual(
    last.results.map((result) => result.isError),
    [true, false, false],
  )
  assert.deepEqual(last.results.slice(1), results.results.slice(1))
  assert.deepEqual(violations(messages), [])
})

test('B07 results that come late, apart, twice or from nowhere are put right', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      (sizes, random) => {
        const newCallId = counting()
        const messages: ModelMessage[] = [user('go')]
        for (const size of sizes) {
          const [calls, answers] = group(size, newCallId, 'x')
          assert.ok(calls && answers?.role === 'tool')
          messages.push(calls)
          for (const result of answers.results) {
            const chance = (random.next().value ?? 0) % 4
            if (chance === 0) continue
            messages.push({ role: 'tool', results: chance === 1 ? [result, result] : [result] })
          }
          messages.push({
            role: 'tool',
            results: [{ callId: newCallId(), tool: 'x', text: 'stray', isError: false }],
          })
        }
        messages.push(user('more'))
        assert.deepEqual(violations(closeCalls(messages)), [])
      },
    ),
  )
})

test('B07 a strict server takes every cut', async () => {
  await using server = await faultServer({
    scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] },
    judge: strictProvider(),
  })
  const { model } = await modelAt(server, 'openai-compatible/m')
  const messages = [...talk(twenty, counting()), user('and now?')]
  for (let maxMessages = 1; maxMessages <= messages.length; maxMessages += 3) {
    const heard = await hear(model, asking('', { messages: fitToWindow(messages, { maxMessages }).messages }))
    assert.equal(heard.error, undefined, `limit ${maxMessages}`)
  }
})

test('B07 an unanswered call is not sent, and the error names the rule', async () => {
  await using server = await faultServer({ scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] } })
  const { model } = await modelAt(server, 'openai-compatible/m')
  const [calls] = group(1, counting(), 'x')
  assert.ok(calls)
  const heard = await hear(model, asking('', { messages: [user('go'), calls, user('well?')] }))
  assert.match(String(heard.error), /call\.unanswered/)
  assert.equal(server.requests.length, 0)
})

for (const format of formats) {
  test(`B09 ${format}: the provider's ids never leave its answer; ours are new each time and pair up on the wire`, async () => {
    const answer = (x: number) => [
      { call: { index: 0, id: 'call_0', name: 'weather', text: `{"city":"${x}"}` } },
      { finish: 'tool_calls' as const },
    ]
    await using server = await faultServer({
      scenarios: { m: [answer(1), answer(2), [{ delta: 'done' }, { finish: 'stop' }]] },
      ...(format === 'openai-compatible' || format === 'openai-chat' ? { judge: strictProvider() } : {}),
    })
    const { model } = await modelAt(server, `${format}/m`)
    const newCallId = counting()
    const messages: ModelMessage[] = [user('count')]
    const seen: CallId[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const heard = await hear(model, asking('', { messages: [...messages] }), { options: { newCallId } })
      assert.equal(heard.error, undefined)
      const calls = callParts(heard.turn)
      if (calls.length === 0) break
      seen.push(...calls.map((call) => call.callId))
      messages.push({ role: 'assistant', parts: heard.turn?.parts ?? [] })
      messages.push({
        role: 'tool',
        results: calls.map(({ callId, tool, argumentsText }) => ({
          callId,
          tool,
          text: argumentsText,
          isError: false,
        })),
      })
    }
    assert.equal(new Set(seen).size, 2)
    assert.ok(!JSON.stringify(messages).includes('"call_0"'))
    assert.ok(!JSON.stringify(server.requests.at(-1)?.body).includes('"call_0"'))
  })
}

test('B09 two calls with one provider id in the same answer stay two calls', async () => {
  const twice = [
    { call: { index: 0, id: 'call_0', name: 'weather', text: '{"city":"1"}' } },
    { call: { index: 1, id: 'call_0', name: 'weather', text: '{"city":"2"}' } },
    { finish: 'tool_calls' as const },
  ]
  await using server = await faultServer({ scenarios: { m: [twice] } })
  const { model } = await modelAt(server, 'openai-compatible/m')
  const calls = callParts((await hear(model, asking('go'))).turn)
  assert.deepEqual(
    calls.map((call) => call.argumentsText),
    ['{"city":"1"}', '{"city":"2"}'],
  )
  assert.equal(new Set(calls.map((call) => call.callId)).size, 2)
})

test('B09 a provider that wants nine letters gets nine, unique, and the same on both sides', async () => {
  await using server = await faultServer({
    scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] },
    judge: strictProvider(),
  })
  const { model } = await modelAt(server, 'mistral/m')
  const messages = [...talk(twenty, counting()), user('and?')]
  assert.equal((await hear(model, asking('', { messages }))).error, undefined)
  const ids = JSON.stringify(server.requests[0]?.body).match(/"id":"([^"]+)"/g) ?? []
  assert.equal(ids.length, 39)
  for (const id of ids) assert.match(id, /^"id":"[a-z0-9]{9}"$/)
})
