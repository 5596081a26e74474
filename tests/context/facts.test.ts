import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsIn } from '#agents'

/** Facts of a text as `slot=value unit`. */
const read = (text: string): string[] =>
  factsIn(text).map(({ slot, value, unit }) => `${slot}=${value}${unit === undefined ? '' : ` ${unit}`}`)

for (const text of [
  '账期45天',
  '账期：45天',
  '账期: 45 天',
  '账期为45天',
  '账期是45天',
  '供应商账期平均45天',
  '我们的账期现在是45天',
  '45天账期',
  '账期改为45天',
])
  test(`B51 one fact in nine wordings has one slot: ${text}`, () => {
    assert.deepEqual(read(text), ['账期=45 天'])
  })

for (const [text, facts] of [
  ['评分 4.7，人均消费79元', ['评分=4.7', '人均消费=79 元']],
  ['price is ¥60', ['price=¥60']],
  ['The payment term is 45 days.', ['payment term=45 days']],
  ['- **Rating**: 4.7\n- **Open**: 09:00-17:00', ['Rating=4.7', 'Open=09:00-17:00']],
  ['推荐《活着》和“故宫博物院”。', ['name=活着', 'name 2=故宫博物院']],
  ['合同总价为¥12,500，定金 30%', ['合同总价=¥12,500', '定金=30 %']],
  ['气温12~20℃，6月3日（周三）', ['temperature=12~20℃', 'date=6月3日', 'day=周三']],
  ['地址：北京市朝阳区建国路93号', ['地址=北京市朝阳区建国路93号']],
  ['电话010-85951234', ['phone=010-85951234']],
  [
    'I have booked The Lucky Star for 2 at 18:45 , the reference number is RVESWV8I .',
    ['name=The Lucky Star', 'time=18:45', 'code=RVESWV8I'],
  ],
  ['', []],
  ['好的，没问题。', []],
  ['Sure, you are welcome!', []],
] as const)
  test(`facts of: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(read(text), facts)
  })

test('a value stated anew in the same text is one fact, the latest', () => {
  assert.deepEqual(
    read('账期45天。更正：账期改为30天。').filter((fact) => fact.startsWith('账期')),
    ['账期=30 天'],
  )
})

test('a telephone number keeps its leading zero, and a code its letters', () => {
  const values = factsIn('Call 01223 307581 or 07979170593, code 0M3JW724.').map(({ value }) => value)
  assert.ok(values.includes('07979170593'), JSON.stringify(values))
  assert.ok(values.includes('0M3JW724'), JSON.stringify(values))
})

test('a long text is read in bounded time and gives a bounded number of facts', () => {
  const text = `${'账期45天，评分 4.7，Rating: 5; The Grand Hotel at 18:45. '.repeat(2_000)}`
  const began = process.hrtime.bigint()
  const facts = factsIn(text)
  assert.ok(facts.length <= 40)
  assert.ok(Number(process.hrtime.bigint() - began) < 2_000_000_000)
})

for (const hostile of [
  'a'.repeat(50_000),
  '账'.repeat(50_000),
  'A '.repeat(25_000),
  '1'.repeat(50_000),
  '"'.repeat(50_000),
  ': '.repeat(25_000),
])
  test(`no text makes reading slow: ${hostile.slice(0, 4)}…`, () => {
    const began = process.hrtime.bigint()
    factsIn(hostile)
    assert.ok(Number(process.hrtime.bigint() - began) < 2_000_000_000)
  })
