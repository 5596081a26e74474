import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellingsIn } from '../../src/agents/context/prose.ts'

const read = (text: string): string[] =>
  tellingsIn(text).map(({ slot, value, unit }) => `${slot}=${value}${unit === undefined ? '' : ` ${unit}`}`)

for (const [text, told] of [
  [
    '锦江之星(北京通州北苑地铁站店)还不错，价格是262元。',
    ['said=锦江之星(北京通州北苑地铁站店)还不错', '价格=262 元'],
  ],
  ['好的，推荐您去北京天伦王朝酒店，非常不错呢。', ['said=推荐您去北京天伦王朝酒店']],
  ['天安门广场, 天坛, 中国国家博物馆等。', ['said=天安门广场, 天坛, 中国国家博物馆等']],
  ['其中甲公司账期45天，乙公司账期60天。', ['甲公司账期=45 天', '乙公司账期=60 天']],
  [
    "They're at 8339 Church Street # 212 and can be reached at 408-847-2100.",
    ["said=They're at 8339 Church Street # 212 and can be reached at 408-847-2100"],
  ],
  [
    'The carolina bed and breakfast meets your needs . Would you like to book it ?',
    ['said=The carolina bed and breakfast meets your needs'],
  ],
  ['The liability cap is $50,000. Sure!', ['liability cap=$50,000']],
] as const)
  test(`what is worth telling of: ${text}`, () => {
    assert.deepEqual(read(text), told)
  })

for (const text of [
  '好的，没问题，稍等我帮您查一下。',
  '不客气，祝您愉快！',
  'Sure, let me know if there is anything else.',
  '',
  ' \n ',
])
  test(`nothing is worth telling of: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(read(text), [])
  })

test('a number inside a name or an address is no value of its own', () => {
  for (const text of ['麦当劳(潞苑南大街6DT店)', 'That address is 160 Saratoga Ave # 280.', '建国路93号'])
    assert.deepEqual(
      read(text).filter((line) => !line.startsWith('said=')),
      [],
      text,
    )
})

test('a long clause gives its names, not its words; a long text bounded work', () => {
  const long = `${'and so it went on with what everybody had heard before '.repeat(5)}at the Grand Palace Hotel`
  assert.deepEqual(
    read(long).filter((line) => line.startsWith('name=')),
    ['name=Grand Palace Hotel'],
  )
  assert.ok(read(long).every((line) => line.length < 120))
  const began = performance.now()
  tellingsIn('账期45天，去锦江之星(北京店)吧。The Grand Hotel, 18:45. '.repeat(5_000))
  assert.ok(performance.now() - began < 2_000)
})
