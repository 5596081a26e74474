import { z } from 'zod'
import { defineTool, type Tool, type ToolOutcome } from '#agents'
import { lang, placesOf } from './common.ts'
import { dayOf } from './days.ts'
import { nameIn } from './english.ts'
import { type Lang, langOf } from './language.ts'
import { isPlace, placesNamed, similarNames } from './search.ts'
import { liveWeather, sayWeather, sourceOf, usualWeather, type Weather } from './weather.ts'

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
    execute: async ({ place, day: words, lang: wanted }, { now, signal, request }) => {
      // A city the request names and the call leaves out would be answered with the weather of another.
      const asked = place ?? otherCities.exec(request)?.[0]
      const tongue = langOf(wanted, request, asked, words)
      const day = dayOf(words, now())
      if (!day) return { text: unknownDay(words ?? '', tongue), isError: true }
      const where = placeInBeijing(asked)
      if (where === undefined) return { text: elsewhere(asked ?? '', tongue), isError: true }
      const weather = (live ? await liveWeather(day, get, signal) : undefined) ?? usualWeather(day)
      const shown = shownAs(where, tongue)
      return {
        text: sayWeather(weather, day, { place: shown, lang: tongue }),
        facts: factsOf(weather, { place: shown, date: day.date, lang: tongue }),
        ...(weather.usual ? { data: { usualInMonth: { ...weather.usual } } } : {}),
        source: sourceOf(weather, tongue),
      }
    },
  })
}

interface Where {
  readonly place: string
  readonly date: string
  readonly lang: Lang
}

function factsOf(weather: Weather, { place, date, lang: tongue }: Where): NonNullable<ToolOutcome['facts']> {
  return [
    { slot: 'weather.place', value: place },
    { slot: 'weather.date', value: date },
    { slot: 'weather.condition', value: weather.condition[tongue] },
    { slot: 'weather.tempMin', value: weather.tempMin, unit: '°C' },
    { slot: 'weather.tempMax', value: weather.tempMax, unit: '°C' },
    { slot: 'weather.rainChance', value: weather.rainChance, unit: '%' },
  ]
}

function shownAs(place: string, tongue: Lang): string {
  if (place === '北京') return tongue === 'en' ? 'Beijing' : place
  return nameIn(tongue, place)
}

const districts =
  /^(?:东城|西城|朝阳|海淀|丰台|石景山|门头沟|房山|通州|顺义|昌平|大兴|怀柔|平谷|密云|延庆)(?:区|县|)$/u
const otherCities =
  /上海|广州|深圳|杭州|成都|南京|武汉|西安|天津|重庆|苏州|哈尔滨|香港|台北|shanghai|guangzhou|shenzhen|hangzhou|chengdu|nanjing|wuhan|xi'?an|tianjin|chongqing|harbin|hong kong|taipei|london|paris|tokyo|new york/iu

/** The place meant, in Chinese; 北京 for the city itself; undefined for what is not known to be in Beijing. */
function placeInBeijing(asked = ''): string | undefined {
  const inCity = asked
    .replace(/(?:中国|China)|北京市?的?|\bin\b|beijing(?:'s)?(?: city)?|[市城]区$|[,，]/giu, ' ')
    .trim()
  const [whole] = placesNamed(placesOf('attraction'), asked.trim() === '' ? '北京市' : asked)
  if (inCity === '') return whole?.name === asked.trim() ? whole.name : '北京'
  if (districts.test(inCity)) return inCity
  const [named] = placesNamed(placesOf('attraction'), inCity)
  if (named) return whole?.name === asked.trim() ? whole.name : named.name
  if (otherCities.test(inCity)) return undefined
  return isPlace(inCity, [...placesOf('attraction'), ...placesOf('hotel')]) ? inCity : undefined
}

function unknownDay(words: string, tongue: Lang): string {
  return tongue === 'zh'
    ? `看不懂日期“${words}”；可以说今天、明天、周六，或写 2026-01-31 这样的日期。`
    : `"${words}" is no day I know; say today, tomorrow, Saturday, or a date such as 2026-01-31.`
}

function elsewhere(asked: string, tongue: Lang): string {
  const near = otherCities.test(asked) ? [] : similarNames(placesOf('attraction'), asked)
  if (tongue === 'zh')
    return `这里只有北京的天气，不认识“${asked}”。${near.length > 0 ? `相近的地点：${near.join('、')}。` : ''}不写地点就是全市。`
  const names = near.map((name) => nameIn('en', name)).join(', ')
  return `Only the weather of Beijing is known here, and "${asked}" is no place of it. ${near.length > 0 ? `Similar: ${names}. ` : ''}Without a place it is that of the whole city.`
}
