import { z } from 'zod'
import { defineTool, type Tool } from '#agents'
import { lang, placesOf } from './common.ts'
import { dayOf } from './days.ts'
import { type Lang, langOf } from './language.ts'
import { nameIn } from './places.ts'
import { chineseName, search } from './search.ts'
import { liveWeather, sayWeather, sourceOf, usualWeather } from './weather.ts'

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
  const [found] = search(placesOf('attraction'), { name: chineseName(asked), limit: 1 })
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
