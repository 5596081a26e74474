import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matchDocument, normalForm, rankByText, requestWords, wordsOf } from '#protocol'

const terms = (text: string): string[] => wordsOf(text).map(({ term }) => term)

test('forms of an English word share a term', () => {
  for (const forms of [
    ['boat', 'boats', 'boating'],
    ['recommend', 'recommends', 'recommended', 'recommendation'],
    ['approve', 'approved', 'approval', 'approving'],
    ['city', 'cities'],
    ['cancel', 'cancelled', 'cancellation'],
    ['deploy', 'deployment', 'deploys'],
  ]) {
    assert.equal(new Set(forms.flatMap(terms)).size, 1, `${forms.join()}: ${forms.flatMap(terms).join()}`)
  }
})

test('identifiers fall into their words and full-width letters are plain ones', () => {
  assert.deepEqual(terms('getHTTPStatus open_ticket'), terms('http status open ticket'))
  assert.deepEqual(terms('Ｗｅａｔｈｅｒ'), terms('weather'))
  assert.deepEqual(terms('Café'), terms('cafe'))
})

test('a Chinese word is found however its neighbours make it fall apart', () => {
  const documents = [
    matchDocument('a', [{ text: '部署方案', weight: 1 }]),
    matchDocument('b', [{ text: '账期管理', weight: 1 }]),
  ]
  assert.equal(rankByText('查一下部署', documents)[0]?.id, 'a')
  assert.equal(rankByText('供应商的账期', documents)[0]?.id, 'b')
})

test('numbers next to Chinese words do not stick to them', () => {
  assert.ok(terms('500元以内的酒店').includes('酒店'))
})

test('the head of a request decides, not what it must suit or rest on', () => {
  const documents = [
    matchDocument('weather', [{ text: 'weather forecast 天气 预报', weight: 1 }]),
    matchDocument('activity', [{ text: 'outdoor activity 户外 活动', weight: 1 }]),
  ]
  for (const [request, wanted] of [
    ['推荐一个适合今天天气的活动', 'activity'],
    ['根据天气预报推荐户外活动', 'activity'],
    ['an activity that suits the weather forecast', 'activity'],
    ['based on the weather forecast, which activity?', 'activity'],
    ['如果参加户外活动，天气怎么样', 'weather'],
    ['if we choose an outdoor activity, how is the weather?', 'weather'],
  ] as const) {
    assert.equal(rankByText(request, documents)[0]?.id, wanted, request)
  }
})

test('a ranking gives its reasons, the strongest first, and leaves out what shares nothing', () => {
  const documents = [
    matchDocument('x', [
      { text: 'invoice', weight: 2 },
      { text: 'amount', weight: 0.5 },
    ]),
    matchDocument('y', [{ text: 'garden', weight: 1 }]),
  ]
  const [best, ...rest] = rankByText('the amount of the invoice', documents)
  assert.deepEqual(rest, [])
  assert.deepEqual(
    best?.reasons.map(({ word }) => word),
    ['invoice', 'amount'],
  )
  assert.equal(best?.coverage, 1)
})

test('equal documents keep the order they were given in', () => {
  const same = ['b', 'a', 'c'].map((id) => matchDocument(id, [{ text: 'same words', weight: 1 }]))
  assert.deepEqual(
    rankByText('same words', same).map(({ id }) => id),
    ['b', 'a', 'c'],
  )
})

test('any text gives words whose ranges lie in its normal form, with weights from 0 to 1', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const normal = normalForm(text)
      for (const word of [...wordsOf(text), ...requestWords(text)]) {
        assert.equal(normal.slice(word.start, word.end), word.text)
        assert.ok(word.weight > 0 && word.weight <= 1)
        assert.notEqual(word.term, '')
      }
    }),
  )
})
