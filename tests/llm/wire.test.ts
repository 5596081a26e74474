import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LLMock } from '@copilotkit/aimock'
import { type ModelMessage, openModel, type UserPart } from '#llm'
import { fakeClock } from '../../src/testing/fake-clock.ts'
import { type FaultStep, faultServer } from '../../src/testing/fault-server.ts'
import { asking, callParts, envOf, hear, modelAt, user, warningsOf, weather } from './support.ts'

/** Asks, runs the calls, asks again: one round of an agent. */
async function round(
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly first: readonly string[]; readonly last: string }> {
  const model = await openModel(name, { env, clock: fakeClock() })
  const first = await hear(model, asking('weather in both cities', { maxOutputTokens: 500 }))
  assert.equal(first.error, undefined)
  const calls = callParts(first.turn)
  const messages: ModelMessage[] = [
    user('weather in both cities'),
    { role: 'assistant', parts: first.turn?.parts ?? [] },
    {
      role: 'tool',
      results: calls.map(({ callId, tool }) => ({ callId, tool, text: '晴', isError: false })),
    },
  ]
  const second = await hear(model, asking('', { messages, maxOutputTokens: 500 }))
  assert.equal(second.error, undefined)
  return { first: calls.map((call) => `${call.tool} ${call.argumentsText}`), last: second.text }
}

for (const provider of ['openai', 'openai-chat', 'openai-compatible', 'anthropic', 'google']) {
  test(`${provider}: two calls, their results and the answer pass a mock of its format`, async () => {
    const mock = new LLMock({ port: 0 })
    const calls = [
      { name: 'weather', arguments: '{"city":"北京"}' },
      { name: 'weather', arguments: '{"city":"成都"}' },
    ]
    mock.addFixture({
      match: { userMessage: 'both cities', hasToolResult: false },
      // The mock ends calls of this format with a reason that the real one does not have.
      response: { toolCalls: calls, ...(provider === 'google' ? { finishReason: 'STOP' } : {}) },
    })
    mock.addFixture({
      match: { userMessage: 'both cities', hasToolResult: true },
      response: { content: '两地都晴☀️' },
    })
    await mock.start()
    try {
      const env = envOf({ url: `${mock.url}/v1`, googleUrl: `${mock.url}/v1beta` })
      const heard = await round(`${provider}/gpt-5`, env)
      assert.deepEqual(heard, {
        first: ['weather {"city":"北京"}', 'weather {"city":"成都"}'],
        last: '两地都晴☀️',
      })
    } finally {
      await mock.stop()
    }
  })
}

const frame = (type: string, body: object): FaultStep => ({
  raw: `event: ${type}\ndata: ${JSON.stringify({ type, ...body })}\n\n`,
})

test("a signature that came with reasoning goes back with it, on the provider's own request and on no other", async () => {
  const thinking: readonly FaultStep[] = [
    frame('content_block_start', {
      index: 0,
      content_block: { type: 'thinking', thinking: '', signature: '' },
    }),
    frame('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'let me see' } }),
    frame('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'c2lnbmVk' } }),
    frame('content_block_stop', { index: 0 }),
    frame('content_block_start', {
      index: 1,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} },
    }),
    frame('content_block_delta', {
      index: 1,
      delta: { type: 'input_json_delta', partial_json: '{"city":"北京"}' },
    }),
    frame('content_block_stop', { index: 1 }),
    frame('message_delta', {
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { input_tokens: 5, output_tokens: 9 },
    }),
  ]
  const done: readonly FaultStep[] = [{ delta: 'ok' }, { finish: 'stop' }]
  await using server = await faultServer({ scenarios: { claude: [thinking, done], gemini: [done] } })
  const env = envOf(server)
  assert.equal((await round('anthropic/claude', env)).last, 'ok')
  const sent = server.requests[1]?.body as {
    readonly messages: readonly { readonly content: readonly unknown[] }[]
  }
  assert.deepEqual(sent.messages[1]?.content[0], {
    type: 'thinking',
    thinking: 'let me see',
    signature: 'c2lnbmVk',
  })
  const { model } = await modelAt(server, 'google/gemini')
  const foreign = {
    type: 'reasoning' as const,
    text: 'let me see',
    providerMetadata: { anthropic: { signature: 'c2lnbmVk' } },
  }
  const messages: ModelMessage[] = [
    user('go'),
    { role: 'assistant', parts: [foreign, { type: 'text', text: 'hm' }] },
    user('and?'),
  ]
  assert.equal((await hear(model, asking('', { messages }))).text, 'ok')
  assert.ok(!JSON.stringify(server.requests.at(-1)?.body).includes('let me see'))
})

test('a thought signature on a call goes back on that call', async () => {
  const call: FaultStep = {
    raw: `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ functionCall: { name: 'weather', args: { city: '北京' } }, thoughtSignature: 'dGhvdWdodA==' }] }, finishReason: 'STOP', index: 0 }] })}\n\n`,
  }
  await using server = await faultServer({
    scenarios: { gemini: [[call], [{ delta: 'ok' }, { finish: 'stop' }]] },
  })
  assert.equal((await round('google/gemini', envOf(server))).last, 'ok')
  assert.match(JSON.stringify(server.requests[1]?.body), /"thoughtSignature":"dGhvdWdodA=="/)
})

test('nothing is kept at the provider whose service would keep it', async () => {
  const bodies: string[] = []
  const spy: typeof fetch = (_input, init) => {
    bodies.push(String(init?.body))
    return Promise.resolve(new Response('{"error":{"message":"no"}}', { status: 400 }))
  }
  const model = await openModel('openai/gpt-5', {
    env: { OPENAI_API_KEY: 'sk-1234567890' },
    clock: fakeClock(),
    fetch: spy,
  })
  await hear(model, asking('x'))
  assert.equal((JSON.parse(bodies[0] ?? '{}') as { store?: unknown }).store, false)
})

test('arguments that were no object are shown to the model as the text it wrote', async () => {
  await using server = await faultServer({
    scenarios: {
      m: [
        [{ call: { index: 0, id: 'c', name: 'weather', text: '[1' } }, { finish: 'tool_calls' }],
        [{ delta: 'ok' }, { finish: 'stop' }],
      ],
    },
  })
  const env = envOf(server)
  assert.deepEqual(await round('openai-compatible/m', env), { first: ['weather [1'], last: 'ok' })
  const sent = server.requests[1]?.body as {
    messages: { tool_calls?: { function: { arguments: string } }[] }[]
  }
  assert.deepEqual(JSON.parse(sent.messages[2]?.tool_calls?.[0]?.function.arguments ?? ''), {
    unreadable_arguments: '[1',
  })
})

test('pictures go to who takes them, text files go as text, and a picture for a text-only model is refused by name', async () => {
  await using server = await faultServer({ scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] } })
  const file = (mediaType: string, name: string): UserPart => ({
    type: 'file',
    mediaType,
    name,
    bytes: new TextEncoder().encode('你好'),
  })
  const withFile = (part: UserPart) =>
    asking('', { messages: [{ role: 'user', parts: [{ type: 'text', text: 'see' }, part] }] })
  const { model } = await modelAt(server, 'openai-compatible/m')
  assert.equal((await hear(model, withFile(file('text/markdown', 'a.md')))).text, 'ok')
  assert.match(JSON.stringify(server.requests[0]?.body), /a\.md:\\n你好/)
  assert.match(String((await hear(model, withFile(file('image/png', 'a.png')))).error), /media\.unsupported/)
  const { model: seeing } = await modelAt(server, 'openai-compatible/m', { media: ['image/'] })
  assert.equal((await hear(seeing, withFile(file('image/png', 'a.png')))).text, 'ok')
  assert.match(JSON.stringify(server.requests.at(-1)?.body), /data:image\/png;base64,/)
})

test('a request over the window is not sent, and the error is one that windowing can answer', async () => {
  await using server = await faultServer({ scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] } })
  const { model } = await modelAt(server, 'openai-compatible/m', { contextWindow: 1_000 })
  assert.equal(model.contextWindow, 1_000)
  const heard = await hear(model, asking('字'.repeat(3_000)))
  assert.match(String(heard.error), /window\.exceeded/)
  assert.equal((heard.error as { readonly code?: unknown }).code, 'context_overflow')
  assert.equal(server.requests.length, 0)
})

test('settings reach the provider, and what it ignores is told', async () => {
  await using server = await faultServer({ scenarios: { m: [[{ delta: '{}' }, { finish: 'stop' }]] } })
  const { model } = await modelAt(server, 'openai-chat/m')
  const heard = await hear(
    model,
    asking('x', { temperature: 0.2, maxOutputTokens: 77, toolChoice: 'required', output: weather.input }),
  )
  const body = server.requests[0]?.body as Readonly<Record<string, unknown>>
  assert.deepEqual(
    [body['temperature'], body['max_tokens'] ?? body['max_completion_tokens'], body['tool_choice']],
    [0.2, 77, 'required'],
  )
  assert.match(JSON.stringify(body['response_format']), /json_schema/)
  assert.deepEqual(warningsOf(heard), [])
})
