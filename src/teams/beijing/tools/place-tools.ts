import { z } from 'zod'
import { defineTool, type Tool, type ToolOutcome } from '#agents'
import { lang, limit, placesOf } from './common.ts'
import { langOf } from './language.ts'
import { type PlaceKind, placesSource } from './places.ts'
import { detailsOf, factsOf, listOf, noneFound } from './say.ts'
import { search } from './search.ts'

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
export function searchTool({ name, kind, description, keywords }: SearchWords): Tool {
  return defineTool({
    name,
    description,
    keywords,
    input: z.object(wanted),
    execute: ({ lang: tongue, ...rest }, { request }): ToolOutcome => {
      const spoken = langOf(tongue, request, rest.name, rest.near, rest.keyword)
      const all = placesOf(kind)
      return listOf(search(all, rest), spoken, all, rest.name ?? rest.keyword ?? '')
    },
  })
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
    for (const kind of ['attraction', 'restaurant', 'hotel'] as const) {
      const [found] = search(placesOf(kind), { name, limit: 1 })
      if (found)
        return {
          text: `${detailsOf(found, spoken)}\n${placesSource[spoken]}`,
          facts: factsOf(found),
          source: placesSource[spoken],
        }
    }
    return noneFound(spoken, placesOf('attraction'), name)
  },
})
