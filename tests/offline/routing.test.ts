import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offlineModel } from '#llm'
import { chinese, english, twelveTools } from './twelve-tools.ts'
import { ask, callsOf, system, turnOf } from './workplace.ts'

const model = offlineModel()

async function routed(query: string): Promise<string | undefined> {
  const { turn } = await turnOf(model, { system, messages: [ask(query)], tools: twelveTools })
  return callsOf(turn)[0]?.tool
}

for (const [language, queries] of Object.entries({ english, chinese })) {
  test(`${language}: of ${queries.length} requests over twelve tools nine in ten find their tool`, async (t) => {
    const misses: string[] = []
    for (const [query, wanted] of queries) {
      const got = await routed(query)
      if (got !== wanted) misses.push(`${query}: wanted ${wanted ?? 'none'}, got ${got ?? 'none'}`)
    }
    const right = queries.length - misses.length
    t.diagnostic(`${right} of ${queries.length}${misses.map((miss) => `\n  ${miss}`).join('')}`)
    assert.ok(right / queries.length >= 0.9, misses.join('\n'))
  })
}

test('what no tool is for is not routed, and the answer says what can be done', async () => {
  for (const joke of [
    'tell me a joke',
    'Sing for me',
    '讲个笑话',
    '给我写一首诗',
    'who are you?',
    '你是谁',
  ]) {
    const { turn } = await turnOf(model, { system, messages: [ask(joke)], tools: twelveTools.slice(0, 6) })
    assert.deepEqual(callsOf(turn), [], joke)
    const [said] = turn.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    assert.match(said ?? '', /get_weather/u, joke)
    assert.match(said ?? '', /not a language model|不是语言模型/u, joke)
  }
})
