import { z } from 'zod'
import { defineTool, type ToolOutcome } from '#agents'
import { type Conditions, suggest } from './activities.ts'
import { lang, limit, placesOf } from './common.ts'
import { dayOf } from './days.ts'
import { langOf } from './language.ts'
import { nameIn, placesSource } from './places.ts'
import { lineOf, noneFound } from './say.ts'
import { search } from './search.ts'
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
    const all = placesOf('attraction')
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
