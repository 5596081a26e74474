import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '#protocol'
import { englishNames } from '../../src/teams/beijing/tools/english.ts'
import { isOutdoor } from '../../src/teams/beijing/tools/outdoor.ts'
import { placeTable } from '../../src/teams/beijing/tools/places.ts'
import { call, fact, listed, toolsOf } from './beijing.ts'

const places = placeTable()
const sights = new Map(places('attraction').map((place) => [place.name, place]))

test('the shipped data is read whole: 465 sights, 951 restaurants, 1133 hotels, none of them for nothing', () => {
  assert.deepEqual(
    (['attraction', 'restaurant', 'hotel'] as const).map((kind) => places(kind).length),
    [465, 951, 1133],
  )
  assert.ok(places('hotel').every(({ price }) => price !== 0))
})

test('every tool is free of risk, repeatable, described in both languages, and says where it comes from', async () => {
  for (const [name, tool] of toolsOf()) {
    assert.equal(tool.risk, 'none', name)
    assert.equal(tool.effect, name === 'get_weather' ? 'idempotent' : 'pure', name)
    assert.match(tool.description, /[a-z]{4}[\s\S]*\p{Script=Han}{4}/u, name)
  }
  const zh = await call('search_hotels', { near: '故宫' })
  assert.match(zh.source ?? '', /CrossWOZ.*Apache-2\.0.*2019/)
  const en = await call('place_details', { name: 'Summer Palace' })
  assert.match(en.source ?? '', /CrossWOZ.*Apache-2\.0.*2019/)
})

test('every English name leads to a place of the data, and to the place itself rather than a longer or shorter name', async () => {
  assert.ok(new Set(englishNames.values()).size >= 60)
  for (const [english, chinese] of englishNames) {
    assert.ok(sights.has(chinese), chinese)
    const { text } = await call('place_details', { name: english, lang: 'zh' })
    assert.ok(
      text.startsWith(`${chinese}：`) || text.startsWith(`${chinese}\n`),
      `${english}: ${text.slice(0, 40)}`,
    )
  }
})

const searches: readonly (readonly [string, Json, RegExp])[] = [
  ['search_attractions', { name: '颐和园' }, /^1\. 颐和园：评分 4\.7，门票 ¥20/],
  [
    'search_attractions',
    { name: 'the summer palace' },
    /^1\. Summer Palace \(颐和园\): rating 4\.7, ticket ¥20/,
  ],
  ['search_attractions', { name: '长城' }, /^1\. 司马台长城：评分 4\.9/],
  ['search_attractions', { keyword: '博物馆', maxPrice: 0, minRating: 4.6 }, /博物馆：评分 \S+，门票 免费/],
  ['search_attractions', { keyword: 'temple' }, /[寺庙宫观]/],
  ['search_attractions', { keyword: '推荐的景点' }, /^1\. .+：评分 5/],
  ['search_restaurants', { keyword: '烤鸭', near: '前门大街' }, /烤鸭/],
  ['search_restaurants', { keyword: 'Peking duck', near: 'Forbidden City' }, /烤鸭/],
  ['search_restaurants', { keyword: '好吃的火锅' }, /火锅/],
  ['search_restaurants', { keyword: 'vegetarian' }, /素/],
  ['search_hotels', { near: '故宫', maxPrice: 500 }, /每晚 ¥[1-4]?\d{2}\b/],
  ['search_hotels', { near: 'Wangfujing', keyword: 'swimming pool' }, /per night ¥\d+/],
  ['search_hotels', { keyword: '经济型', near: '海淀区' }, /每晚/],
]

for (const [tool, args, first] of searches)
  test(`${tool} ${JSON.stringify(args)} begins with ${first.source}`, async () => {
    const found = await call(tool, args)
    assert.equal(found.isError, undefined, found.text)
    assert.match(listed(found)[0] ?? '', first)
  })

test('limits on price, rating and number hold for everything listed', async () => {
  const found = await call('search_restaurants', { near: '故宫', maxPrice: 100, minRating: 4.5, limit: 12 })
  const lines = listed(found)
  assert.ok(lines.length > 3 && lines.length <= 12)
  for (const line of lines) {
    assert.ok(Number(/人均 ¥(\d+)/.exec(line)?.[1]) <= 100, line)
    assert.ok(Number(/评分 ([\d.]+)/.exec(line)?.[1]) >= 4.5, line)
  }
})

test('results come by match, then by rating; the same call gives the same text', async () => {
  const once = await call('search_attractions', { keyword: '公园', limit: 20 })
  const ratings = listed(once).map((line) => Number(/评分 ([\d.]+)/.exec(line)?.[1] ?? 0))
  assert.deepEqual(
    ratings,
    ratings.toSorted((one, other) => other - one),
  )
  assert.deepEqual(await call('search_attractions', { keyword: '公园', limit: 20 }), once)
})

test('near means neighbours in the data or the same metro stop, or the district; never the place itself', async () => {
  const near = await call('search_attractions', { near: '颐和园', limit: 20 })
  assert.ok(listed(near).some((line) => line.includes('圆明园')))
  assert.ok(!listed(near).some((line) => /^\d+\. 颐和园：/.test(line)))
  const district = await call('search_hotels', { near: 'Haidian', lang: 'zh', limit: 20 })
  assert.equal(listed(district).length, 20)
})

test('a place nobody knows is an error with the nearest names, not a list of something else', async () => {
  const cases: readonly (readonly [string, Json, RegExp])[] = [
    ['search_hotels', { near: 'Narnia' }, /^There is no place "Narnia"/],
    ['search_restaurants', { near: '颐和圆' }, /没有“颐和圆”这个地点。相近的名称：颐和园/],
    ['place_details', { name: 'Forbiden City' }, /Similar names: Forbidden City/],
    ['place_details', { name: '圆明圆' }, /相近的名称：圆明园/],
    ['search_attractions', { name: '埃菲尔铁塔' }, /没有找到符合条件的地点（埃菲尔铁塔）/],
  ]
  for (const [tool, args, said] of cases) {
    const found = await call(tool, args)
    assert.equal(found.isError, true, found.text)
    assert.match(found.text, said)
  }
})

test('limits that nothing meets are told with what there is beyond them', async () => {
  const { isError, text } = await call('search_hotels', { near: '故宫', maxPrice: 50 })
  assert.equal(isError, true)
  assert.match(text, /放宽价格和评分后有：.+每晚 ¥\d+/)
})

test('details hold address, metro, phone and price as facts; namesakes are named', async () => {
  const palace = await call('place_details', { name: 'Summer Palace' })
  assert.equal(fact(palace, '颐和园.price'), 20)
  assert.equal(fact(palace, '颐和园.address'), '北京市海淀区新建宫门路19号')
  assert.doesNotMatch(palace.text, /Others of that name/)
  assert.match((await call('place_details', { name: '全聚德' })).text, /名称相近的还有：.*全聚德/)
})

test('a call that names nothing is read by the words of the request', async () => {
  const found = await call('search_attractions', {}, { request: 'What museums are there in Haidian?' })
  assert.ok(listed(found).length > 0)
  for (const line of listed(found)) assert.match(line, /[馆院]/)
})

test('a keyword that only asks for any place is none; the request tells what is wanted, when it does', async () => {
  const dumplings = await call('search_restaurants', { keyword: '吃到' }, { request: '哪里能吃到饺子' })
  assert.match(listed(dumplings)[0] ?? '', /饺子/)
  const any = await call(
    'search_hotels',
    { keyword: '一家', near: '王府井' },
    { request: '推荐一家王府井附近的酒店' },
  )
  assert.deepEqual(listed(any), listed(await call('search_hotels', { near: '王府井', lang: 'zh' })))
})

test('outdoors and indoors follow from general rules on names, and the answer says so', async () => {
  const open = [
    '颐和园',
    '故宫',
    '天坛',
    '八达岭长城',
    '香山公园',
    '什刹海',
    '前门大街',
    '潭柘寺',
    '雁栖湖',
    '奥林匹克森林公园',
  ]
  const roofed = [
    '中国国家博物馆',
    '首都博物馆',
    '中国科学技术馆',
    '北京海洋馆',
    '国家大剧院',
    '国家图书馆',
    '红砖美术馆',
    '石花洞',
  ]
  const sideOf = (name: string): boolean | undefined => {
    const place = sights.get(name)
    assert.ok(place, name)
    return isOutdoor(place)
  }
  assert.deepEqual(
    open.map(sideOf),
    open.map(() => true),
  )
  assert.deepEqual(
    roofed.map(sideOf),
    roofed.map(() => false),
  )
  assert.equal(sideOf('清华大学'), undefined)
  const { text } = await call('search_attractions', { outdoor: false, near: '故宫' })
  assert.match(text, /户外或室内按名称的一般规则判断。/)
})
