import type { Place } from './places.ts'

/** Something to do at a kind of place, and the weather it wants. Rules on names and temperatures, said as such. */
interface Activity {
  readonly id: string
  readonly zh: string
  readonly en: string
  readonly places: RegExp
  readonly outdoor: boolean
  /** Degrees Celsius of the day's maximum in which it is pleasant. */
  readonly from: number
  readonly to: number
  readonly dry: boolean
  /** How special it is under this weather: breaks ties between equal places. */
  readonly charm: number
}

const activities: readonly Activity[] = [
  {
    id: 'boating',
    zh: '划船',
    en: 'boating',
    places: /颐和园|北海|圆明园|玉渊潭|龙潭|紫竹院|朝阳公园|什刹海|后海|陶然亭|昆明湖|湖公园/u,
    outdoor: true,
    from: 14,
    to: 35,
    dry: true,
    charm: 3,
  },
  {
    id: 'skating',
    zh: '滑冰',
    en: 'ice skating',
    places: /什刹海|北海公园|颐和园|紫竹院|陶然亭|滑冰|溜冰/u,
    outdoor: true,
    from: -15,
    to: 4,
    dry: true,
    charm: 3,
  },
  {
    id: 'hiking',
    zh: '登山徒步',
    en: 'hiking',
    places: /山公园|香山|长城|百望山|灵山|雾灵山|凤凰岭|妙峰山|森林公园/u,
    outdoor: true,
    from: -4,
    to: 30,
    dry: true,
    charm: 2,
  },
  {
    id: 'walking',
    zh: '散步游园',
    en: 'a walk in the park',
    places: /公园|颐和园|圆明园|植物园|天坛|地坛|日坛/u,
    outdoor: true,
    from: 0,
    to: 34,
    dry: true,
    charm: 1,
  },
  {
    id: 'strolling',
    zh: '逛胡同街区',
    en: 'strolling old lanes',
    places: /胡同|巷|大街|什刹海|前门|王府井/u,
    outdoor: true,
    from: -8,
    to: 34,
    dry: true,
    charm: 1,
  },
  {
    id: 'museum',
    zh: '参观展馆',
    en: 'visiting a museum',
    places: /博物馆|美术馆|科技馆|科学技术馆|纪念馆|展览馆|天文馆|海洋馆/u,
    outdoor: false,
    from: -40,
    to: 50,
    dry: false,
    charm: 1,
  },
]

/** The weather as far as choosing needs it. */
export interface Conditions {
  readonly tempMax: number
  readonly rainChance: number
}

export interface Suggestion {
  readonly activity: { readonly id: string; readonly zh: string; readonly en: string }
  readonly place: Place
  readonly score: number
}

/** Per cent of rain chance from which outdoor plans are not suggested first. */
const wetFrom = 50

/**
 * What suits the weather, best first: places whose name says the activity is possible there, weighed by rating and by
 * how special the activity is on such a day. At most two suggestions a place and two an activity.
 */
export function suggest(
  places: readonly Place[],
  conditions: Conditions,
  {
    outdoor,
    keyword,
    limit,
  }: {
    readonly outdoor?: boolean | undefined
    readonly keyword?: string | undefined
    readonly limit: number
  },
): readonly Suggestion[] {
  const fitting = activities.filter((activity) => suits(activity, conditions, outdoor))
  const asked = keyword
    ? fitting.filter(({ zh, en, id }) =>
        [zh, en, id].some((word) => keyword.includes(word) || word.includes(keyword)),
      )
    : []
  const pool = asked.length > 0 ? asked : fitting
  const all = pool.flatMap((activity) =>
    places
      .filter((place) => activity.places.test(place.name))
      .map((place): Suggestion => ({ activity, place, score: activity.charm + (place.rating ?? 0) })),
  )
  return spread(
    all.toSorted((one, other) => other.score - one.score),
    limit,
  )
}

function suits(
  activity: Activity,
  { tempMax, rainChance }: Conditions,
  outdoor: boolean | undefined,
): boolean {
  if (outdoor !== undefined && activity.outdoor !== outdoor) return false
  if (tempMax < activity.from || tempMax > activity.to) return false
  return !(activity.dry && rainChance >= wetFrom)
}

function spread(sorted: readonly Suggestion[], limit: number): readonly Suggestion[] {
  const kept: Suggestion[] = []
  for (const one of sorted) {
    if (kept.length >= limit) break
    const samePlace = kept.some(({ place }) => place.name === one.place.name)
    const sameActivity = kept.filter(({ activity }) => activity.id === one.activity.id).length
    if (!samePlace && sameActivity < 2) kept.push(one)
  }
  return kept
}
