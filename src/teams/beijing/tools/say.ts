import type { ToolOutcome } from '#agents'
import type { Lang } from './language.ts'
import { nameIn, type Place, placesSource } from './places.ts'
import { similarNames } from './search.ts'

type Facts = NonNullable<ToolOutcome['facts']>

const labels = {
  zh: {
    rating: '评分',
    price: { attraction: '门票', restaurant: '人均', hotel: '每晚' },
    metro: '地铁',
    address: '地址',
    phone: '电话',
    hours: '时间',
    free: '免费',
    features: '特色',
    near: '周边',
  },
  en: {
    rating: 'rating',
    price: { attraction: 'ticket', restaurant: 'per person', hotel: 'per night' },
    metro: 'metro',
    address: 'address',
    phone: 'phone',
    hours: 'hours',
    free: 'free',
    features: 'known for',
    near: 'nearby',
  },
} as const

/** A place in one line: what people choose by. */
export function lineOf(place: Place, lang: Lang): string {
  const words = labels[lang]
  const price =
    place.price === undefined
      ? ''
      : `${words.price[place.kind]} ${place.price === 0 ? words.free : `¥${place.price}`}`
  const rating = place.rating === undefined ? '' : `${words.rating} ${place.rating}`
  const metro = place.metro === '' ? '' : `${words.metro} ${place.metro}`
  const parts = [rating, price, metro].filter((part) => part !== '')
  return `${nameIn(lang, place.name)}${lang === 'zh' ? '：' : ': '}${parts.join(lang === 'zh' ? '，' : ', ')}`
}

/** Everything known of a place, a line a field. */
export function detailsOf(place: Place, lang: Lang): string {
  const words = labels[lang]
  const rows: readonly (readonly [string, string])[] = [
    [words.address, place.address],
    [words.phone, place.phone],
    [words.hours, place.hours],
    [words.features, place.features.join(lang === 'zh' ? '、' : ', ')],
    [words.near, place.near.slice(0, 8).join(lang === 'zh' ? '、' : ', ')],
  ]
  const lines = rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}${lang === 'zh' ? '：' : ': '}${value}`)
  return [lineOf(place, lang), ...lines].join('\n')
}

/** The exact values of a place, under its name. */
export function factsOf(place: Place): Facts {
  return [
    ...(place.rating === undefined ? [] : [{ slot: `${place.name}.rating`, value: place.rating }]),
    ...(place.price === undefined ? [] : [{ slot: `${place.name}.price`, value: place.price, unit: 'CNY' }]),
  ]
}

/** A list of places, or that there is none and what was near. */
export function listOf(
  found: readonly Place[],
  lang: Lang,
  all: readonly Place[],
  asked: string,
): ToolOutcome {
  if (found.length === 0) return noneFound(lang, all, asked)
  const lines = found.map((place, index) => `${index + 1}. ${lineOf(place, lang)}`)
  return {
    text: `${lines.join('\n')}\n${placesSource[lang]}`,
    facts: found.flatMap(factsOf),
    source: placesSource[lang],
  }
}

/** Nothing fits: an error that offers what was near. */
export function noneFound(lang: Lang, all: readonly Place[], asked: string): ToolOutcome {
  const near = asked === '' ? [] : similarNames(all, asked)
  const text =
    lang === 'zh'
      ? `没有找到符合条件的地点${asked === '' ? '' : `（${asked}）`}。${near.length > 0 ? `相近的名称：${near.join('、')}。` : '可以放宽条件再试。'}`
      : `No place fits${asked === '' ? '' : ` (${asked})`}. ${near.length > 0 ? `Similar names: ${near.map((name) => nameIn('en', name)).join(', ')}.` : 'Try wider limits.'}`
  return { text, isError: true }
}
