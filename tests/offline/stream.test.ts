import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ModelEvent, type ModelRequest, offlineModel, type ToolSpec } from '#llm'
import { beijing } from './beijing.ts'
import { ask, delegation, newCallId, system, textOf, turnOf } from './workplace.ts'

const tools = beijing.map(delegation)
const requests: readonly ModelRequest[] = [
  { system, messages: [ask('帮我查询北京今天的天气，再找附近的酒店')], tools },
  { system, messages: [ask('tell me a joke 👩‍👩‍👧‍👦')], tools },
]

/** What the deltas wrote: text, reasoning, and the arguments of each call. */
function written(events: readonly ModelEvent[]): {
  text: string
  reasoning: string
  calls: Map<string, string>
} {
  const all = { text: '', reasoning: '', calls: new Map<string, string>() }
  for (const event of events) {
    if (event.type === 'text-delta') all.text += event.text
    else if (event.type === 'reasoning-delta') all.reasoning += event.text
    else if (event.type === 'call-start') all.calls.set(event.callId, `${event.tool} `)
    else if (event.type === 'call-delta') {
      assert.ok(all.calls.has(event.callId), 'a call begins before its arguments')
      all.calls.set(event.callId, `${all.calls.get(event.callId)}${event.text}`)
    } else assert.fail(`unexpected ${event.type}`)
  }
  return all
}

test('the deltas of a turn add up to its parts, and every part says that no language model wrote it', async () => {
  for (const request of requests) {
    const { turn, events } = await turnOf(offlineModel(), request)
    const { text, reasoning, calls } = written(events)
    assert.equal(text, textOf(turn))
    assert.ok(events.filter(({ type }) => type === 'reasoning-delta').length > 1)
    for (const part of turn.parts) {
      assert.equal(JSON.stringify(part.providerMetadata).startsWith('{"offline":{"notAnLLM":true'), true)
      if (part.type === 'reasoning') assert.equal(part.text, reasoning)
      if (part.type === 'call') assert.equal(calls.get(part.callId), `${part.tool} ${part.argumentsText}`)
    }
  }
})

test('usage is an estimate and says so', async () => {
  const [request] = requests
  assert.ok(request)
  const { turn } = await turnOf(offlineModel(), request)
  assert.equal(turn.usage.source, 'estimated')
  assert.ok((turn.usage.freshInput ?? 0) > 100)
  assert.ok((turn.usage.output ?? 0) > 0)
  assert.equal(turn.model, 'offline')
})

test('the reasoning says which words decided, how clearly, and what was carried', async () => {
  const { turn } = await turnOf(offlineModel(), { system, messages: [ask('帮我查询北京今天的天气')], tools })
  const [reasoning] = turn.parts
  assert.equal(reasoning?.type, 'reasoning')
  assert.match(
    reasoning?.type === 'reasoning' ? reasoning.text : '',
    /delegate_to_weather_agent: score \d+\.\d+, margin \d\.\d+ \(天气 /u,
  )
})

test('the same request gives the same turn, whatever was asked before', async () => {
  const used = offlineModel()
  for (const request of requests) await turnOf(used, request)
  for (const request of requests) {
    const plain = (turn: Awaited<ReturnType<typeof turnOf>>['turn']): object => ({
      ...turn,
      parts: turn.parts.map((part) => (part.type === 'call' ? { ...part, callId: '' } : part)),
    })
    assert.deepEqual(
      plain((await turnOf(used, request)).turn),
      plain((await turnOf(offlineModel(), request)).turn),
    )
  }
})

test('an abort between two deltas ends the stream with the reason', async () => {
  const controller = new AbortController()
  const stop = new Error('stopped by the user')
  const [request] = requests
  assert.ok(request)
  const stream = offlineModel().stream(request, { signal: controller.signal, newCallId })
  await stream.next()
  controller.abort(stop)
  await assert.rejects(stream.next(), stop)
})

test('pacing waits before each delta and passes the signal on', async () => {
  const waits: number[] = []
  const controller = new AbortController()
  const model = offlineModel({
    pace: {
      delayMs: 15,
      sleep: async (delayMs, signal) => {
        assert.equal(signal, controller.signal)
        waits.push(delayMs)
      },
    },
  })
  const [request] = requests
  assert.ok(request)
  const events = []
  const stream = model.stream(request, { signal: controller.signal, newCallId })
  for (let next = await stream.next(); !next.done; next = await stream.next()) events.push(next.value)
  assert.deepEqual(
    waits,
    events.map(() => 15),
  )
})

test('an answer over the limit is cut between characters and finishes as length', async () => {
  const { turn } = await turnOf(offlineModel(), {
    system,
    messages: [ask('讲个笑话')],
    tools,
    maxOutputTokens: 10,
  })
  assert.equal(turn.finish, 'length')
  assert.ok(textOf(turn).length > 0 && textOf(turn).length < 40)
})

test('changed descriptions under the same schema are read again', async () => {
  const input: ToolSpec['input'] = { type: 'object', properties: {} }
  const model = offlineModel()
  const wanted = async (one: string, two: string): Promise<string> => {
    const pair = [
      { name: 'a', description: one, input },
      { name: 'b', description: two, input: { ...input } },
    ]
    const { turn } = await turnOf(model, { system, messages: [ask('water the garden')], tools: pair })
    return turn.parts.flatMap((part) => (part.type === 'call' ? [part.tool] : [])).join()
  }
  assert.equal(await wanted('garden work', 'kitchen work'), 'a')
  assert.equal(await wanted('kitchen work', 'garden work'), 'b')
})
