import { z } from 'zod'
import { defineTool, type Tool, type ToolOutcome } from '#agents'
import { everywhere, lang, limit, placesOf } from './common.ts'
import { chineseName, nameIn, normal } from './english.ts'
import { type Lang, langOf } from './language.ts'
import { outdoorNote } from './outdoor.ts'
import { type Place, type PlaceKind, placesSource } from './places.ts'
import { detailFactsOf, detailsOf, listOf, unknownPlace } from './say.ts'
import { isPlace, placesNamed, search, subjectOf, type Wanted } from './search.ts'

const wanted = {
  name: z.string().optional().describe('name or part of it. 名称'),
  near: z.string().optional().describe('near this place or in this district. 在哪里附近'),
  keyword: z.string().optional().describe('a word in its name, address or features. 关键词'),
  maxPrice: z.number().nonnegative().optional().describe('highest price in yuan. 最高价格（元）'),
  minRating: z.number().min(0).max(5).optional().describe('lowest rating, 0 to 5. 最低评分'),
  limit,
  lang,
}

/** What tells one search tool from another. */
export interface SearchWords {
  readonly name: string
  readonly kind: PlaceKind
  readonly description: string
  readonly keywords: readonly string[]
}

/** A tool that searches one kind of place. */
export function searchTool({ kind, ...words }: SearchWords): Tool {
  return defineTool({
    ...words,
    input: z.object(wanted),
    execute: ({ lang: tongue, ...rest }, { request }): ToolOutcome =>
      found(kind, { ...rest, request }, langOf(tongue, request, rest.name, rest.near, rest.keyword)),
  })
}

/** The search of sights also tells those in the open from those under a roof. */
export function attractionTool(words: Omit<SearchWords, 'kind'>): Tool {
  return defineTool({
    ...words,
    input: z.object({
      ...wanted,
      outdoor: z.boolean().optional().describe('only in the open, or only under a roof. 是否户外'),
    }),
    execute: ({ lang: tongue, ...rest }, { request }): ToolOutcome =>
      found('attraction', { ...rest, request }, langOf(tongue, request, rest.name, rest.near, rest.keyword)),
  })
}

function found(kind: PlaceKind, given: Wanted & { readonly request: string }, spoken: Lang): ToolOutcome {
  const all = everywhere()
  const asked = orRequest(given, placesOf(kind))
  const { name, near, keyword, outdoor } = asked
  if (near !== undefined && near.trim() !== '' && !isPlace(near, all))
    return unknownPlace(all, { lang: spoken, words: near })
  const places = placesOf(kind)
  const fitting = search(places, asked, all)
  return listOf(fitting, places, {
    lang: spoken,
    words: name ?? keyword ?? '',
    beyond: fitting.length > 0 ? [] : cheapest(search(places, unlimited(asked), all)),
    note: outdoor === undefined ? undefined : `${outdoorNote[spoken]}${spoken === 'zh' ? '。' : '.'}`,
  })
}

/** A call that names nothing is read by the words of the request, when they find something. */
function orRequest(
  { request, keyword, ...rest }: Wanted & { readonly request: string },
  places: readonly Place[],
): Wanted {
  if (keyword !== undefined && subjectOf(keyword) !== '') return { ...rest, keyword }
  if (rest.name ?? rest.near) return rest
  const isFound = subjectOf(request) !== '' && search(places, { keyword: request, limit: 1 }).length > 0
  return isFound ? { ...rest, keyword: request } : rest
}

/** What was asked for, at any price and rating. */
function unlimited({ name, near, keyword, outdoor }: Wanted): Wanted {
  return { name, near, keyword, outdoor, limit: 100 }
}

function cheapest(places: readonly Place[]): readonly Place[] {
  return places.toSorted((one, other) => (one.price ?? Number.MAX_VALUE) - (other.price ?? Number.MAX_VALUE))
}

/** Everything known of one place. */
export const placeDetails = defineTool({
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
    const [place, ...others] = placesNamed(everywhere(), name)
    if (!place) return unknownPlace(everywhere(), { lang: spoken, words: name })
    const also = others.slice(0, 3).map((other) => nameIn(spoken, other.name))
    const more = also.length === 0 || isNameOf(place, name) ? [] : [alsoCalled(also, spoken)]
    return {
      text: [detailsOf(place, spoken), ...more, placesSource[spoken]].join('\n'),
      facts: detailFactsOf(place),
      source: placesSource[spoken],
    }
  },
})

/** The text is the place's own name: no other is meant. */
function isNameOf(place: Place, text: string): boolean {
  return normal(place.name) === normal(chineseName(text) ?? text)
}

function alsoCalled(names: readonly string[], lang: Lang): string {
  return lang === 'zh' ? `名称相近的还有：${names.join('、')}` : `Others of that name: ${names.join(', ')}`
}
