import { englishNames, type Place } from './places.ts'

export interface Wanted {
  readonly name?: string | undefined
  readonly near?: string | undefined
  readonly keyword?: string | undefined
  readonly maxPrice?: number | undefined
  readonly minRating?: number | undefined
  readonly limit?: number | undefined
}

const strip = /[\s（）()·'’,，.。-]/g
const normal = (text: string): string => text.normalize('NFKC').toLowerCase().replace(strip, '')

const chineseOf = new Map(Object.entries(englishNames).map(([zh, en]) => [normal(en), zh]))

/** The Chinese name of a place given in English, or the text as it is. */
export function chineseName(text: string): string {
  const wanted = normal(text).replace(/^the/, '')
  for (const [english, chinese] of chineseOf)
    if (wanted === english || wanted.includes(english)) return chinese
  return text
}

/** How well a place's own words match: 3 its name, 2 a part of it, 1 another field, 0 not at all. */
function matchOf(place: Place, text: string): number {
  const wanted = normal(chineseName(text))
  const name = normal(place.name)
  if (name === wanted) return 3
  if (name.includes(wanted) || (wanted.length > 2 && wanted.includes(name))) return 2
  const rest = normal([place.address, place.metro, ...place.features].join(' '))
  return rest.includes(wanted) ? 1 : 0
}

function isNear(place: Place, near: string): boolean {
  const wanted = normal(chineseName(near))
  return place.near.some((name) => normal(name).includes(wanted)) || normal(place.address).includes(wanted)
}

/** Places that fit everything wanted: best match first, then the better rated, then the order of the data. */
export function search(places: readonly Place[], wanted: Wanted): readonly Place[] {
  const words = [wanted.name, wanted.keyword].filter(
    (text): text is string => text !== undefined && text.trim() !== '',
  )
  return places
    .map((place) => ({ place, match: words.map((text) => matchOf(place, text)) }))
    .filter(({ place, match }) => match.every((one) => one > 0) && fits(place, wanted))
    .map(({ place, match }) => ({ place, score: match.reduce((sum, one) => sum + one, 0) }))
    .toSorted((one, other) => other.score - one.score || (other.place.rating ?? 0) - (one.place.rating ?? 0))
    .slice(0, wanted.limit ?? 5)
    .map(({ place }) => place)
}

function fits(place: Place, { near, maxPrice, minRating }: Wanted): boolean {
  if (near !== undefined && near.trim() !== '' && !isNear(place, near)) return false
  if (maxPrice !== undefined && (place.price === undefined || place.price > maxPrice)) return false
  return minRating === undefined || (place.rating !== undefined && place.rating >= minRating)
}

/** Names that share the most characters with what was asked: for telling a person what they may have meant. */
export function similarNames(places: readonly Place[], text: string, count = 3): readonly string[] {
  const wanted = new Set(normal(chineseName(text)))
  return places
    .map(({ name }) => ({
      name,
      shared: [...new Set(normal(name))].filter((char) => wanted.has(char)).length,
    }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, count)
    .map(({ name }) => name)
}
