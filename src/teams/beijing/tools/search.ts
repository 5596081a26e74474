import { chineseAreas, chineseName, chineseTerms, englishNames, normal } from './english.ts'
import { isOutdoor } from './outdoor.ts'
import type { Place } from './places.ts'

export interface Wanted {
  readonly name?: string | undefined
  readonly near?: string | undefined
  readonly keyword?: string | undefined
  readonly maxPrice?: number | undefined
  readonly minRating?: number | undefined
  readonly outdoor?: boolean | undefined
  readonly limit?: number | undefined
}

/** Words that ask for a place without saying which. */
const asking =
  /推荐|(?:想|能|可以)?吃[到点个]?|(?:想|能|可以)?玩[到点]?|帮我|给我|请|找一?个?|查一?下?|想[去找]?|[一几两三]家|一个|一些|多少钱|怎么样|怎么去|门票|票价|价格|贵不贵|有什么|有哪些|哪里|在哪儿?|几点|地址|电话|好吃的?|好玩的?|好看的?|附近的?|热门的?|有名的?|著名的?|便宜的?|景点|景区|餐馆|餐厅|饭馆|美食|酒店|宾馆|地方|户外的?|室内的?|\b(?:how much|how|what|where|which|price|cost|ticket|address|phone|open(?:ing)?|hours|places?|restaurants?|hotels?|attractions?|sights?|food|eat|good|best|nice|famous|popular|near(?:by)?|outdoors?|indoors?|in|the|an?|of|for|to|at|with|and|some|any|beijing)\b/giu
const han = /\p{Script=Han}/u
/** Shares of a text below this are chance. */
const leastShare = 0.5

/** Places that fit everything wanted: best match first, then the better rated, then the order of the data. */
export function search(
  places: readonly Place[],
  wanted: Wanted,
  all: readonly Place[] = places,
): readonly Place[] {
  const matchers = [wanted.name, wanted.keyword].flatMap((text) => said(text)).map(matcher)
  const isNear = nearTo(said(wanted.near)[0], all)
  return places
    .map((place) => ({ place, match: matchers.map((match) => match(place)) }))
    .filter(({ place, match }) => match.every((one) => one > 0) && isNear(place) && fits(place, wanted))
    .map(({ place, match }) => ({ place, score: match.reduce((sum, one) => sum + one, 0) }))
    .toSorted((one, other) => other.score - one.score || (other.place.rating ?? 0) - (one.place.rating ?? 0))
    .slice(0, wanted.limit ?? 5)
    .map(({ place }) => place)
}

function said(text: string | undefined): readonly string[] {
  return text === undefined || text.trim() === '' ? [] : [text]
}

function fits(place: Place, { maxPrice, minRating, outdoor }: Wanted): boolean {
  if (maxPrice !== undefined && (place.price === undefined || place.price > maxPrice)) return false
  if (outdoor !== undefined && isOutdoor(place) !== outdoor) return false
  return minRating === undefined || (place.rating !== undefined && place.rating >= minRating)
}

/**
 * How well places answer to a text: 4 by name, 3 by a part of the name, 2 by another field, below that the share of the
 * text's words that a place has; 0 not at all. English texts are read by their Chinese words. The text is read once.
 */
function matcher(text: string): (place: Place) => number {
  const wanted = normal(chineseName(text) ?? text)
  const bare = subjectOf(text)
  const share = bare === '' ? undefined : han.test(bare) ? shareOfPairs(normal(bare)) : shareOfTerms(bare)
  return ({ keys: { name, rest } }) => {
    if (name === wanted) return 4
    if (name.includes(wanted) || (wanted.length > 2 && name.length > 1 && wanted.includes(name))) return 3
    if (rest.includes(wanted)) return 2
    // Nothing was left but words that fit every place.
    return share === undefined ? 0.1 : share(name, rest)
  }
}

/** What a text is about once the words are gone that ask for any place; empty when it only asks. */
export function subjectOf(text: string): string {
  return text
    .replace(asking, ' ')
    .replace(/(?<=^|\s)[的了吗呢]+(?=\s|$)/gu, ' ')
    .trim()
}

type Share = (name: string, rest: string) => number

/** Chinese: how many of its pairs of characters are there; a short text must be there as it is. */
function shareOfPairs(wanted: string): Share {
  const pairs = Array.from({ length: wanted.length - 1 }, (_value, place) => wanted.slice(place, place + 2))
  return (name, rest) => {
    if (name.includes(wanted)) return 2.5
    if (rest.includes(wanted)) return 1.5
    if (pairs.length < 2) return 0
    const share = pairs.filter((pair) => name.includes(pair) || rest.includes(pair)).length / pairs.length
    return share >= leastShare ? share : 0
  }
}

/** English: how many of its terms are there by one of their Chinese words; in the name they count more. */
function shareOfTerms(text: string): Share {
  const terms = chineseTerms(text)
  return (name, rest) => {
    const worth = terms.map((words) => {
      if (words.some((word) => name.includes(word))) return 1.5
      return words.some((word) => rest.includes(word)) ? 1 : 0
    })
    const share = worth.filter((one) => one > 0).length / terms.length
    return share > leastShare ? (share * worth.reduce<number>((sum, one) => sum + one, 0)) / terms.length : 0
  }
}

/** Places a text names, the best match first. */
export function placesNamed(places: readonly Place[], text: string): readonly Place[] {
  const match = matcher(text)
  return places
    .map((place) => ({ place, match: match(place) }))
    .filter(({ match: one }) => one >= 2.5)
    .toSorted((one, other) => other.match - one.match)
    .map(({ place }) => place)
}

/**
 * Whether a place is near the one a text names: either lists the other, or both have the same nearest metro stop; or it
 * is in the district, street or stop the text names.
 */
function nearTo(near: string | undefined, all: readonly Place[]): (place: Place) => boolean {
  if (near === undefined || /^(?:北京市?|beijing(?: city)?)$/iu.test(near.trim())) return () => true
  const name = chineseName(near)
  const areas = [name ?? near, ...(name === undefined ? chineseAreas(near) : [])].map(normal)
  const anchor = placesNamed(all, near)[0]
  const listed = new Set(anchor?.keys.near)
  const stop = anchor ? stopOf(anchor) : ''
  return (place) => {
    if (anchor && place.name === anchor.name) return false
    if (listed.has(place.keys.name) || (stop !== '' && stopOf(place) === stop)) return true
    const { where, near: neighbours } = place.keys
    return areas.some(
      (area) => where.includes(area) || neighbours.some((neighbour) => neighbour.includes(area)),
    )
  }
}

/** The metro stop without its exit. */
function stopOf({ metro }: Place): string {
  return metro.replace(/地铁站.*$/u, '')
}

/** Whether anything here answers to the text as a place, an area or a stop. */
export function isPlace(text: string, all: readonly Place[]): boolean {
  return placesNamed(all, text).length > 0 || all.some(nearTo(text, all))
}

/** Names that share the most with what was asked: for telling a person what they may have meant. */
export function similarNames(places: readonly Place[], text: string, count = 3): readonly string[] {
  const wanted = pairsOf(normal(text))
  const candidates = han.test(text)
    ? places.map(({ name }) => ({ name, pairs: pairsOf(normal(name)) }))
    : [...englishNames].map(([english, name]) => ({ name, pairs: pairsOf(normal(english)) }))
  const ranked = candidates
    .map(({ name, pairs }) => ({
      name,
      shared: (2 * wanted.intersection(pairs).size) / (wanted.size + pairs.size),
    }))
    .filter(({ shared }) => shared > 0.15)
    .toSorted((one, other) => other.shared - one.shared)
  return [...new Set(ranked.map(({ name }) => name))].slice(0, count)
}

function pairsOf(text: string): ReadonlySet<string> {
  const padded = han.test(text) ? text : ` ${text} `
  return new Set([
    ...Array.from({ length: Math.max(padded.length - 1, 0) }, (_value, place) =>
      padded.slice(place, place + 2),
    ),
    ...(han.test(text) ? text : ''),
  ])
}
