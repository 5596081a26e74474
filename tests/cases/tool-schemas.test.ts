import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { JsonSchema, ModelMessage, ToolSpec } from '#llm'
import { wireNames } from '../../src/llm/providers/names.ts'
import { faultServer } from '../../src/testing/fault-server.ts'
import { strictProvider } from '../../src/testing/fault-server-strict.ts'
import {
  asking,
  callParts,
  counting,
  formats,
  type Heard,
  hear,
  modelAt,
  user,
  warningsOf,
} from '../llm/support.ts'

function tool(
  name: string,
  input: JsonSchema = { type: 'object', properties: { city: { type: 'string' } } },
): ToolSpec {
  return { name, description: `Does ${name}`, input }
}

const circle: JsonSchema = {
  type: 'object',
  properties: { node: { $ref: '#/$defs/node' } },
  $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
}
const large: JsonSchema = {
  type: 'object',
  properties: { x: { type: 'string', description: '长'.repeat(70_000) } },
}
const bad: Readonly<Record<string, JsonSchema>> = {
  a_string: { type: 'string' },
  itself: { type: 'object', properties: { self: { $ref: '#' } } },
  circle,
  large,
  choice: { oneOf: [{ type: 'object' }, { type: 'object', properties: {} }] },
  elsewhere: { type: 'object', properties: { a: { $ref: 'https://example.com/schema.json' } } },
  nowhere: { type: 'object', properties: { a: { $ref: '#/$defs/missing' } } },
}
const good = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']

function offeredTo(server: { readonly requests: readonly { readonly body: unknown }[] }): string {
  const body = server.requests.at(-1)?.body as { readonly tools?: unknown }
  return JSON.stringify(body.tools)
}

for (const format of formats) {
  test(`B71 ${format}: bad tools are set aside with a reason, the others work`, async () => {
    const answer = [
      { call: { index: 0, id: 'c', name: 'seven', text: '{"city":"北京"}' } },
      { finish: 'tool_calls' as const },
    ]
    await using server = await faultServer({
      scenarios: { m: [answer] },
      ...(format.startsWith('openai') ? { judge: strictProvider() } : {}),
    })
    const { model } = await modelAt(server, `${format}/m`)
    const tools = [
      ...Object.entries(bad).map(([name, input]) => tool(name, input)),
      ...good.map((name) => tool(name)),
    ]
    const heard = await hear(model, asking('go', { tools }))
    assert.equal(heard.error, undefined)
    assert.deepEqual(
      callParts(heard.turn).map((call) => call.tool),
      ['seven'],
    )
    const warnings = warningsOf(heard)
    for (const name of Object.keys(bad))
      assert.equal(warnings.filter((text) => text.includes(`"${name}" is set aside`)).length, 1, name)
    for (const name of good) assert.ok(offeredTo(server).includes(`"${name}"`), name)
    for (const name of Object.keys(bad)) assert.ok(!offeredTo(server).includes(`"${name}"`), name)
  })
}

test('B71 when no tool is left, nothing demands a call', async () => {
  await using server = await faultServer({
    scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] },
    judge: strictProvider(),
  })
  const { model } = await modelAt(server, 'openai-compatible/m')
  const heard = await hear(
    model,
    asking('go', { tools: [tool('bad', { type: 'string' })], toolChoice: 'required' }),
  )
  assert.equal(heard.text, 'ok')
})

test('B71 a schema that only looks odd is left alone', async () => {
  const fine: readonly JsonSchema[] = [
    {},
    { properties: {} },
    {
      type: 'object',
      properties: {
        type: { type: 'string' },
        properties: { type: 'object' },
        $ref: { type: 'string' },
        enum: { type: 'string' },
      },
    },
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' }, b: { $ref: '#/$defs/a' } },
      $defs: { a: { type: 'string' } },
    },
    { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
    { type: 'object', properties: { a: { default: { $ref: '#' }, enum: ['#'] } } },
  ]
  await using server = await faultServer({ scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] } })
  const { model } = await modelAt(server, 'openai-compatible/m')
  const heard = await hear(
    model,
    asking('go', { tools: fine.map((input, place) => tool(`t${place}`, input)) }),
  )
  assert.deepEqual(warningsOf(heard), [])
  assert.equal(JSON.parse(offeredTo(server)).length, fine.length)
})

test('B71 each provider is asked only what it takes', async () => {
  await using server = await faultServer({ scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] } })
  const spaced = tool('spaced', { type: 'object', properties: { 'a name with spaces': { type: 'string' } } })
  const loose = tool('loose', { type: 'object', properties: {}, required: ['ghost'] })
  const asideAt = async (name: string): Promise<readonly string[]> =>
    warningsOf(
      await hear(
        (await modelAt(server, name)).model,
        asking('go', { tools: [spaced, loose], maxOutputTokens: 100 }),
      ),
    ).map((text) => /"(\w+)"/.exec(text)?.[1] ?? text)
  assert.deepEqual(await asideAt('openai-compatible/m'), [])
  assert.deepEqual(await asideAt('anthropic/m'), ['spaced'])
  assert.deepEqual(await asideAt('google/m'), ['loose'])
})

const long = 'x'.repeat(64)
const clashing = [
  'mail/send_email',
  'crm/send_email',
  'read_file',
  'server/read_file',
  'a.b',
  'a_b',
  'a/b',
  `${long}suffix-a`,
  `${long}suffix-b`,
  '查询天气',
  '查询航班',
  '9lives',
  '',
]

test('B77 every name has its own wire name, can be turned back, and does not depend on the order', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(clashing, { minLength: clashing.length }),
      fc.array(fc.string()),
      (names, more) => {
        const all = [...names, ...more]
        const map = wireNames(all)
        const wires = new Set(all.map((name) => map.toWire(name)))
        assert.equal(wires.size, new Set(all).size)
        for (const wire of wires) assert.match(wire, /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/)
        for (const name of all) assert.equal(map.fromWire(map.toWire(name)), name)
        const other = wireNames(all.toReversed())
        for (const name of all) assert.equal(other.toWire(name), map.toWire(name))
      },
    ),
  )
})

test('B77 names that need no change keep theirs, and readable ones stay readable', () => {
  const map = wireNames(['a_b', 'a.b', 'mail/send_email', 'read_file'])
  assert.equal(map.toWire('a_b'), 'a_b')
  assert.equal(map.toWire('read_file'), 'read_file')
  assert.equal(map.toWire('mail/send_email'), 'mail_send_email')
  assert.match(map.toWire('a.b'), /^a_b_[0-9a-f]{8}$/)
})

async function callOf(wanted: string, tools: readonly ToolSpec[], format: string): Promise<Heard> {
  const wire = wireNames(tools.map(({ name }) => name)).toWire(wanted)
  const answer = [{ call: { index: 0, id: 'c', name: wire, text: '{}' } }, { finish: 'tool_calls' as const }]
  await using server = await faultServer({
    scenarios: { m: [answer] },
    ...(format.startsWith('openai') ? { judge: strictProvider() } : {}),
  })
  return await hear((await modelAt(server, `${format}/m`)).model, asking('go', { tools }))
}

for (const format of formats) {
  test(`B77 ${format}: each of two servers' tools with one name is called by its own`, async () => {
    const tools = clashing.filter((name) => name !== '').map((name) => tool(name))
    for (const wanted of ['mail/send_email', 'crm/send_email', 'a.b', 'a/b', `${long}suffix-b`, '查询航班']) {
      const heard = await callOf(wanted, tools, format)
      assert.equal(heard.error, undefined)
      assert.deepEqual(
        callParts(heard.turn).map((call) => call.tool),
        [wanted],
      )
    }
  })
}

test('B77 earlier calls are told by the same wire name as the tool', async () => {
  await using server = await faultServer({
    scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] },
    judge: strictProvider(),
  })
  const { model } = await modelAt(server, 'openai-compatible/m')
  const callId = counting()()
  const messages: ModelMessage[] = [
    user('go'),
    { role: 'assistant', parts: [{ type: 'call', callId, tool: 'a.b', argumentsText: '{}' }] },
    { role: 'tool', results: [{ callId, tool: 'a.b', text: 'done', isError: false }] },
  ]
  await hear(model, asking('', { messages, tools: [tool('a.b'), tool('a_b')] }))
  const body = server.requests[0]?.body as {
    messages: { tool_calls?: { function: { name: string } }[] }[]
    tools: { function: { name: string } }[]
  }
  assert.equal(body.messages[2]?.tool_calls?.[0]?.function.name, body.tools[0]?.function.name)
  assert.notEqual(body.tools[0]?.function.name, body.tools[1]?.function.name)
})

test('B77 two tools of one name: one stays, whichever came first, and a warning says so', async () => {
  const twins = [
    tool('read_file', { type: 'object', properties: { a: { type: 'string' } } }),
    tool('read_file'),
  ]
  const offered = async (tools: readonly ToolSpec[]): Promise<string> => {
    await using server = await faultServer({
      scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] },
      judge: strictProvider(),
    })
    const heard = await hear((await modelAt(server, 'openai-compatible/m')).model, asking('go', { tools }))
    assert.equal(heard.text, 'ok')
    assert.match(warningsOf(heard).join(), /two tools are called "read_file"/)
    return offeredTo(server)
  }
  assert.equal(await offered(twins), await offered(twins.toReversed()))
})
