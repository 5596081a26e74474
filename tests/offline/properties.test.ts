import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { offlineModel } from '#llm'
import { beijing } from './beijing.ts'
import { ask, callsOf, converse, delegation, injected, system, textOf, turnOf } from './workplace.ts'

const tools = beijing.flatMap(({ tools: own }) => own.map(({ spec }) => spec))
const piece = fc.constantFrom(
  ...[
    '北京',
    '颐和园',
    '明天',
    '天气',
    '酒店',
    '推荐',
    '然后',
    '，',
    '。',
    '和',
    '那',
    '呢',
    '适合',
    '的',
    '500元以内',
    '如果',
  ],
  ...[
    ' hotel',
    ' weather',
    ' and',
    ' then',
    ' near',
    ' Oslo',
    ' tomorrow',
    ' that',
    ' is it',
    '?',
    ', ',
    ' if',
    ' under 300',
    '\n',
    '👍',
  ],
)
const words = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''))
const result = fc.record({ text: fc.oneof(words, fc.json(), fc.constant('')), isError: fc.boolean() })

test('whatever is asked and whatever tools answer, no call is made twice and the run ends in words', async () => {
  await fc.assert(
    fc.asyncProperty(words, fc.array(result, { minLength: 1, maxLength: 6 }), async (request, results) => {
      const made: string[] = []
      const { answer } = await converse(offlineModel(), [ask(request)], tools, async (tool, args) => {
        made.push(`${tool} ${JSON.stringify(args)}`)
        return results[made.length % results.length] ?? { text: '' }
      })
      assert.equal(new Set(made).size, made.length, made.join('\n'))
      assert.notEqual(answer.trim(), '')
    }),
    { numRuns: 300 },
  )
})

test('any conversation gets a turn that fits its schemas', async () => {
  const team = beijing.map(delegation)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(words, fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 4 }),
      async (said) => {
        const messages = said.map((text, place) =>
          place % 3 === 1 ? injected('weather_agent', text, 1) : ask(text),
        )
        const { turn } = await turnOf(offlineModel(), { system, messages, tools: team })
        for (const { tool, args } of callsOf(turn)) {
          assert.ok(team.some(({ name }) => name === tool))
          assert.ok(typeof args['task'] === 'string' && args['task'] !== '')
        }
        assert.ok(callsOf(turn).length > 0 || textOf(turn) !== '')
      },
    ),
    { numRuns: 300 },
  )
})
