import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelError, scriptedModel } from '#llm'
import { asking, callParts, hear } from './support.ts'

test('steps answer in order, and everything asked is kept, frozen', async () => {
  const model = scriptedModel([
    { reasoning: 'hm', deltas: ['a', 'b'] },
    { calls: [{ tool: 'weather', arguments: { city: '北京' } }], usage: { freshInput: 3, output: 1 } },
  ])
  const first = await hear(model, asking('one'))
  assert.deepEqual(first.turn?.parts, [
    { type: 'reasoning', text: 'hm' },
    { type: 'text', text: 'ab' },
  ])
  const second = await hear(model, asking('two'))
  assert.deepEqual(
    [second.turn?.finish, callParts(second.turn)[0]?.argumentsText],
    ['tool-calls', '{"city":"北京"}'],
  )
  assert.deepEqual([second.turn?.usage.freshInput, second.turn?.usage.reasoning], [3, null])
  assert.equal(model.requests.length, 2)
  assert.ok(model.requests.every((request) => Object.isFrozen(request) && Object.isFrozen(request.messages)))
})

test('a call that is not in the script fails loudly and shows what was asked', async () => {
  const heard = await hear(scriptedModel([]), asking('你好吗'))
  assert.ok(heard.error instanceof ModelError)
  assert.match(heard.error.message, /call 1 is not in the script.*你好吗/)
})

test('a step with a match waits for its request, so parallel agents need no order', async () => {
  const of = (text: string) => ({
    text: `for ${text}`,
    match: (request: unknown) => JSON.stringify(request).includes(text),
  })
  const model = scriptedModel([of('one'), of('two')])
  assert.equal((await hear(model, asking('two'))).text, 'for two')
  assert.equal((await hear(model, asking('one'))).text, 'for one')
  assert.equal(model.remaining, 0)
})

test('a function answers by request and number of the call', async () => {
  const model = scriptedModel((_request, call) => (call < 3 ? { text: `${call}` } : undefined))
  assert.equal((await hear(model, asking('x'))).text, '1')
  assert.equal((await hear(model, asking('x'))).text, '2')
  assert.ok((await hear(model, asking('x'))).error instanceof ModelError)
})

test('a delay holds the answer back until it resolves, or until the abort', async () => {
  const gate = Promise.withResolvers<void>()
  const model = scriptedModel([
    { text: 'late', delayUntil: gate.promise },
    { text: 'never', delayUntil: new Promise(() => undefined) },
  ])
  const waiting = hear(model, asking('x'))
  gate.resolve()
  assert.equal((await waiting).text, 'late')
  const stop = new AbortController()
  const stopped = hear(model, asking('x'), { signal: stop.signal })
  stop.abort(new Error('enough'))
  assert.match(String((await stopped).error), /enough/)
})

test('an error comes after what had streamed', async () => {
  const heard = await hear(
    scriptedModel([{ text: 'par', error: new ModelError('overloaded', 'busy') }]),
    asking('x'),
  )
  assert.deepEqual([heard.text, String(heard.error)], ['par', 'ModelError: busy'])
})
