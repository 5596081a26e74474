import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Real places of Beijing, from a public data set of 2019 (see NOTICE). Read when first asked for. */
export const placesSource = {
  zh: '来源：CrossWOZ 数据集（Apache-2.0），2019 年的信息，现在可能有变',
  en: 'Source: CrossWOZ data set (Apache-2.0), facts of 2019, they may have changed',
}

const numberOrNull = z.number().nullable()
const texts = z.array(z.string())
const common = {
  名称: z.string(),
  地址: z.string().nullable(),
  地铁: z.string().nullable(),
  电话: z.string().nullable(),
  评分: numberOrNull,
  周边景点: texts.optional(),
  周边餐馆: texts.optional(),
  周边酒店: texts.optional(),
}
const attraction = z.object({ ...common, 门票: numberOrNull, 游玩时间: z.string().nullable() })
const restaurant = z.object({
  ...common,
  营业时间: z.string().nullable(),
  人均消费: numberOrNull,
  推荐菜: texts,
})
const hotel = z.object({ ...common, 酒店类型: z.string().nullable(), 价格: numberOrNull, 酒店设施: texts })

export type PlaceKind = 'attraction' | 'restaurant' | 'hotel'

/** A place with the fields all kinds share; `details` are label and value as the data has them. */
export interface Place {
  readonly kind: PlaceKind
  readonly name: string
  readonly address: string
  readonly metro: string
  readonly phone: string
  readonly rating: number | undefined
  /** Ticket, spending per person, or price of a night, in yuan. */
  readonly price: number | undefined
  readonly hours: string
  /** Dishes, facilities, hotel class. */
  readonly features: readonly string[]
  readonly near: readonly string[]
}

function base(
  kind: PlaceKind,
  row: z.infer<z.ZodObject<typeof common>>,
): Omit<Place, 'price' | 'hours' | 'features'> {
  return {
    kind,
    name: row.名称,
    address: row.地址 ?? '',
    metro: row.地铁 ?? '',
    phone: row.电话 ?? '',
    rating: row.评分 ?? undefined,
    near: [...(row.周边景点 ?? []), ...(row.周边餐馆 ?? []), ...(row.周边酒店 ?? [])],
  }
}

const readers: { readonly [Kind in PlaceKind]: (value: unknown) => Place } = {
  attraction: (value) => {
    const row = attraction.parse(value)
    return {
      ...base('attraction', row),
      price: row.门票 ?? undefined,
      hours: row.游玩时间 ?? '',
      features: [],
    }
  },
  restaurant: (value) => {
    const row = restaurant.parse(value)
    return {
      ...base('restaurant', row),
      price: row.人均消费 ?? undefined,
      hours: row.营业时间 ?? '',
      features: row.推荐菜,
    }
  },
  hotel: (value) => {
    const row = hotel.parse(value)
    const kind = row.酒店类型 ? [row.酒店类型] : []
    return {
      ...base('hotel', row),
      price: row.价格 ?? undefined,
      hours: '',
      features: [...kind, ...row.酒店设施],
    }
  },
}

/** Reads the places of each kind once. */
export function placeTable(): (kind: PlaceKind) => readonly Place[] {
  const tables = new Map<PlaceKind, readonly Place[]>()
  return (kind) => {
    let places = tables.get(kind)
    if (!places) {
      const text = readFileSync(new URL(`../data/${kind}s.jsonl`, import.meta.url), 'utf8')
      places = text
        .split('\n')
        .filter(Boolean)
        .map((line) => readers[kind](JSON.parse(line)))
      tables.set(kind, places)
    }
    return places
  }
}

/** English names of the best-known places, so that an English request finds them. */
export const englishNames: Readonly<Record<string, string>> = {
  故宫: 'Forbidden City',
  八达岭长城: 'Badaling Great Wall',
  颐和园: 'Summer Palace',
  天安门广场: "Tian'anmen Square",
  天坛: 'Temple of Heaven',
  圆明园: 'Old Summer Palace',
  恭王府: "Prince Gong's Mansion",
  什刹海: 'Shichahai',
  北海公园: 'Beihai Park',
  香山公园: 'Fragrant Hills Park',
  慕田峪长城: 'Mutianyu Great Wall',
  南锣鼓巷: 'Nanluoguxiang',
  中国国家博物馆: 'National Museum of China',
  前门大街: 'Qianmen Street',
  雍和宫: 'Lama Temple',
  景山公园: 'Jingshan Park',
  北京动物园: 'Beijing Zoo',
  清华大学: 'Tsinghua University',
  北京大学: 'Peking University',
  奥林匹克公园: 'Olympic Park',
  奥林匹克森林公园: 'Olympic Forest Park',
  '鸟巢（国家体育场）': "Bird's Nest",
  '水立方（国家游泳中心）': 'Water Cube',
  王府井: 'Wangfujing',
  首都博物馆: 'Capital Museum',
  中国科学技术馆: 'China Science and Technology Museum',
  '798艺术区': '798 Art Zone',
  玉渊潭公园: 'Yuyuantan Park',
  紫竹院公园: 'Purple Bamboo Park',
  朝阳公园: 'Chaoyang Park',
  北京欢乐谷: 'Happy Valley Beijing',
  明十三陵: 'Ming Tombs',
  居庸关长城: 'Juyongguan Great Wall',
  大观园: 'Grand View Garden',
  后海: 'Houhai',
  鼓楼: 'Drum Tower',
  北京植物园: 'Beijing Botanical Garden',
  地坛公园: 'Ditan Park',
  陶然亭公园: 'Taoranting Park',
  龙庆峡: 'Longqing Gorge',
  古北水镇: 'Gubei Water Town',
  司马台长城: 'Simatai Great Wall',
  潭柘寺: 'Tanzhe Temple',
}

/** A place's name as the reader's language knows it. */
export function nameIn(lang: 'zh' | 'en', name: string): string {
  const english = englishNames[name]
  return lang === 'en' && english ? `${english} (${name})` : name
}
