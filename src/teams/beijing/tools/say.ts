import type { ToolOutcome } from '#agents'
import { nameIn } from './english.ts'
import type { Lang } from './language.ts'
import { type Place, placesSource } from './places.ts'
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

/** Rating, price and metro: what people choose by. */
export function traitsOf(place: Place, lang: Lang): string {
  const words = labels[lang]
  const price =
    place.price === undefined
      ? ''
      : `${words.price[place.kind]} ${place.price === 0 ? words.free : `¥${place.price}`}`
  const rating = place.rating === undefined ? '' : `${words.rating} ${place.rating}`
  const metro = place.metro === '' ? '' : `${words.metro} ${place.metro}`
  return [rating, price, metro].filter((part) => part !== '').join(lang === 'zh' ? '，' : ', ')
}

/** A place in one line: its name and what people choose by. */
export function lineOf(place: Place, lang: Lang): string {
  const traits = traitsOf(place, lang)
  const name = nameIn(lang, place.name)
  return traits === '' ? name : `${name}${lang === 'zh' ? '：' : ': '}${traits}`
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

/** The same with where it is. */
export function detailFactsOf(place: Place): Facts {
  const texts = [
    { slot: `${place.name}.address`, value: place.address },
    { slot: `${place.name}.metro`, value: place.metro },
    { slot: `${place.name}.phone`, value: place.phone },
    { slot: `${place.name}.hours`, value: place.hours },
  ]
  return [...factsOf(place), ...texts.filter(({ value }) => value !== '')]
}

/** What a list of places is said with. */
export interface Asked {
  readonly lang: Lang
  /** What was looked for, in the words it was asked in. */
  readonly words: string
  /** A remark on how the list was made. */
  readonly note?: string | undefined
  /** When nothing fits: what there is without limits on price and rating. */
  readonly beyond?: readonly Place[]
}

/** A list of places, or that there is none and what was near. */
export function listOf(found: readonly Place[], all: readonly Place[], asked: Asked): ToolOutcome {
  const { lang, note } = asked
  if (found.length === 0) return noneFound(all, asked)
  const lines = found.map((place, index) => `${index + 1}. ${lineOf(place, lang)}`)
  return {
    text: [...lines, ...(note === undefined ? [] : [note]), placesSource[lang]].join('\n'),
    facts: found.flatMap(factsOf),
    source: placesSource[lang],
  }
}

/** Nothing fits: an error that offers what is beyond the limits, or what has a similar name. */
export function noneFound(all: readonly Place[], { lang, words, beyond = [] }: Asked): ToolOutcome {
  const near = words === '' || beyond.length > 0 ? [] : similarNames(all, words)
  const lines = beyond.slice(0, 2).map((place) => lineOf(place, lang))
  const hint = hints[lang]
  const offer =
    lines.length > 0
      ? hint.beyond(lines)
      : near.length > 0
        ? hint.similar(near.map((name) => nameIn(lang, name)))
        : hint.wider
  const asked = words === '' ? '' : lang === 'zh' ? `（${words}）` : ` (${words})`
  return { text: `${hint.none}${asked}${hint.stop}${offer}`, isError: true }
}

const hints = {
  zh: {
    none: '没有找到符合条件的地点',
    stop: '。',
    beyond: (lines: readonly string[]): string => `放宽价格和评分后有：${lines.join('；')}。`,
    similar: (names: readonly string[]): string => `相近的名称：${names.join('、')}。`,
    wider: '可以放宽条件再试。',
  },
  en: {
    none: 'No place fits',
    stop: '. ',
    beyond: (lines: readonly string[]): string => `Without limits on price and rating: ${lines.join('; ')}.`,
    similar: (names: readonly string[]): string => `Similar names: ${names.join(', ')}.`,
    wider: 'Try wider limits.',
  },
} as const

/** The place that was named is not known here. */
export function unknownPlace(all: readonly Place[], { lang, words }: Asked): ToolOutcome {
  const near = similarNames(all, words)
  const text =
    lang === 'zh'
      ? `数据里没有“${words}”这个地点。${near.length > 0 ? `相近的名称：${near.join('、')}。` : ''}`
      : `There is no place "${words}" in the data. ${near.length > 0 ? `Similar names: ${near.map((name) => nameIn('en', name)).join(', ')}.` : ''}`
  return { text: text.trim(), isError: true }
}
