import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionsIn } from '../../src/teams/beijing/tools/conditions.ts'
import { call, december, fact, july, listed } from './beijing.ts'

const reports: Readonly<Record<string, { readonly tempMax?: number; readonly rainChance?: number }>> = {
  '北京 2026-12-01（今天）：以晴到多云为主，气温 -5 至 4℃，降水概率 5%。': { tempMax: 4, rainChance: 5 },
  'Beijing, 2026-07-10 (today): cloudy, 23 to 32 °C, chance of rain or snow 39 %.': {
    tempMax: 32,
    rainChance: 39,
  },
  'sunny, high of 12°C, low 3°C': { tempMax: 12 },
  '最低零下8度，最高零下2度': { tempMax: -2 },
  '零下10至零下3℃': { tempMax: -3 },
  '晴，26度': { tempMax: 26 },
  'rain chance 80%': { rainChance: 80 },
  '70% chance of precipitation, 18–24°C': { tempMax: 24, rainChance: 70 },
  明天有阵雨: { rainChance: 80 },
  不会下雨: { rainChance: 0 },
  'no rain expected': { rainChance: 0 },
  'very cold': { tempMax: -2 },
  天气炎热: { tempMax: 36 },
  '': {},
  'Saturday 2026-12-05': {},
}

for (const [text, conditions] of Object.entries(reports))
  test(`"${text}" tells ${JSON.stringify(conditions)}`, () => {
    assert.deepEqual(conditionsIn(text), conditions)
  })

test('on a cold dry day: skating, hills and walks; nothing on open water', async () => {
  const weather = '北京今天：以晴到多云为主，气温 -5 至 4℃，降水概率 5%。'
  const found = await call(
    'suggest_activities',
    { weather, outdoor: true, limit: 6 },
    { request: '推荐一个适合今天天气的户外活动' },
  )
  const lines = listed(found)
  assert.match(lines[0] ?? '', /滑冰/)
  assert.ok(lines.some((line) => /登山徒步/.test(line)))
  assert.ok(lines.some((line) => /散步|胡同/.test(line)))
  assert.doesNotMatch(found.text, /划船/)
  assert.match(found.text, /按地点名称、气温和降水的一般规则推荐/)
  assert.equal(fact(found, 'activity.1'), /^1\. (.+?)（/.exec(lines[0] ?? '')?.[1])
})

test('on a warm dry day boating at the Summer Palace comes first, in either language', async () => {
  const zh = await call('suggest_activities', { weather: '晴，18 至 28℃，降水概率 10%' })
  assert.match(listed(zh)[0] ?? '', /^1\. 颐和园划船/)
  const en = await call('suggest_activities', { weather: 'sunny, 18 to 28 °C' })
  assert.match(listed(en)[0] ?? '', /^1\. boating at Summer Palace/)
})

test('without a report it goes by what is usual at this time of the year', async () => {
  const winter = await call('suggest_activities', { outdoor: true }, { now: december })
  const summer = await call('suggest_activities', { outdoor: true }, { now: july })
  assert.match(winter.text, /滑冰/)
  assert.match(summer.text, /划船/)
})

test('a request that speaks of rain is a report of rain; a report goes before it', async () => {
  const request = '下雨天去哪里玩'
  const wet = await call('suggest_activities', {}, { request, now: july })
  for (const line of listed(wet)) assert.match(line, /馆|海底世界/)
  const dry = await call('suggest_activities', { weather: '晴，20 至 28℃，降水概率 0%' }, { request })
  assert.match(dry.text, /划船/)
})

test('a temperature given as a number counts more than the words', async () => {
  const found = await call('suggest_activities', { weather: '晴，-5 至 4℃', tempMax: 22 })
  assert.match(found.text, /划船/)
})

test('rain and great heat lead under a roof, and the answer says why', async () => {
  for (const weather of ['大雨，15 至 20℃', '晴，30 至 41℃']) {
    const found = await call('suggest_activities', { weather, outdoor: true })
    assert.match(found.text, /^这种天气.*不宜户外活动/)
    for (const line of listed(found)) assert.match(line, /馆|海底世界/)
  }
})

test('an activity that was asked for and does not suit the weather is said not to, with the reason', async () => {
  const cold = await call('suggest_activities', { keyword: '划船', weather: '晴，-5 至 4℃' })
  assert.match(cold.text, /^划船不太适合：一般在最高气温 12 至 35℃ 时进行，当天是 4℃。/)
  const wet = await call('suggest_activities', { keyword: 'hiking', weather: 'heavy rain, 15 to 20 °C' })
  assert.match(wet.text, /^Not a day for hiking: the chance of rain is 80 %\./)
})

test('an activity is found by any of the words people use for it, and only it is suggested when it suits', async () => {
  const asked: Readonly<Record<string, RegExp>> = {
    爬山: /登山徒步/,
    溜冰: /滑冰/,
    'rowing a boat': /boating/,
    慢跑: /跑步/,
    看展览: /参观展馆/,
  }
  for (const [keyword, wanted] of Object.entries(asked)) {
    const tempMax = /冰/.test(keyword) ? 0 : 20
    const found = await call('suggest_activities', { keyword, tempMax })
    assert.ok(listed(found).length > 0, keyword)
    for (const line of listed(found)) assert.match(line, wanted)
  }
})

test('near keeps to what is around a place; an unknown one is an error', async () => {
  const found = await call('suggest_activities', { near: '颐和园', keyword: '爬山', tempMax: 15 })
  assert.match(listed(found)[0] ?? '', /百望山森林公园登山徒步/)
  assert.equal((await call('suggest_activities', { near: 'Narnia' })).isError, true)
})
