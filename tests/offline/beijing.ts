import type { Member } from './workplace.ts'

/** Three agents of a weekend in Beijing, described in both languages. Only tests know them. */
export const beijing: readonly Member[] = [
  {
    id: 'weather_agent',
    description:
      '查询城市或景点的天气预报、气温和降水。\nWeather forecast, temperature and rain of a city or a sight.',
    keywords: ['天气', '气温', '下雨', '预报', 'weather', 'forecast', 'temperature', 'rain'],
    tools: [
      {
        spec: {
          name: 'get_weather',
          description: '某地某天的天气\nWeather of a place on a day',
          input: {
            type: 'object',
            properties: {
              place: { type: 'string', description: '城市或景点 city or sight' },
              day: {
                type: 'string',
                description: '今天、明天或日期 relative day or date: today, tomorrow, 2026-12-01',
              },
            },
            required: ['place', 'day'],
          },
        },
        run: ({ place, day }) => `${String(place)} ${String(day)}: 晴 sunny, 5-16 °C.\n来源: 示例 2026-12-01`,
      },
    ],
  },
  {
    id: 'activity_agent',
    description: '推荐户外或室内活动和景点。\nRecommends outdoor and indoor activities and sights.',
    keywords: [
      '活动',
      '户外',
      '景点',
      '公园',
      '划船',
      '爬山',
      'activity',
      'outdoor',
      'sights',
      'park',
      'hiking',
    ],
    tools: [
      {
        spec: {
          name: 'search_attractions',
          description: '查找景点和活动\nFind sights and activities',
          input: {
            type: 'object',
            properties: {
              near: { type: 'string', description: '在哪里附近 near which place' },
              name: { type: 'string', description: '景点名称 name of the sight' },
              keyword: { type: 'string', description: '关键词 keyword' },
              maxPrice: { type: 'number', description: '最高票价 highest ticket price, yuan' },
              minRating: { type: 'number', description: '最低评分 lowest rating' },
            },
          },
        },
        run: () =>
          '颐和园 Summer Palace: 可以划船 boating on the lake. 评分 4.7, 门票 30 元.\n奥林匹克森林公园 Olympic Forest Park: 跑步 running. 评分 4.6, 免费.',
      },
    ],
  },
  {
    id: 'travel_agent',
    description: '查找酒店、交通和行程。\nFinds hotels, transport and itineraries.',
    keywords: ['酒店', '住宿', '交通', '行程', '路线', 'hotel', 'stay', 'train', 'itinerary', 'route'],
    tools: [
      {
        spec: {
          name: 'search_hotels',
          description: '查找酒店\nFind hotels',
          input: {
            type: 'object',
            properties: {
              near: { type: 'string', description: '在哪里附近 near which place' },
              maxPrice: { type: 'number', description: '每晚最高价格 highest price a night, yuan' },
              minRating: { type: 'number', description: '最低评分 lowest rating' },
            },
          },
        },
        run: () => '北京饭店 Beijing Hotel: 每晚 680 元, 评分 4.5.',
      },
    ],
  },
]
