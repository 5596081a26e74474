import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelError, type ModelErrorCode } from '#llm'
import { type FaultStep, faultServer, type Scenario } from '../../src/testing/fault-server.ts'
import { asking, callParts, type Format, formats, type Heard, hear, modelAt } from './support.ts'

const whole: readonly FaultStep[] = [
  { delta: 'You ' },
  { delta: 'see sun.' },
  { finish: 'stop', usage: { input: 20, output: 5 } },
]
const twoCalls: readonly FaultStep[] = [
  { call: { index: 0, id: 'call_a', name: 'weather', text: '{"city":' } },
  { call: { index: 1, id: 'call_b', name: 'weather', text: '' } },
  { call: { index: 0, text: '"北京"}' } },
  { call: { index: 1, text: '{"city":"成都"}' } },
  { finish: 'tool_calls' },
]

/** Errors inside a stream, as each format writes them. */
const overloaded: Readonly<Record<Format, string>> = {
  'openai-compatible': 'data: {"error":{"message":"The server is overloaded","type":"overloaded_error"}}\n\n',
  'openai-chat':
    'data: {"error":{"message":"The server is overloaded","type":"server_error","code":"overloaded"}}\n\n',
  anthropic:
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
  google: 'data: {"error":{"code":503,"message":"The model is overloaded","status":"UNAVAILABLE"}}\n\n',
}

interface Play {
  readonly scenario: (format: Format) => Scenario
  readonly tries: number
  /** Moves time when the model has gone silent. */
  readonly silentAfter?: 'request' | 'delta'
  readonly check: (heard: Heard) => void
}

function saysTheWhole(heard: Heard): void {
  assert.equal(heard.error, undefined)
  assert.equal(heard.text, 'You see sun.')
  assert.deepEqual(
    heard.turn?.parts.map((part) => part.type === 'text' && part.text).join(''),
    'You see sun.',
  )
  assert.equal(heard.turn?.finish, 'stop')
}

function recovers(code: ModelErrorCode): (heard: Heard) => void {
  return (heard) => {
    saysTheWhole(heard)
    for (const attempt of heard.attempts) assert.equal(attempt.error.code, code)
    const discarded = heard.events.filter((event) => event.type === 'attempt-discarded')
    assert.equal(discarded.length, heard.attempts.length)
    assert.equal(heard.turn?.attempt, heard.attempts.length + 1)
  }
}

function failsAs(code: ModelErrorCode): (heard: Heard) => void {
  return ({ error }) => {
    assert.ok(error instanceof ModelError)
    assert.equal(error.code, code, error.message)
    assert.ok(error.attempts.length > 0)
  }
}

const plays: Readonly<Record<string, Play>> = {
  'a whole answer': { scenario: () => [whole], tries: 1, check: saysTheWhole },
  'two calls with interleaved pieces': {
    scenario: (format) => [format === 'anthropic' ? inOrder(twoCalls) : twoCalls],
    tries: 1,
    check: ({ turn, error }) => {
      assert.equal(error, undefined)
      assert.equal(turn?.finish, 'tool-calls')
      assert.deepEqual(
        callParts(turn).map((call) => JSON.parse(call.argumentsText)),
        [{ city: '北京' }, { city: '成都' }],
      )
      assert.equal(new Set(callParts(turn).map((call) => call.callId)).size, 2)
    },
  },
  'calls although it says stop': {
    scenario: (format) => [
      [...(format === 'anthropic' ? inOrder(twoCalls) : twoCalls).slice(0, -1), { finish: 'stop' }],
    ],
    tries: 1,
    check: ({ turn }) => assert.deepEqual([turn?.finish, callParts(turn).length], ['tool-calls', 2]),
  },
  '429 twice with a wait': {
    scenario: () => [
      [{ status: 429, headers: { 'retry-after-ms': '60' } }],
      [{ status: 429, headers: { 'retry-after': '2' } }],
      whole,
    ],
    tries: 3,
    check: recovers('rate_limited'),
  },
  '503 then an answer': {
    scenario: () => [[{ status: 503 }], whole],
    tries: 2,
    check: recovers('overloaded'),
  },
  'the socket is destroyed in the middle': {
    scenario: () => [[{ delta: 'You s' }, 'destroy'], whole],
    tries: 2,
    check: recovers('connection'),
  },
  'a clean end without a finish': {
    scenario: () => [[{ delta: 'You s' }, 'end'], whole],
    tries: 2,
    check: recovers('incomplete'),
  },
  'a clean end in the middle of a call': {
    scenario: () => [[{ call: { index: 0, id: 'x', name: 'weather', text: '{"city":"北' } }, 'end'], whole],
    tries: 2,
    check: (heard) => {
      recovers('incomplete')(heard)
      assert.equal(callParts(heard.turn).length, 0)
    },
  },
  'silence after the first words': {
    scenario: () => [[{ delta: 'You s' }, { wait: 'for-ever' }], whole],
    tries: 2,
    silentAfter: 'delta',
    check: recovers('stalled'),
  },
  'no headers at all': {
    scenario: () => [['silence'], whole],
    tries: 2,
    silentAfter: 'request',
    check: recovers('stalled'),
  },
  'an error inside the stream': {
    scenario: (format) => [[{ delta: 'You s' }, { raw: overloaded[format] }, { delta: 'ghost' }], whole],
    tries: 2,
    check: recovers('overloaded'),
  },
  'length with half a call': {
    scenario: () => [
      [
        { delta: 'So' },
        { call: { index: 0, id: 'x', name: 'weather', text: '{"city":"成都"}' } },
        { finish: 'length' },
      ],
    ],
    tries: 1,
    check: ({ turn, error }) => {
      assert.equal(error, undefined)
      assert.deepEqual([turn?.finish, callParts(turn).length], ['length', 0])
    },
  },
  'a finish nobody knows, with a call': {
    scenario: () => [
      [
        { call: { index: 0, id: 'x', name: 'weather', text: '{"city":"成都"}' } },
        { finish: 'SOMETHING_NEW' },
      ],
    ],
    tries: 1,
    check: (heard) => {
      assert.deepEqual([heard.turn?.finish, callParts(heard.turn).length], ['other', 0])
      assert.ok(
        heard.events.some((event) => event.type === 'warning' && event.message.includes('calls left out')),
      )
    },
  },
  'a content filter stop keeps its usage': {
    scenario: () => [[{ delta: 'I' }, { finish: 'content_filter', usage: { input: 20, output: 1 } }]],
    tries: 1,
    check: ({ turn }) =>
      assert.deepEqual([turn?.finish, turn?.usage.freshInput, turn?.usage.output], ['content-filter', 20, 1]),
  },
  'a broken chunk': {
    scenario: () => [
      [{ delta: 'You s' }, { raw: 'data: {"choices":[{"del\n\n' }, { delta: 'ghost' }, { finish: 'stop' }],
      whole,
    ],
    tries: 2,
    check: recovers('incomplete'),
  },
  'a tool nobody offered': {
    scenario: () => [
      [{ call: { index: 0, id: 'x', name: 'nowhere', text: '{}' } }, { finish: 'tool_calls' }],
    ],
    tries: 1,
    check: ({ turn }) =>
      assert.deepEqual(
        callParts(turn).map((call) => call.tool),
        ['nowhere'],
      ),
  },
  'a wrong key': {
    scenario: () => [[{ status: 401, body: { error: { message: 'bad key' } } }]],
    tries: 1,
    check: failsAs('auth'),
  },
  'a prompt too long': {
    scenario: () => [
      [{ status: 400, body: { error: { message: 'maximum context length is 8192 tokens' } } }],
    ],
    tries: 1,
    check: failsAs('context_overflow'),
  },
  'a server that stays down': { scenario: () => [[{ status: 500 }]], tries: 4, check: failsAs('overloaded') },
}

/** Blocks of this format do not interleave. */
function inOrder(steps: readonly FaultStep[]): readonly FaultStep[] {
  const at = (step: FaultStep): number => (typeof step === 'object' && 'call' in step ? step.call.index : 9)
  return [...steps].sort((a, b) => at(a) - at(b))
}

for (const [name, play] of Object.entries(plays)) {
  for (const format of formats) {
    test(`${format}: ${name}`, async () => {
      const moved: (() => void)[] = []
      await using server = await faultServer({
        scenarios: { m: play.scenario(format) },
        onRequest: () => {
          if (play.silentAfter === 'request') setImmediate(() => moved.at(-1)?.())
        },
      })
      const { model, clock } = await modelAt(server, `${format}/m`)
      let silent = false
      moved.push(() => {
        if (!silent) clock.advance(120_000)
        silent = true
      })
      const heard = await hear(model, asking('天气'), {
        clock,
        onEvent: (event) => {
          if (play.silentAfter === 'delta' && event.type === 'text-delta')
            setImmediate(() => moved.at(-1)?.())
        },
      })
      play.check(heard)
      assert.equal(server.requests.length, play.tries)
    })
  }
}
