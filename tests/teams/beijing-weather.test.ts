import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf } from '../../src/teams/beijing/tools/days.ts'
import { call, december, fact, july } from './beijing.ts'

const forecast = (code: number, high: number, low: number, chance: number | null): typeof fetch => {
  const daily = {
    weather_code: [code],
    temperature_2m_max: [high],
    temperature_2m_min: [low],
    precipitation_probability_max: [chance],
  }
  return () => Promise.resolve(Response.json({ daily }))
}

const days: Readonly<Record<string, string>> = {
  '': '2026-12-01',
  今天: '2026-12-01',
  今晚: '2026-12-01',
  'right now': '2026-12-01',
  'this afternoon': '2026-12-01',
  明天: '2026-12-02',
  明早: '2026-12-02',
  Tomorrow: '2026-12-02',
  'tomorrow morning': '2026-12-02',
  后天: '2026-12-03',
  'the day after tomorrow': '2026-12-03',
  大后天: '2026-12-04',
  昨天: '2026-11-30',
  前天: '2026-11-29',
  大前天: '2026-11-28',
  'the day before yesterday': '2026-11-29',
  '3天后': '2026-12-04',
  两天之后: '2026-12-03',
  'in three days': '2026-12-04',
  'two days ago': '2026-11-29',
  周二: '2026-12-01',
  周六: '2026-12-05',
  星期天: '2026-12-06',
  礼拜日: '2026-12-06',
  本周一: '2026-11-30',
  周一: '2026-12-07',
  下周二: '2026-12-08',
  下个星期三: '2026-12-09',
  下下周五: '2026-12-18',
  上周五: '2026-11-27',
  周末: '2026-12-05',
  下周末: '2026-12-12',
  Saturday: '2026-12-05',
  'on Fri': '2026-12-04',
  'this Sunday': '2026-12-06',
  'next Monday': '2026-12-07',
  'next Friday': '2026-12-11',
  'last Friday': '2026-11-27',
  'this weekend': '2026-12-05',
  'next weekend': '2026-12-12',
  '2027-02-28': '2027-02-28',
  '2026/12/9': '2026-12-09',
  '2028年2月29日': '2028-02-29',
  '12月25日': '2026-12-25',
  '1月3号': '2027-01-03',
  '15号': '2026-12-15',
  'December 24th': '2026-12-24',
  'Jan 2': '2027-01-02',
  '5th of July': '2027-07-05',
  '4 March 2028': '2028-03-04',
}

for (const [words, date] of Object.entries(days))
  test(`on Tuesday 2026-12-01, "${words}" is ${date}`, () => {
    assert.equal(dayOf(words, december)?.date, date)
  })

test('a day begins at midnight in Beijing, not in London', () => {
  assert.equal(dayOf('今天', Date.parse('2026-12-01T15:59:59Z'))?.date, '2026-12-01')
  assert.equal(dayOf('今天', Date.parse('2026-12-01T16:00:00Z'))?.date, '2026-12-02')
  assert.equal(dayOf('12月31日', Date.parse('2026-12-31T16:30:00Z'))?.date, '2027-12-31')
})

test('on a Sunday the weekend is that day, and Monday is the next one', () => {
  const sunday = Date.parse('2026-12-06T05:00:00Z')
  assert.equal(dayOf('周末', sunday)?.date, '2026-12-06')
  assert.equal(dayOf('周日', sunday)?.date, '2026-12-06')
  assert.equal(dayOf('下周一', sunday)?.date, '2026-12-07')
  assert.equal(dayOf('这周三', sunday)?.date, '2026-12-02')
})

test('what is no day is refused with what would be one, in the language of the request', async () => {
  for (const day of ['some day', '2026-02-30', '13月1日', 'sunny', 'month']) {
    const zh = await call('get_weather', { day, lang: 'zh' })
    const en = await call('get_weather', { day, lang: 'en' })
    assert.equal(zh.isError, true, day)
    assert.match(zh.text, /看不懂日期.*今天、明天/u)
    assert.match(en.text, /is no day I know; say today/)
  }
})

test('without a network it says what is usual for the month, and that this is no forecast', async () => {
  const zh = await call('get_weather', { day: '明天' })
  assert.equal(
    zh.text,
    '北京 2026-12-02（明天）：以晴到多云为主，气温 -5 至 4℃，降水概率 5%。来源：北京 1991–2020 年气候常年值，不是当天预报。',
  )
  const en = await call('get_weather', { day: 'today' }, { now: july })
  assert.equal(
    en.text,
    'Beijing, 2026-07-10 (today): cloudy with frequent showers, 23 to 32 °C, chance of rain or snow 39 %. Source: Beijing climate normals 1991–2020, not a forecast.',
  )
  assert.deepEqual(
    ['place', 'date', 'condition', 'tempMin', 'tempMax', 'rainChance'].map((slot) =>
      fact(en, `weather.${slot}`),
    ),
    ['Beijing', '2026-07-10', 'cloudy with frequent showers', 23, 32, 39],
  )
  assert.equal(en.source, 'Beijing climate normals 1991–2020, not a forecast')
  assert.deepEqual(en.data, { usualInMonth: { wetDays: 11.9, millimetres: 169.7 } })
})

test('with a network it gives the forecast and names it', async () => {
  const get = forecast(61, 17.6, 8.2, 85)
  const { text, facts, source } = await call('get_weather', { day: '明天' }, { fetch: get })
  assert.equal(
    text,
    '北京 2026-12-02（明天）：有雨，气温 8 至 18℃，降水概率 85%。来源：Open-Meteo 公开天气预报（北京市区）。',
  )
  assert.equal(source, 'Open-Meteo 公开天气预报（北京市区）')
  assert.ok(
    facts?.some(({ slot, value, unit }) => slot === 'weather.tempMax' && value === 18 && unit === '°C'),
  )
})

test('the service is asked for that day only, for Beijing, and never for a day it cannot know', async () => {
  const asked: URL[] = []
  const get: typeof fetch = (url) => {
    asked.push(new URL(String(url)))
    return forecast(0, 3, -4, null)(url)
  }
  await call('get_weather', { day: '后天' }, { fetch: get })
  await call('get_weather', { day: '昨天' }, { fetch: get })
  await call('get_weather', { day: '2027-06-01' }, { fetch: get })
  assert.deepEqual(
    asked.map(({ searchParams }) =>
      ['latitude', 'timezone', 'start_date', 'end_date'].map((key) => searchParams.get(key)),
    ),
    [['39.9042', 'Asia/Shanghai', '2026-12-03', '2026-12-03']],
  )
})

const strangers: Readonly<Record<string, typeof fetch>> = {
  'refuses the connection': () => Promise.reject(new TypeError('fetch failed')),
  'answers 500': () => Promise.resolve(Response.json({ daily: {} }, { status: 500 })),
  'answers no JSON': () => Promise.resolve(new Response('<html>')),
  'answers another shape': () => Promise.resolve(Response.json({ daily: { weather_code: ['x'] } })),
  'answers nothing in time': (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    }),
}

for (const [how, get] of Object.entries(strangers))
  test(`when the service ${how}, the normals stand in`, async () => {
    const { text, isError } = await call('get_weather', { day: 'tomorrow' }, { fetch: get })
    assert.equal(isError, undefined)
    assert.match(text, /not a forecast/)
  })

test('a stop while the service is asked ends the call instead of answering', async () => {
  const stop = new AbortController()
  const get: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      stop.abort(new Error('stopped'))
    })
  await assert.rejects(call('get_weather', {}, { fetch: get, signal: stop.signal }), /stopped/)
})

test('a place of Beijing is named; a district too; the city goes by its name', async () => {
  const shown: Readonly<Record<string, string>> = {
    颐和园: '颐和园',
    北京的故宫: '故宫',
    北京动物园: '北京动物园',
    海淀区: '海淀区',
    北京市: '北京',
    'the Summer Palace': 'Summer Palace (颐和园)',
    'Old Summer Palace': 'Old Summer Palace (圆明园)',
    'Beijing, China': 'Beijing',
    Haidian: 'Haidian',
  }
  for (const [place, name] of Object.entries(shown)) {
    const found = await call('get_weather', { place })
    assert.equal(found.isError, undefined, found.text)
    assert.equal(fact(found, 'weather.place'), name)
  }
})

test('another city is refused, also when only the request names it; a misspelt place gets the near ones', async () => {
  for (const place of ['上海', 'Shanghai', 'Paris', '火星', 'Sumer Palace']) {
    const found = await call('get_weather', { place })
    assert.equal(found.isError, true, found.text)
    assert.equal(found.facts, undefined)
  }
  assert.match((await call('get_weather', { place: 'Sumer Palace' })).text, /Similar: Summer Palace/)
  assert.match((await call('get_weather', { place: '颐和圆' })).text, /相近的地点：颐和园/)
  const unsaid = await call('get_weather', { day: '明天' }, { request: '上海明天天气怎么样' })
  assert.equal(unsaid.isError, true)
})

test('the language is that of the request, then of the arguments, unless it is asked for', async () => {
  const starts = async (args: Record<string, string>, request = ''): Promise<string> =>
    (await call('get_weather', args, { request })).text.slice(0, 2)
  assert.equal(await starts({ day: 'today' }, '今天天气如何'), '北京')
  assert.equal(await starts({ day: '今天' }, 'How is the weather?'), 'Be')
  assert.equal(await starts({ day: '今天' }), '北京')
  assert.equal(await starts({ day: 'today' }), 'Be')
  assert.equal(await starts({ day: 'today', lang: 'zh' }, 'How is it?'), '北京')
})
