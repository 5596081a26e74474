import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  anthropicRules,
  checkRequest,
  compatibleRules,
  googleRules,
  type ModelMessage,
  type ModelRequest,
  openaiRules,
  type ProviderRules,
  type RuleName,
  strictRules,
} from '#llm'
import { type CallId, parseId } from '#protocol'
import { asking, counting, user, weather } from './support.ts'

const newCallId = counting()
const [a, b] = [newCallId(), newCallId()]
const calling = (...ids: readonly CallId[]): ModelMessage => ({
  role: 'assistant',
  parts: ids.map((callId) => ({ type: 'call', callId, tool: 'weather', argumentsText: '{}' })),
})
const answering = (...ids: readonly CallId[]): ModelMessage => ({
  role: 'tool',
  results: ids.map((callId) => ({ callId, tool: 'weather', text: 'ok', isError: false })),
})
const saying: ModelMessage = { role: 'assistant', parts: [{ type: 'text', text: 'hm' }] }
const over = (...messages: readonly ModelMessage[]): ModelRequest => asking('', { messages })
const picture: ModelMessage = {
  role: 'user',
  parts: [{ type: 'file', mediaType: 'image/png', name: 'a.png', bytes: new Uint8Array(1) }],
}
const longId = `call_${'x'.repeat(64)}` as CallId

const cases: readonly (readonly [string, ModelRequest, ProviderRules, readonly RuleName[]])[] = [
  ['a sound request', over(user('go'), calling(a, b), answering(a, b), user('and?')), strictRules, []],
  [
    'results in another order than the calls',
    over(user('go'), calling(a, b), answering(b, a)),
    strictRules,
    [],
  ],
  ['nothing said', over(), openaiRules, ['messages.none']],
  ['an empty user message', over(user(' ')), openaiRules, ['message.empty']],
  [
    'a tool message without results',
    over(user('go'), { role: 'tool', results: [] }),
    openaiRules,
    ['message.empty'],
  ],
  ['a call without a result', over(user('go'), calling(a)), openaiRules, ['call.unanswered']],
  [
    'one of two calls without a result',
    over(user('go'), calling(a, b), answering(a)),
    openaiRules,
    ['call.unanswered'],
  ],
  [
    'a result one message too late',
    over(user('go'), calling(a), user('wait'), answering(a)),
    openaiRules,
    ['call.unanswered', 'result.without_call'],
  ],
  [
    'a result before its call',
    over(user('go'), answering(a), calling(a)),
    openaiRules,
    ['result.without_call', 'call.unanswered'],
  ],
  [
    'two results for one call',
    over(user('go'), calling(a), answering(a, a)),
    openaiRules,
    ['call.answered_twice'],
  ],
  [
    'one id for two calls',
    over(user('go'), calling(a), answering(a), calling(a), answering(a)),
    openaiRules,
    ['call.id_not_unique'],
  ],
  [
    'an id of 69 characters',
    over(user('go'), calling(longId), answering(longId)),
    openaiRules,
    ['call.id_too_long'],
  ],
  ['the model speaking first', over(saying, user('go')), anthropicRules, ['first.not_user']],
  ['the same where it is allowed', over(saying, user('go')), openaiRules, []],
  ['the model speaking last', over(user('go'), saying), googleRules, ['last.is_assistant']],
  ['half a character', over(user('a\uD83C')), openaiRules, ['text.malformed']],
  ['half a character in the system text', asking('x', { system: '\uDF24' }), openaiRules, ['text.malformed']],
  ['a picture for a text model', over(picture), compatibleRules, ['media.unsupported']],
  ['a picture for one that sees', over(picture), anthropicRules, []],
  [
    'two tools of one name',
    asking('x', { tools: [weather, { ...weather }] }),
    openaiRules,
    ['tool.name_not_unique'],
  ],
  [
    'a tool that takes a string',
    asking('x', { tools: [{ ...weather, input: { type: 'string' } }] }),
    openaiRules,
    ['tool.refused'],
  ],
  [
    '129 tools',
    asking('x', { tools: Array.from({ length: 129 }, (_, place) => ({ ...weather, name: `t${place}` })) }),
    openaiRules,
    ['tools.too_many'],
  ],
  [
    'more than the window',
    asking('字'.repeat(200)),
    { ...openaiRules, contextWindow: 100 },
    ['window.exceeded'],
  ],
]

for (const [name, request, rules, broken] of cases) {
  test(`${name}, for ${rules.provider}: ${broken.join(' and ') || 'may be sent'}`, () => {
    assert.deepEqual(
      checkRequest(request, rules).map(({ rule }) => rule),
      broken,
    )
  })
}

test('the ids our sessions make pass every rule', () => {
  assert.equal(parseId('call', a), a)
  assert.ok(a.length <= strictRules.maxCallIdChars)
})
