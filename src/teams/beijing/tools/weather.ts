import { z } from 'zod'
import type { Day } from './days.ts'
import type { Lang } from './language.ts'

/** The weather of one day in Beijing, and whether it is a forecast or what is usual for the month. */
export interface Weather {
  readonly kind: 'forecast' | 'normals'
  readonly condition: { readonly zh: string; readonly en: string }
  /** Degrees Celsius. */
  readonly tempMin: number
  readonly tempMax: number
  /** Per cent. */
  readonly rainChance: number
  /** For normals: days with rain or snow in such a month, and how much falls in it. */
  readonly usual?: { readonly wetDays: number; readonly millimetres: number }
}

/** Monthly normals of Beijing 1991–2020: mean daily maximum and minimum (°C), days with rain or snow, millimetres. */
const normals: readonly (readonly [number, number, number, number])[] = [
  [2.3, -6.9, 1.6, 2.2],
  [6.1, -4.2, 2.3, 5.8],
  [13.2, 1.9, 3.0, 8.6],
  [21.0, 9.0, 4.7, 21.7],
  [27.2, 14.9, 6.0, 36.1],
  [30.8, 19.8, 10.0, 72.4],
  [31.8, 23.1, 11.9, 169.7],
  [30.7, 22.0, 10.5, 113.4],
  [26.5, 16.3, 7.1, 53.7],
  [19.3, 8.8, 5.2, 28.7],
  [10.3, 0.7, 2.9, 13.5],
  [3.8, -4.9, 1.6, 2.2],
]

const daysPerMonth = 30.4

/** What is usual for the month: no forecast, and said to be none. */
export function usualWeather({ month }: Day): Weather {
  const [tempMax, tempMin, wetDays, millimetres] = normals[month - 1] ?? [15, 5, 5, 20]
  const rainChance = Math.round((wetDays / daysPerMonth) * 100)
  const wet = rainChance >= 30
  const condition = wet
    ? { zh: '多云，常有阵雨', en: 'cloudy with frequent showers' }
    : { zh: '以晴到多云为主', en: 'mostly sunny to cloudy' }
  return {
    kind: 'normals',
    condition,
    tempMin: Math.round(tempMin),
    tempMax: Math.round(tempMax),
    rainChance,
    usual: { wetDays, millimetres },
  }
}

const forecast = z.object({
  daily: z.object({
    weather_code: z.array(z.number()).min(1),
    temperature_2m_max: z.array(z.number()).min(1),
    temperature_2m_min: z.array(z.number()).min(1),
    precipitation_probability_max: z.array(z.number().nullable()).min(1),
  }),
})

/** WMO weather codes in words (WMO code table 4677, as the service reduces it). */
const codes: readonly (readonly [number, string, string])[] = [
  [0, '晴', 'clear'],
  [2, '多云', 'partly cloudy'],
  [3, '阴', 'overcast'],
  [48, '有雾', 'fog'],
  [57, '毛毛雨', 'drizzle'],
  [67, '有雨', 'rain'],
  [77, '有雪', 'snow'],
  [82, '阵雨', 'showers'],
  [86, '阵雪', 'snow showers'],
  [99, '雷雨', 'thunderstorm'],
]
const forecastDays = 15
const timeoutMs = 1_500

/** The public forecast, or undefined when it cannot be had in 1.5 s: too far ahead, no network, an odd answer. */
export async function liveWeather(
  day: Day,
  get: typeof fetch,
  signal: AbortSignal,
): Promise<Weather | undefined> {
  if (day.ahead < 0 || day.ahead > forecastDays) return undefined
  const url = new URL('https://api.open-meteo.com/v1/forecast')
  url.search = new URLSearchParams({
    latitude: '39.9042',
    longitude: '116.4074',
    timezone: 'Asia/Shanghai',
    daily: 'weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max',
    start_date: day.date,
    end_date: day.date,
  }).toString()
  try {
    const response = await get(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
    if (!response.ok) return undefined
    const parsed = forecast.safeParse(await response.json())
    return parsed.success ? weatherOf(parsed.data.daily) : undefined
  } catch (error) {
    if (signal.aborted) throw error
    // No network is the normal case on a closed machine: the normals stand in, and say that they do.
    return undefined
  }
}

function weatherOf(daily: z.infer<typeof forecast>['daily']): Weather | undefined {
  const [code] = daily.weather_code
  const [tempMax] = daily.temperature_2m_max
  const [tempMin] = daily.temperature_2m_min
  if (code === undefined || tempMax === undefined || tempMin === undefined) return undefined
  const [, zh, en] = codes.find(([upTo]) => code <= upTo) ?? [0, '未知', 'unknown']
  const rainChance = daily.precipitation_probability_max[0] ?? 0
  return {
    kind: 'forecast',
    condition: { zh, en },
    tempMin: Math.round(tempMin),
    tempMax: Math.round(tempMax),
    rainChance,
  }
}

const sources = {
  forecast: { zh: 'Open-Meteo 公开天气预报（北京市区）', en: 'Open-Meteo public forecast for Beijing city' },
  normals: {
    zh: '北京 1991–2020 年气候常年值，不是当天预报',
    en: 'Beijing climate normals 1991–2020, not a forecast',
  },
} as const

/** Where this weather comes from, in words. */
export function sourceOf(weather: Weather, lang: Lang): string {
  return sources[weather.kind][lang]
}

/** The weather of a day in one sentence with its source. */
export function sayWeather(
  weather: Weather,
  day: Day,
  { place, lang }: { readonly place: string; readonly lang: Lang },
): string {
  const { tempMin, tempMax, rainChance, condition } = weather
  if (lang === 'en')
    return `${place}, ${day.date}${relativeWord(day, lang)}: ${condition.en}, ${tempMin} to ${tempMax} °C, chance of rain or snow ${rainChance} %. Source: ${sourceOf(weather, lang)}.`
  return `${place} ${day.date}${relativeWord(day, lang)}：${condition.zh}，气温 ${tempMin} 至 ${tempMax}℃，降水概率 ${rainChance}%。来源：${sourceOf(weather, lang)}。`
}

const relativeWords: Readonly<Record<number, { readonly zh: string; readonly en: string }>> = {
  0: { zh: '（今天）', en: ' (today)' },
  1: { zh: '（明天）', en: ' (tomorrow)' },
  2: { zh: '（后天）', en: ' (the day after tomorrow)' },
}

function relativeWord({ ahead }: Day, lang: Lang): string {
  return relativeWords[ahead]?.[lang] ?? ''
}
