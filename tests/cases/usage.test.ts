import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AttemptRecord, estimateRequest, ModelError, scriptedModel, withAttempts } from '#llm'
import type { Usage } from '#protocol'
import { fakeClock } from '../../src/testing/fake-clock.ts'
import { type FaultStep, faultServer } from '../../src/testing/fault-server.ts'
import { asking, formats, hear, modelAt } from '../llm/support.ts'

const perMillion = { fresh: 5, cached: 0.5, out: 15 }
function cost(usage: Usage): number {
  const { freshInput, cacheRead, output } = usage
  assert.ok(freshInput !== null && cacheRead !== null && output !== null)
  return (freshInput * perMillion.fresh + cacheRead * perMillion.cached + output * perMillion.out) / 1e6
}

for (const format of formats) {
  test(`B39 ${format}: cached input is counted once, in the provider's own way of saying it`, async () => {
    const usage = { input: 12_400, cached: 11_500, output: 100 }
    await using server = await faultServer({
      scenarios: { m: [[{ delta: 'a' }, { finish: 'stop', usage }]] },
    })
    const heard = await hear((await modelAt(server, `${format}/m`)).model, asking('x'))
    assert.ok(heard.turn)
    const { freshInput, cacheRead, output, source, raw } = heard.turn.usage
    assert.deepEqual(
      { freshInput, cacheRead, output, source },
      { freshInput: 900, cacheRead: 11_500, output: 100, source: 'reported' },
    )
    assert.ok(Math.abs(cost(heard.turn.usage) - 0.01175) < 1e-12)
    assert.match(JSON.stringify(raw), /11500/)
  })
}

function chunk(usage: unknown): FaultStep {
  return {
    raw: `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage })}\n\n`,
  }
}

async function usageFrom(...reports: readonly unknown[]): Promise<Usage | undefined> {
  const steps: FaultStep[] = [{ delta: 'a' }, ...reports.map(chunk), { finish: 'stop' }]
  await using server = await faultServer({ scenarios: { m: [steps] } })
  return (await hear((await modelAt(server, 'openai-compatible/m')).model, asking('x'))).turn?.usage
}

test('B39 a server that counts cache reads beside the input comes out the same', async () => {
  const usage = await usageFrom({
    prompt_tokens: 900,
    completion_tokens: 100,
    prompt_tokens_details: { cached_tokens: 11_500 },
  })
  assert.deepEqual([usage?.freshInput, usage?.cacheRead, usage?.output], [900, 11_500, 100])
})

test('B39 cache figures under other names are found', async () => {
  const hit = await usageFrom({
    prompt_tokens: 1_000,
    completion_tokens: 1,
    prompt_cache_hit_tokens: 960,
    prompt_cache_miss_tokens: 40,
  })
  assert.deepEqual([hit?.freshInput, hit?.cacheRead], [40, 960])
  const proxied = await usageFrom({
    prompt_tokens: 1_000,
    completion_tokens: 1,
    cache_read_input_tokens: 600,
    cache_creation_input_tokens: 100,
  })
  assert.deepEqual([proxied?.freshInput, proxied?.cacheRead, proxied?.cacheWrite], [300, 600, 100])
})

test('B39 what a provider does not say is unknown, not zero', async () => {
  const usage = await usageFrom({ prompt_tokens: 10, completion_tokens: 2 })
  assert.deepEqual(
    [usage?.freshInput, usage?.cacheRead, usage?.cacheWrite, usage?.reasoning],
    [10, null, null, null],
  )
  const zero = await usageFrom({
    prompt_tokens: 10,
    completion_tokens: 2,
    prompt_tokens_details: { cached_tokens: 0 },
  })
  assert.equal(zero?.cacheRead, 0)
})

test('B39 the last report wins; reports are not added up', async () => {
  const usage = await usageFrom(
    { prompt_tokens: 10, completion_tokens: 1 },
    { prompt_tokens: 10, completion_tokens: 7 },
  )
  assert.deepEqual([usage?.freshInput, usage?.output], [10, 7])
})

test('B39 reasoning is part of the output, also where it is counted beside', async () => {
  const within = await usageFrom({
    prompt_tokens: 10,
    completion_tokens: 50,
    total_tokens: 60,
    completion_tokens_details: { reasoning_tokens: 30 },
  })
  assert.deepEqual([within?.output, within?.reasoning], [50, 30])
  const beside = await usageFrom({
    prompt_tokens: 10,
    completion_tokens: 20,
    total_tokens: 60,
    completion_tokens_details: { reasoning_tokens: 30 },
  })
  assert.deepEqual([beside?.output, beside?.reasoning], [50, 30])
})

test('B41 a turn whose usage nobody reported is estimated and says so', async () => {
  await using server = await faultServer({ scenarios: { m: [[{ delta: '你好世界' }, { finish: 'stop' }]] } })
  const request = asking('天气')
  const usage = (await hear((await modelAt(server, 'openai-compatible/m')).model, request)).turn?.usage
  assert.deepEqual([usage?.source, usage?.freshInput], ['estimated', estimateRequest(request)])
  assert.ok((usage?.output ?? 0) > 0)
})

function assertRecorded(attempt: AttemptRecord | undefined): asserts attempt is AttemptRecord {
  assert.ok(attempt)
  assert.notEqual(attempt.usage.freshInput, null)
  assert.notEqual(attempt.usage.output, null)
}

test('B41 two tries that fail with 500 and a third that answers leave three records', async () => {
  const whole: readonly FaultStep[] = [{ delta: 'a' }, { finish: 'stop', usage: { input: 20, output: 5 } }]
  await using server = await faultServer({ scenarios: { m: [[{ status: 500 }], [{ status: 500 }], whole] } })
  const { model, clock } = await modelAt(server, 'openai-compatible/m')
  const heard = await hear(model, asking('x'), { clock })
  assert.deepEqual(
    heard.attempts.map((attempt) => [attempt.attempt, attempt.error.code]),
    [
      [1, 'overloaded'],
      [2, 'overloaded'],
    ],
  )
  for (const attempt of heard.attempts) assertRecorded(attempt)
  assert.deepEqual([heard.turn?.attempt, heard.turn?.usage.freshInput], [3, 20])
})

test('B41 an abort after some text leaves a record with what had arrived', async () => {
  await using server = await faultServer({
    scenarios: { m: [[{ delta: '你好世界'.repeat(50) }, { wait: 'for-ever' }]] },
  })
  const stop = new AbortController()
  const reason = new Error('the user stopped it')
  const { model } = await modelAt(server, 'openai-compatible/m')
  const heard = await hear(model, asking('x'), { signal: stop.signal, onEvent: () => stop.abort(reason) })
  assert.equal(heard.error, reason)
  const [attempt] = heard.attempts
  assertRecorded(attempt)
  assert.deepEqual(
    [attempt.error.code, attempt.error.message, attempt.usage.source],
    ['aborted', reason.message, 'estimated'],
  )
  assert.ok((attempt.usage.output ?? 0) > 100)
  assert.equal(attempt.text, '你好世界'.repeat(50))
})

test('B41 a stream that breaks in the middle is charged for what went in and what came out', async () => {
  await using server = await faultServer({ scenarios: { m: [[{ delta: 'so far so good' }, 'destroy']] } })
  const { model, clock } = await modelAt(server, 'openai-compatible/m', { limits: { maxAttempts: 2 } })
  const request = asking('x')
  const heard = await hear(model, request, { clock })
  assert.ok(heard.error instanceof ModelError)
  assert.equal(heard.error.attempts.length, 2)
  assert.deepEqual(heard.attempts, heard.error.attempts)
  for (const attempt of heard.attempts) {
    assert.equal(attempt.usage.freshInput, estimateRequest(request))
    assert.ok((attempt.usage.output ?? 0) > 0)
  }
})

test('B41 an incomplete answer whose usage was reported keeps the report', async () => {
  const reported: Usage = {
    freshInput: 7,
    cacheRead: null,
    cacheWrite: null,
    output: 3,
    reasoning: null,
    source: 'reported',
  }
  const broken = new ModelError('incomplete', 'broke off', { retryable: true, usage: reported })
  const model = withAttempts(scriptedModel([{ text: 'x', error: broken }]), fakeClock(), { maxAttempts: 1 })
  assert.deepEqual((await hear(model, asking('x'))).attempts[0]?.usage, reported)
})

test('B41 a request refused before the model saw it costs nothing', async () => {
  await using server = await faultServer({ scenarios: { m: [[{ status: 429 }]] } })
  const { model, clock } = await modelAt(server, 'openai-compatible/m', { limits: { maxAttempts: 1 } })
  const [attempt] = (await hear(model, asking('x'), { clock })).attempts
  assert.deepEqual(
    [attempt?.usage.freshInput, attempt?.usage.output, attempt?.usage.source],
    [0, 0, 'estimated'],
  )
})
