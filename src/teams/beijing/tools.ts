import type { Tool } from '#agents'
import { suggestActivities } from './tools/activity-tool.ts'
import { attractionTool, placeDetails, searchTool } from './tools/place-tools.ts'
import { type Outside, weatherTool } from './tools/weather-tool.ts'

/** The tools of the Beijing team over the given outside world. */
export function beijingTools(outside: Outside): readonly Tool[] {
  return [
    weatherTool(outside),
    suggestActivities,
    attractionTool({
      name: 'search_attractions',
      description:
        'Finds sights, parks and museums of Beijing by name, area, price or rating.\n按名称、位置、门票或评分查找北京的景点、公园和展馆。',
      keywords: ['sight', 'attraction', 'park', 'museum', 'ticket', '景点', '公园', '博物馆', '门票', '名胜'],
    }),
    searchTool({
      name: 'search_restaurants',
      kind: 'restaurant',
      description:
        'Finds restaurants of Beijing by name, area, dish, price or rating.\n按名称、位置、菜品、人均消费或评分查找北京的餐馆。',
      keywords: [
        'restaurant',
        'food',
        'eat',
        'dinner',
        'lunch',
        'duck',
        'hotpot',
        'noodles',
        'dumplings',
        'snacks',
        'cuisine',
        '餐馆',
        '餐厅',
        '吃',
        '美食',
        '好吃的',
        '用餐',
        '烤鸭',
        '火锅',
        '面条',
        '饺子',
        '烧烤',
        '早餐',
        '人均',
        '小吃',
        '午饭',
        '晚饭',
      ],
    }),
    searchTool({
      name: 'search_hotels',
      kind: 'hotel',
      description:
        'Finds hotels of Beijing by name, area, facility, price or rating.\n按名称、位置、设施、价格或评分查找北京的酒店。',
      keywords: ['hotel', 'stay', 'room', 'night', 'accommodation', '酒店', '宾馆', '住', '住宿', '房间'],
    }),
    placeDetails,
  ]
}

/** The tools as the team file takes them. */
export const tools: readonly Tool[] = beijingTools({
  fetch,
  live: process.env['LOGGIA_OFFLINE'] === undefined,
})
