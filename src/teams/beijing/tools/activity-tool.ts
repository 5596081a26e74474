import { z } from 'zod'
import { defineTool, type ToolOutcome } from '#agents'
import { type Activity, type Conditions, type Suggested, suggest, wetFrom } from './activities.ts'
import { everywhere, lang, limit, placesOf } from './common.ts'
import { conditionsIn, rainIn } from './conditions.ts'
import { dayOf } from './days.ts'
import { nameIn } from './english.ts'
import { type Lang, langOf } from './language.ts'
import { placesSource } from './places.ts'
import { lineOf, noneFound, traitsOf, unknownPlace } from './say.ts'
import { isPlace, search } from './search.ts'
import { usualWeather } from './weather.ts'

/** What suits the weather, with places. */
export const suggestActivities = defineTool({
  name: 'suggest_activities',
  description: 'Things to do in Beijing that suit the weather, with places.\n按天气推荐北京的活动和地点。',
  keywords: [
    'activity',
    'outdoor',
    'recommend',
    'suggest',
    'things to do',
    'what to do',
    'weekend',
    'boating',
    'hiking',
    'skating',
    '活动',
    '户外',
    '推荐',
    '玩',
    '去哪里玩',
    '好玩',
    '周末',
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
    tempMax: z.number().min(-40).max(50).optional().describe("the day's maximum in °C. 最高气温（℃）"),
    near: z.string().optional().describe('near this place. 在哪里附近'),
    keyword: z.string().optional().describe('a kind of activity, such as boating, hiking, 划船, 徒步'),
    outdoor: z.boolean().optional().describe('only outdoors, or only indoors. 是否户外'),
    limit,
    lang,
  }),
  execute: (
    { weather, tempMax, near, keyword, outdoor, limit: count = 3, lang: tongue },
    context,
  ): ToolOutcome => {
    const spoken = langOf(tongue, context.request, weather, near, keyword)
    const all = everywhere()
    if (near !== undefined && near.trim() !== '' && !isPlace(near, all))
      return unknownPlace(all, { lang: spoken, words: near })
    const sights = placesOf('attraction')
    const places = near ? search(sights, { near, limit: sights.length }, all) : sights
    const conditions: Conditions = {
      ...usualToday(context.now()),
      // A request such as "where to on a rainy day" says itself what the weather is.
      ...(weather === undefined ? rainIn(context.request) : conditionsIn(weather)),
      ...(tempMax === undefined ? {} : { tempMax }),
    }
    const suggested = suggest(places, conditions, {
      outdoor: outdoor ?? side(keyword),
      keyword,
      limit: count,
    })
    if (suggested.found.length === 0) return noneFound(sights, { lang: spoken, words: near ?? keyword ?? '' })
    return told(suggested, conditions, spoken)
  },
})

/** Someone who asks for something outdoors by word has said so. */
function side(keyword = ''): boolean | undefined {
  if (/户外|室外|outdoor/iu.test(keyword)) return true
  return /室内|indoor/iu.test(keyword) ? false : undefined
}

function told({ found, unsuited, movedInside }: Suggested, conditions: Conditions, lang: Lang): ToolOutcome {
  const lines = found.map(({ activity, place }, index) =>
    lang === 'zh'
      ? `${index + 1}. ${place.name}${activity.zh}（${traitsOf(place, lang)}）`
      : `${index + 1}. ${activity.en} at ${lineOf(place, lang)}`,
  )
  const remarks = unsuited.map((activity) => unsuitedWords(activity, conditions, lang))
  if (movedInside) remarks.push(insideWords(conditions, lang))
  return {
    text: [...remarks, ...lines, rulesNote[lang], placesSource[lang]].join('\n'),
    facts: found.map(({ activity, place }, index) => ({
      slot: `activity.${index + 1}`,
      value: lang === 'zh' ? `${place.name}${activity.zh}` : `${activity.en} at ${nameIn('en', place.name)}`,
    })),
    source: placesSource[lang],
  }
}

const rulesNote = {
  zh: '按地点名称、气温和降水的一般规则推荐；当天是否开放请以景点公告为准。',
  en: 'Chosen by general rules on names of places, temperature and rain; check with the place whether it is open.',
} as const

function unsuitedWords(
  { zh, en, from, to, dry }: Activity,
  { tempMax, rainChance }: Conditions,
  lang: Lang,
): string {
  const isWet = dry && rainChance >= wetFrom
  if (lang === 'zh')
    return isWet
      ? `${zh}不太适合：降水概率 ${rainChance}%。`
      : `${zh}不太适合：一般在最高气温 ${from} 至 ${to}℃ 时进行，当天是 ${tempMax}℃。`
  return isWet
    ? `Not a day for ${en}: the chance of rain is ${rainChance} %.`
    : `Not a day for ${en}: it wants a maximum of ${from} to ${to} °C, and this day has ${tempMax} °C.`
}

function insideWords({ tempMax, rainChance }: Conditions, lang: Lang): string {
  return lang === 'zh'
    ? `这种天气（最高 ${tempMax}℃，降水概率 ${rainChance}%）不宜户外活动，改为推荐其他活动：`
    : `This weather (maximum ${tempMax} °C, chance of rain ${rainChance} %) is not for the outdoors; instead:`
}

/** Without a report: what is usual at this time of the year. */
function usualToday(now: number): Conditions {
  const day = dayOf(undefined, now)
  return day ? usualWeather(day) : { tempMax: 20, rainChance: 0 }
}
