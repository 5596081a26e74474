import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AttemptRecord,
  ModelError,
  type ModelPort,
  type ScriptedStep,
  scriptedModel,
  withAttempts,
  withFallback,
} from '#llm'
import { type FakeClock, fakeClock } from '../../src/testing/fake-clock.ts'
import { faultServer } from '../../src/testing/fault-server.ts'
import { asking, hear, modelAt } from './support.ts'

const busy = (retryAfterMs?: number): ScriptedStep => ({
  error: new ModelError('rate_limited', 'slow down', { retryable: true, retryAfterMs }),
})

/** A clock that keeps every wait asked for, and lets each pass at once. */
function hurrying(): FakeClock & { readonly waits: number[] } {
  const clock = fakeClock()
  const waits: number[] = []
  return {
    ...clock,
    waits,
    pending: 0,
    after(ms, action) {
      const isWatch = ms === 120_000 || ms === 60_001
      if (isWatch) return clock.after(ms, action)
      waits.push(ms)
      setImmediate(() => clock.advance(ms))
      return clock.after(ms, action)
    },
  }
}

test('waits grow, are never the same, and honour what the provider asks for', async () => {
  const clock = hurrying()
  const model = withAttempts(scriptedModel([busy(), busy(), busy(3_000), { text: 'ok' }]), clock, {
    idleMs: 60_001,
  })
  assert.equal((await hear(model, asking('x'))).text, 'ok')
  const [first = 0, second = 0, third = 0] = clock.waits
  assert.ok(first >= 250 && first < 750, `${first}`)
  assert.ok(second >= 500 && second < 1_500, `${second}`)
  assert.ok(third >= 3_000 && third < 3_400, `${third}`)
})

test('no wait is longer than a minute, and none begins that would pass the deadline', async () => {
  const clock = hurrying()
  const capped = withAttempts(scriptedModel([busy(3_600_000), { text: 'ok' }]), clock, { idleMs: 60_001 })
  assert.equal((await hear(capped, asking('x'))).text, 'ok')
  assert.deepEqual(clock.waits, [60_000])
  const script = scriptedModel([busy(30_000), { text: 'never' }])
  const heard = await hear(withAttempts(script, clock, { idleMs: 60_001 }), asking('x'), {
    options: { deadlineAtMs: clock.now() + 10_000 },
  })
  assert.ok(heard.error instanceof ModelError)
  assert.equal(heard.error.attempts.length, 1)
  assert.deepEqual(clock.waits, [60_000])
})

for (const [name, headers, least, most] of [
  ['milliseconds', { 'retry-after-ms': '1500' }, 1_500, 1_700],
  ['seconds', { 'retry-after': '7' }, 7_000, 7_200],
  [
    'a date',
    { 'retry-after': 'Thu, 15 Jan 2026 04:00:20 GMT', date: 'Thu, 15 Jan 2026 04:00:00 GMT' },
    20_000,
    20_200,
  ],
] as const) {
  test(`a wait asked for in ${name} is honoured`, async () => {
    await using server = await faultServer({
      scenarios: { m: [[{ status: 429, headers }], [{ delta: 'ok' }, { finish: 'stop' }]] },
    })
    const clock = hurrying()
    const { model } = await modelAt(server, 'openai-compatible/m', { clock, limits: { idleMs: 60_001 } })
    assert.equal((await hear(model, asking('x'))).text, 'ok')
    const [wait = 0] = clock.waits
    assert.ok(wait >= least && wait <= most, `${wait}`)
  })
}

test('errors that another try cannot mend are not tried again', async () => {
  for (const code of [
    'auth',
    'invalid_request',
    'context_overflow',
    'unconfigured',
    'content_filter',
  ] as const) {
    const script = scriptedModel([{ error: new ModelError(code, 'no') }, { text: 'never' }])
    const heard = await hear(withAttempts(script, fakeClock()), asking('x'))
    assert.ok(heard.error instanceof ModelError && heard.error.code === code)
    assert.equal(script.remaining, 1)
  }
})

test('a bug in a model is no reason to try again and stays visible', async () => {
  const bug = new TypeError('x is not a function')
  const heard = await hear(withAttempts(scriptedModel([{ error: bug }, {}]), fakeClock()), asking('x'))
  assert.ok(heard.error instanceof ModelError && heard.error.cause === bug && heard.error.code === 'unknown')
})

test('an abort reaches the socket', async () => {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  await using server = await faultServer({ scenarios: { m: [[{ delta: 'a' }, { wait: 'for-ever' }]] } })
  const { model } = await modelAt(server, 'openai-compatible/m')
  const stop = new AbortController()
  const reason = new Error('stop')
  const heard = await hear(model, asking('x'), { signal: stop.signal, onEvent: () => stop.abort(reason) })
  assert.equal(heard.error, reason)
  const check = (): void => (server.requests[0]?.aborted ? resolve() : void setImmediate(check))
  check()
  await gone
})

test('a reader who leaves closes the socket too, and the try is recorded', async () => {
  await using server = await faultServer({ scenarios: { m: [[{ delta: 'a' }, { wait: 'for-ever' }]] } })
  const { model } = await modelAt(server, 'openai-compatible/m')
  const attempts: AttemptRecord[] = []
  for await (const event of model.stream(asking('x'), {
    signal: new AbortController().signal,
    newCallId: () => assert.fail(),
    onAttempt: (attempt) => attempts.push(attempt),
  })) {
    assert.equal(event.type, 'text-delta')
    break
  }
  assert.deepEqual(
    attempts.map(({ attempt, error, text }) => [attempt, error.code, text]),
    [[1, 'aborted', 'a']],
  )
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const check = (): void => (server.requests[0]?.aborted ? resolve() : void setImmediate(check))
  check()
  await gone
})

/** Yields once and then reacts to nothing. */
function deaf(): ModelPort {
  return {
    name: 'test/deaf',
    async *stream() {
      yield { type: 'text-delta', text: 'a' }
      await new Promise(() => undefined)
      throw new Error('unreachable')
    },
  }
}

test('an abort ends the wait for a deaf model', async () => {
  const stop = new AbortController()
  const heard = await hear(withAttempts(deaf(), fakeClock()), asking('x'), {
    signal: stop.signal,
    onEvent: () => setImmediate(() => stop.abort(new Error('enough'))),
  })
  assert.match(String(heard.error), /enough/)
  assert.deepEqual(
    heard.attempts.map((attempt) => [attempt.text, attempt.error.code]),
    [['a', 'aborted']],
  )
})

test('an abort between two tries ends the wait', async () => {
  const stop = new AbortController()
  const clock = fakeClock()
  const heard = await hear(withAttempts(scriptedModel([busy(), {}]), clock), asking('x'), {
    signal: stop.signal,
    onEvent: (event) => {
      if (event.type === 'attempt-discarded') setImmediate(() => stop.abort(new Error('enough')))
    },
  })
  assert.match(String(heard.error), /enough/)
  assert.equal(clock.pending, 0)
})

test('pings count as life: a model that thinks for minutes is not cut off', async () => {
  const steps = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const scenario = steps.flatMap(({ promise }) => [{ wait: promise }, { raw: ': ping\n\n' }])
  await using server = await faultServer({
    scenarios: { m: [[...scenario, { delta: 'ok' }, { finish: 'stop' }]] },
  })
  const clock = fakeClock()
  const { model } = await modelAt(server, 'openai-compatible/m', { clock })
  let next = 0
  const onLife = (): void => {
    clock.advance(50_000)
    steps[next]?.resolve()
    next += 1
  }
  const heard = await hear(model, asking('x'), { options: { onLife } })
  assert.equal(heard.text, 'ok')
  assert.equal(heard.attempts.length, 0)
})

test("a reader's own slowness is not the model's silence", async () => {
  const clock = fakeClock()
  const model = withAttempts(scriptedModel([{ deltas: ['a', 'b', 'c'] }]), clock)
  const heard = await hear(model, asking('x'), { onEvent: () => clock.advance(300_000) })
  assert.equal(heard.text, 'abc')
  assert.equal(heard.attempts.length, 0)
  assert.equal(clock.pending, 0)
})

test('when a model gives up the next one answers, and the tries are counted over both', async () => {
  const clock = hurrying()
  const first = withAttempts(
    scriptedModel(() => ({ deltas: ['par'], ...busy() }), { name: 'test/first' }),
    clock,
    { maxAttempts: 2, idleMs: 60_001 },
  )
  const second = withAttempts(scriptedModel([busy(), { text: 'ok' }], { name: 'test/second' }), clock, {
    idleMs: 60_001,
  })
  const heard = await hear(withFallback([first, second]), asking('x'))
  assert.equal(heard.text, 'ok')
  assert.deepEqual([heard.turn?.model, heard.turn?.attempt], ['test/second', 4])
  assert.deepEqual(
    heard.attempts.map((attempt) => attempt.attempt),
    [1, 2, 3],
  )
  const told = heard.events.flatMap((event) =>
    event.type === 'attempt-discarded'
      ? [-event.attempt.attempt]
      : event.type === 'attempt-start'
        ? [event.attempt]
        : [],
  )
  assert.deepEqual(told, [-1, 2, -2, 3, -3, 4])
})

test('when every model gives up the error holds every try', async () => {
  const failing = (name: string, code: 'auth' | 'overloaded'): ModelPort =>
    withAttempts(
      scriptedModel(() => ({ error: new ModelError(code, name) }), { name }),
      fakeClock(),
    )
  const heard = await hear(
    withFallback([failing('test/a', 'auth'), failing('test/b', 'overloaded')]),
    asking('x'),
  )
  assert.ok(heard.error instanceof ModelError)
  assert.equal(heard.error.code, 'overloaded')
  assert.deepEqual(
    heard.error.attempts.map((attempt) => [attempt.attempt, attempt.error.message]),
    [
      [1, 'test/a'],
      [2, 'test/b'],
    ],
  )
})

test('a request that breaks a rule is not sent to the next model either', async () => {
  const other = scriptedModel([{ text: 'never' }])
  const heard = await hear(
    withFallback([scriptedModel([{ error: new ModelError('invalid_request', 'no') }]), other]),
    asking('x'),
  )
  assert.ok(heard.error instanceof ModelError && heard.error.code === 'invalid_request')
  assert.equal(other.requests.length, 0)
})
