import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beijing } from './beijing.ts'
import { Workplace } from './workplace.ts'

interface Story {
  readonly language: string
  readonly rounds: readonly [string, string, string]
  readonly first: object
  readonly third: object
}

const stories: readonly Story[] = [
  {
    language: 'Chinese',
    rounds: [
      '帮我查询北京今天的天气',
      '推荐一个适合今天天气的户外活动',
      '如果去颐和园划船，明天天气怎么样，适合吗',
    ],
    first: { place: '北京', day: '今天' },
    third: { place: '颐和园', day: '明天' },
  },
  {
    language: 'English',
    rounds: [
      "What's the weather in Beijing today?",
      "Recommend an outdoor activity that suits today's weather",
      'If we go boating at the Summer Palace, how is the weather tomorrow, is it suitable?',
    ],
    first: { place: 'Beijing', day: 'today' },
    third: { place: 'Summer Palace', day: 'tomorrow' },
  },
]

for (const { language, rounds, first, third } of stories) {
  test(`${language}: three rounds go to the right agents with exactly the words they need`, async () => {
    const workplace = new Workplace(beijing)
    const [one, two, three] = rounds

    await workplace.say(one)
    assert.deepEqual(workplace.calls.at(-1), { agent: 'weather_agent', tool: 'get_weather', args: first })
    const [weather] = workplace.handed
    assert.ok(weather)
    assert.deepEqual(
      { ...weather, answer: '' },
      { agent: 'weather_agent', task: one, context: [], answer: '' },
    )

    await workplace.say(two)
    const [activity, ...none] = workplace.handed
    assert.ok(activity)
    assert.deepEqual(none, [])
    assert.equal(activity.agent, 'activity_agent')
    assert.equal(activity.task, two)
    assert.deepEqual(activity.context, [{ sourceAgent: 'weather_agent', content: weather.answer }])

    const said = await workplace.say(three)
    const [again, ...others] = workplace.handed
    assert.ok(again)
    assert.deepEqual(others, [])
    assert.equal(again.agent, 'weather_agent')
    assert.equal(again.task, three)
    assert.deepEqual(again.context, [{ sourceAgent: 'activity_agent', content: activity.answer }])
    assert.deepEqual(workplace.calls.at(-1), { agent: 'weather_agent', tool: 'get_weather', args: third })
    assert.match(said, /规则|rules/u, 'a yes-or-no question gets a note that rules do not judge')
    assert.match(said, /来源: 示例 2026-12-01/u, 'the source line of the tool is kept')
  })
}

test('an elliptical follow-up keeps the tool and changes only what it names', async () => {
  const workplace = new Workplace(beijing)
  await workplace.say('明天上海的天气怎么样')
  await workplace.say('那成都呢？')
  assert.deepEqual(workplace.calls.at(-1), {
    agent: 'weather_agent',
    tool: 'get_weather',
    args: { place: '成都', day: '明天' },
  })
  await workplace.say('后天呢')
  assert.deepEqual(workplace.calls.at(-1)?.args, { place: '成都', day: '后天' })
  await workplace.say('What about hotels?')
  assert.equal(workplace.handed[0]?.agent, 'travel_agent')
})

test('steps that rest on one another run in order, and the second is given what the first said', async () => {
  for (const request of [
    '查一下成都明天的天气，然后推荐一个适合的户外活动',
    'Check the weather in Chengdu tomorrow and then recommend a suitable outdoor activity',
  ]) {
    const workplace = new Workplace(beijing)
    await workplace.say(request)
    assert.deepEqual(
      workplace.handed.map(({ agent }) => agent),
      ['weather_agent', 'activity_agent'],
    )
    const [weather, activity] = workplace.handed
    assert.deepEqual(activity?.context, [{ sourceAgent: 'weather_agent', content: weather?.answer }])
    assert.equal(request.includes(activity?.task ?? '-'), true, 'a task is a piece of the user’s own words')
  }
})

test('a price limit and a rating go to the arguments that ask for them', async () => {
  const workplace = new Workplace(beijing)
  await workplace.say('帮我找颐和园附近评分4.5以上、500元以内的酒店')
  assert.deepEqual(workplace.calls.at(-1)?.args, { near: '颐和园', maxPrice: 500, minRating: 4.5 })
  await workplace.say('Find a hotel near Tiananmen rated above 4 and under 600 yuan')
  assert.deepEqual(workplace.calls.at(-1)?.args, { near: 'Tiananmen', maxPrice: 600, minRating: 4 })
})

test('two wishes joined by a word are two steps, two nouns of one wish are not', async () => {
  for (const [request, wanted] of [
    ['查一下北京的天气和酒店', ['weather_agent', 'travel_agent']],
    ['weather in Beijing and hotels near the Summer Palace', ['weather_agent', 'travel_agent']],
    [
      'What is the weather in Xi’an on Friday? Can you also book a hotel there?',
      ['weather_agent', 'travel_agent'],
    ],
    ['推荐天气和温度都合适的活动', ['activity_agent']],
    ["Recommend an outdoor activity that suits today's weather and temperature", ['activity_agent']],
  ] as const) {
    const workplace = new Workplace(beijing)
    await workplace.say(request)
    assert.deepEqual(
      workplace.handed.map(({ agent }) => agent),
      wanted,
      request,
    )
  }
})

test('a word that points back brings what it means, also when that is not the latest answer', async () => {
  const workplace = new Workplace(beijing)
  await workplace.say('推荐几个评分4.6以上的景点')
  const [activity] = workplace.handed
  await workplace.say('第一个附近有酒店吗')
  assert.deepEqual(workplace.handed[0]?.context, [
    { sourceAgent: 'activity_agent', content: activity?.answer },
  ])
  assert.deepEqual(workplace.calls.at(-1)?.args, { near: '颐和园' })
  await workplace.say('刚才推荐的景点明天天气怎么样')
  assert.deepEqual(workplace.handed[0]?.context, [
    { sourceAgent: 'activity_agent', content: activity?.answer },
  ])
  assert.deepEqual(workplace.calls.at(-1)?.args, { place: '颐和园', day: '明天' })
})

test('an answer that asked back is not passed on, and a short reply goes to who asked', async () => {
  const workplace = new Workplace(beijing)
  await workplace.say('帮我查天气')
  assert.match(workplace.handed[0]?.answer ?? '', /place/u)
  await workplace.say('北京')
  assert.deepEqual(workplace.calls, [
    { agent: 'weather_agent', tool: 'get_weather', args: { place: '北京', day: '今天' } },
  ])
  await workplace.say('明天呢')
  assert.deepEqual(workplace.calls.at(-1)?.args, { place: '北京', day: '明天' })
})

test('a day alone goes back to the last answer that was about a day', async () => {
  const workplace = new Workplace(beijing)
  await workplace.say('颐和园明天天气怎么样')
  await workplace.say('那附近有什么酒店')
  assert.deepEqual(workplace.calls.at(-1), {
    agent: 'travel_agent',
    tool: 'search_hotels',
    args: { near: '颐和园' },
  })
  await workplace.say('后天呢')
  assert.deepEqual(workplace.calls.at(-1), {
    agent: 'weather_agent',
    tool: 'get_weather',
    args: { place: '颐和园', day: '后天' },
  })
})
