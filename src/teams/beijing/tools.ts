import { z } from 'zod'
import { defineTool, type Tool, type ToolOutcome } from '#agents'
import { type Conditions, suggest } from './tools/activities.ts'
import { dayOf } from './tools/days.ts'
import { type Lang, langOf } from './tools/language.ts'
import { nameIn, type PlaceKind, placesSource, placeTable } from './tools/places.ts'
import { detailsOf, factsOf, lineOf, listOf, noneFound } from './tools/say.ts'
import { chineseName, search } from './tools/search.ts'
import { liveWeather, sayWeather, sourceOf, usualWeather } from './tools/weather.ts'

const lang = z
  .enum(['zh', 'en'])
  .optional()
  .describe('language of the answer; default: the language of the arguments')
const place = placeTable()

/** Where the tools of this team get what is outside: replaced in tests. */
export interface Outside {
  readonly fetch: typeof fetch
  /** False: never ask the public weather service. */
  readonly live: boolean
}

/** The weather of a day in Beijing: the public forecast when it can be had, otherwise what is usual for the month. */
export function weatherTool({ fetch: get, live }: Outside): Tool {
  return defineTool({
    name: 'get_weather',
    description:
      'Weather of Beijing on a day: condition, temperatures, chance of rain.\n查询北京某一天的天气：天气状况、气温、降水概率。',
    keywords: [
      'weather',
      'forecast',
      'temperature',
      'rain',
      'snow',
      'wind',
      'cold',
      'hot',
      '天气',
      '气温',
      '温度',
      '下雨',
      '下雪',
      '冷',
      '热',
      '预报',
    ],
    effect: 'idempotent',
    timeoutMs: 5_000,
    input: z.object({
      place: z
        .string()
        .optional()
        .describe('a place in Beijing; the whole city when left out. 北京的地点，可省略'),
      day: z
        .string()
        .optional()
        .describe('a day: today, tomorrow, Saturday, 今天, 明天, 周六, or YYYY-MM-DD; today when left out'),
      lang,
    }),
    execute: async ({ place: asked, day: words, lang: wanted }, { now, signal, request }) => {
      const tongue = langOf(wanted, request, asked, words)
      const day = dayOf(words, now())
      if (!day) return { text: unknownDay(words ?? '', tongue), isError: true }
      const where = placeInBeijing(asked)
      if (where === undefined) return { text: elsewhere(asked ?? '', tongue), isError: true }
      const weather = (live ? await liveWeather(day, get, signal) : undefined) ?? usualWeather(day)
      const shown = where === '北京' ? (tongue === 'en' ? 'Beijing' : '北京') : nameIn(tongue, where)
      return {
        text: sayWeather(weather, day, { place: shown, lang: tongue }),
        facts: [
          { slot: 'weather.date', value: day.date },
          { slot: 'weather.condition', value: weather.condition[tongue] },
          { slot: 'weather.tempMin', value: weather.tempMin, unit: '°C' },
          { slot: 'weather.tempMax', value: weather.tempMax, unit: '°C' },
          { slot: 'weather.rainChance', value: weather.rainChance, unit: '%' },
        ],
        source: sourceOf(weather, tongue),
      }
    },
  })
}

const elsewhereWords =
  /上海|广州|深圳|杭州|成都|南京|武汉|西安|天津|重庆|苏州|shanghai|guangzhou|shenzhen|hangzhou|chengdu|nanjing|wuhan|xi'?an|tianjin|chongqing|london|paris|tokyo|new york/iu

/** The place meant, in Chinese; 北京 for the city or for words that name no known place; undefined for other cities. */
function placeInBeijing(asked: string | undefined): string | undefined {
  if (asked === undefined || asked.trim() === '' || /北京|beijing/iu.test(asked)) return '北京'
  if (elsewhereWords.test(asked)) return undefined
  const [found] = search(place('attraction'), { name: chineseName(asked), limit: 1 })
  return found?.name ?? '北京'
}

function unknownDay(words: string, tongue: Lang): string {
  return tongue === 'zh'
    ? `看不懂日期“${words}”；可以说今天、明天、周六，或写 2026-01-31 这样的日期。`
    : `"${words}" is no day I know; say today, tomorrow, Saturday, or a date such as 2026-01-31.`
}

function elsewhere(asked: string, tongue: Lang): string {
  return tongue === 'zh'
    ? `这里只有北京的天气，没有“${asked}”的。`
    : `Only Beijing's weather is known here, not that of ${asked}.`
}

const limit = z.int().min(1).max(20).optional().describe('how many, at most; 5 when left out')
const wanted = {
  name: z.string().optional().describe('name or part of it. 名称'),
  near: z.string().optional().describe('near this place or in this district. 在哪里附近'),
  keyword: z.string().optional().describe('a word in its name, address or features. 关键词'),
  maxPrice: z.number().nonnegative().optional().describe('highest price in yuan. 最高价格（元）'),
  minRating: z.number().min(0).max(5).optional().describe('lowest rating, 0 to 5. 最低评分'),
  limit,
  lang,
}

interface SearchWords {
  readonly name: string
  readonly kind: PlaceKind
  readonly description: string
  readonly keywords: readonly string[]
}

function searchTool({ name, kind, description, keywords }: SearchWords): Tool {
  return defineTool({
    name,
    description,
    keywords,
    input: z.object(wanted),
    execute: ({ lang: tongue, ...rest }, { request }): ToolOutcome => {
      const spoken = langOf(tongue, request, rest.name, rest.near, rest.keyword)
      const all = place(kind)
      return listOf(search(all, rest), spoken, all, rest.name ?? rest.keyword ?? '')
    },
  })
}

const placeDetails = defineTool({
  name: 'place_details',
  description:
    'All that is known of one place of Beijing: address, metro, phone, hours, price, what is near.\n查询北京一个地点的详情：地址、地铁、电话、时间、价格、周边。',
  keywords: [
    'details',
    'address',
    'phone',
    'opening hours',
    'ticket',
    'metro',
    '详情',
    '地址',
    '电话',
    '门票',
    '开放时间',
    '地铁',
    '怎么去',
  ],
  input: z.object({ name: z.string().min(1).describe('the name of the place. 地点名称'), lang }),
  execute: ({ name, lang: tongue }, { request }): ToolOutcome => {
    const spoken = langOf(tongue, request, name)
    for (const kind of ['attraction', 'restaurant', 'hotel'] as const) {
      const [found] = search(place(kind), { name, limit: 1 })
      if (found)
        return {
          text: `${detailsOf(found, spoken)}\n${placesSource[spoken]}`,
          facts: factsOf(found),
          source: placesSource[spoken],
        }
    }
    return noneFound(spoken, place('attraction'), name)
  },
})

const suggestActivities = defineTool({
  name: 'suggest_activities',
  description: 'Things to do in Beijing that suit the weather, with places.\n按天气推荐北京的活动和地点。',
  keywords: [
    'activity',
    'outdoor',
    'recommend',
    'suggest',
    'things to do',
    'boating',
    'hiking',
    'skating',
    '活动',
    '户外',
    '推荐',
    '玩',
    '划船',
    '爬山',
    '徒步',
    '滑冰',
    '散步',
    '游园',
  ],
  input: z.object({
    weather: z
      .string()
      .optional()
      .describe('what is known of the weather, word for word. 已知的天气情况，原文'),
    near: z.string().optional().describe('near this place. 在哪里附近'),
    keyword: z.string().optional().describe('a kind of activity, such as boating, hiking, 划船, 徒步'),
    outdoor: z.boolean().optional().describe('only outdoors, or only indoors. 是否户外'),
    limit,
    lang,
  }),
  execute: (
    { weather, near, keyword, outdoor, limit: count = 3, lang: tongue },
    { now, request },
  ): ToolOutcome => {
    const spoken = langOf(tongue, request, weather, near, keyword)
    const all = place('attraction')
    const places = near ? search(all, { near, limit: all.length }) : all
    const found = suggest(places, conditionsIn(weather) ?? usualToday(now()), {
      outdoor,
      keyword,
      limit: count,
    })
    if (found.length === 0) return noneFound(spoken, all, near ?? keyword ?? '')
    const lines = found.map(({ activity, place: where }, index) =>
      spoken === 'zh'
        ? `${index + 1}. ${where.name}${activity.zh}（${lineOf(where, spoken)}）`
        : `${index + 1}. ${activity.en} at ${lineOf(where, spoken)}`,
    )
    return {
      text: `${lines.join('\n')}\n${placesSource[spoken]}`,
      facts: found.flatMap(({ activity, place: where }, index) => [
        {
          slot: `activity.${index + 1}`,
          value:
            spoken === 'zh' ? `${where.name}${activity.zh}` : `${activity.en} at ${nameIn('en', where.name)}`,
        },
      ]),
      source: placesSource[spoken],
    }
  },
})

/** Temperatures and rain chance as a weather report words them, when it names any. */
function conditionsIn(text = ''): Conditions | undefined {
  const range = /(-?\d+(?:\.\d+)?)\s*(?:至|到|to|~|-|–)\s*(-?\d+(?:\.\d+)?)\s*(?:℃|°C|°|度)/iu.exec(text)
  const single = /(-?\d+(?:\.\d+)?)\s*(?:℃|°C|度)/iu.exec(text)
  const tempMax = range?.[2] ?? single?.[1]
  if (tempMax === undefined) return undefined
  const rain = /(\d+)\s*%/u.exec(text)?.[1]
  return { tempMax: Number(tempMax), rainChance: Number(rain ?? 0) }
}

function usualToday(now: number): Conditions {
  const day = dayOf(undefined, now)
  return day ? usualWeather(day) : { tempMax: 20, rainChance: 0 }
}

/** The tools of the Beijing team over the given outside world. */
export function beijingTools(outside: Outside): readonly Tool[] {
  return [
    weatherTool(outside),
    suggestActivities,
    searchTool({
      name: 'search_attractions',
      kind: 'attraction',
      description:
        'Finds sights, parks and museums of Beijing by name, area, price or rating.\n按名称、位置、门票或评分查找北京的景点、公园和展馆。',
      keywords: ['sight', 'attraction', 'park', 'museum', 'ticket', '景点', '公园', '博物馆', '门票', '名胜'],
    }),
    searchTool({
      name: 'search_restaurants',
      kind: 'restaurant',
      description:
        'Finds restaurants of Beijing by name, area, dish, price or rating.\n按名称、位置、菜品、人均消费或评分查找北京的餐馆。',
      keywords: [
        'restaurant',
        'food',
        'eat',
        'dinner',
        'lunch',
        'duck',
        '餐馆',
        '餐厅',
        '吃',
        '美食',
        '烤鸭',
        '小吃',
        '午饭',
        '晚饭',
      ],
    }),
    searchTool({
      name: 'search_hotels',
      kind: 'hotel',
      description:
        'Finds hotels of Beijing by name, area, facility, price or rating.\n按名称、位置、设施、价格或评分查找北京的酒店。',
      keywords: ['hotel', 'stay', 'room', 'night', 'accommodation', '酒店', '宾馆', '住', '住宿', '房间'],
    }),
    placeDetails,
  ]
}

/** The tools as the team file takes them. */
export const tools: readonly Tool[] = beijingTools({
  fetch,
  live: process.env['LOGGIA_OFFLINE'] === undefined,
})
