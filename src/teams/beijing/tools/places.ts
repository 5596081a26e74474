import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { normal } from './english.ts'

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
  /** The same made equal for comparing: spaces, case and punctuation gone. */
  readonly keys: {
    readonly name: string
    readonly where: string
    readonly rest: string
    readonly near: readonly string[]
  }
}

type Row = Omit<Place, 'keys'>

function base(
  kind: PlaceKind,
  row: z.infer<z.ZodObject<typeof common>>,
): Omit<Row, 'price' | 'hours' | 'features'> {
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

const readers: { readonly [Kind in PlaceKind]: (value: unknown) => Row } = {
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
      price: row.人均消费 || undefined,
      hours: row.营业时间 ?? '',
      features: row.推荐菜,
    }
  },
  hotel: (value) => {
    const row = hotel.parse(value)
    const kind = row.酒店类型 ? [row.酒店类型] : []
    return {
      ...base('hotel', row),
      // A night for nothing is a price nobody knew.
      price: row.价格 || undefined,
      hours: '',
      features: [...kind, ...row.酒店设施],
    }
  },
}

function withKeys(row: Row): Place {
  const { name, address, metro, features, near } = row
  return {
    ...row,
    keys: {
      name: normal(name),
      where: normal(`${address} ${metro}`),
      rest: normal([address, metro, ...features].join(' ')),
      near: near.map(normal),
    },
  }
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
        .map((line) => withKeys(readers[kind](JSON.parse(line))))
      tables.set(kind, places)
    }
    return places
  }
}
