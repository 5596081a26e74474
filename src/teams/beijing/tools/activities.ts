import { isWellKnown } from './english.ts'
import { isOutdoor } from './outdoor.ts'
import type { Place } from './places.ts'

/** Something to do at a kind of place, and the weather it wants. Rules on names and temperatures, said as such. */
export interface Activity {
  readonly id: string
  readonly zh: string
  readonly en: string
  /** Words people use for it. */
  readonly words: RegExp
  readonly places: RegExp
  readonly outdoor: boolean
  /** Degrees Celsius of the day's maximum in which it is pleasant. */
  readonly from: number
  readonly to: number
  readonly dry: boolean
  /** How special it is under this weather: weighs against the rating of the place. */
  readonly charm: number
}

const activities: readonly Activity[] = [
  {
    id: 'boating',
    zh: '划船',
    en: 'boating',
    words: /划船|游船|坐船|泛舟|boat|row|kayak|sail/iu,
    places:
      /颐和园|北海公园|圆明园|玉渊潭|龙潭公园|紫竹院|朝阳公园|什刹海|陶然亭|团结湖|青年湖|红领巾公园|青龙湖|雁栖湖|金海湖|龙庆峡/u,
    outdoor: true,
    from: 12,
    to: 35,
    dry: true,
    charm: 3,
  },
  {
    id: 'skating',
    zh: '滑冰',
    en: 'ice skating',
    words: /滑冰|溜冰|冰场|skat/iu,
    places: /什刹海|北海公园|颐和园|紫竹院|陶然亭|玉渊潭|龙潭公园|滑冰|溜冰/u,
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
    words: /登山|爬山|徒步|远足|hik|climb|trek|mountain/iu,
    places:
      /香山公园|(?:八达岭|慕田峪|司马台|居庸关|黄花城水)长城$|百望山|雾灵|凤凰岭|妙峰山|八大处|八达岭国家森林公园|阳台山|蟒山|云蒙山|松山自然|景山公园|坡峰岭/u,
    outdoor: true,
    from: -4,
    to: 30,
    dry: true,
    charm: 2,
  },
  {
    id: 'running',
    zh: '跑步',
    en: 'running',
    words: /跑步|慢跑|晨跑|夜跑|running|\brun\b|jog/iu,
    places:
      /奥林匹克森林公园|奥林匹克公园|朝阳公园|玉渊潭公园|南海子郊野公园|大运河森林公园|元大都城垣遗址公园|天坛$/u,
    outdoor: true,
    from: -2,
    to: 28,
    dry: true,
    charm: 1.2,
  },
  {
    id: 'walking',
    zh: '散步游园',
    en: 'a walk',
    words: /散步|游园|逛公园|走走|赏花|红叶|银杏|walk|stroll|picnic|野餐/iu,
    places: /公园$|颐和园|圆明园|植物园|天坛$|地坛|园博园/u,
    outdoor: true,
    from: -6,
    to: 34,
    dry: true,
    charm: 1.4,
  },
  {
    id: 'lanes',
    zh: '逛胡同街区',
    en: 'strolling old lanes',
    words: /胡同|老街|逛街|citywalk|hutong|lane|alley/iu,
    places: /胡同\d*|斜街|前门大街|什刹海|大栅栏|琉璃厂|798艺术区/u,
    outdoor: true,
    from: -8,
    to: 34,
    dry: true,
    charm: 1,
  },
  {
    id: 'sights',
    zh: '游览古迹',
    en: 'seeing old palaces and temples',
    words: /古迹|古建|宫殿|寺庙|名胜|palace|temple|history|historic/iu,
    places: /^故宫$|恭王府|雍和宫|天坛$|国子监|明十三陵|潭柘寺|戒台寺|红螺寺|卢沟桥/u,
    outdoor: true,
    from: -8,
    to: 33,
    dry: true,
    charm: 0.6,
  },
  {
    id: 'rides',
    zh: '玩游乐园',
    en: 'rides in an amusement park',
    words: /游乐|过山车|乐园|amusement|theme park|ride|roller/iu,
    places: /欢乐谷|游乐园|奇幻乐园|世界公园$/u,
    outdoor: true,
    from: 8,
    to: 33,
    dry: true,
    charm: 0.8,
  },
  {
    id: 'museum',
    zh: '参观展馆',
    en: 'visiting a museum',
    words: /博物馆|美术馆|科技馆|展览|看展|展馆|museum|gallery|exhibition|planetarium/iu,
    places: /博物馆|美术馆|科学技术馆|展览馆|天文馆/u,
    outdoor: false,
    from: -40,
    to: 50,
    dry: false,
    charm: 1,
  },
  {
    id: 'aquarium',
    zh: '看海洋馆',
    en: 'visiting an aquarium',
    words: /海洋馆|水族|aquarium|fish/iu,
    places: /海洋馆|海底世界|海底世界博览馆/u,
    outdoor: false,
    from: -40,
    to: 50,
    dry: false,
    charm: 0.8,
  },
]

/** The weather as far as choosing needs it. */
export interface Conditions {
  readonly tempMax: number
  readonly rainChance: number
}

export interface Suggestion {
  readonly activity: Activity
  readonly place: Place
  readonly score: number
}

/** What suits, and the activities that were asked for and do not. */
export interface Suggested {
  readonly found: readonly Suggestion[]
  readonly unsuited: readonly Activity[]
  /** Outdoors was asked for, and this weather lets nothing do outdoors. */
  readonly movedInside: boolean
}

/** Per cent of rain chance from which outdoor plans are not suggested. */
export const wetFrom = 50

/**
 * What suits the weather, best first: places whose name says the activity is possible there, weighed by rating and by
 * how special the activity is on such a day. At most one suggestion a place and two an activity.
 */
export function suggest(
  places: readonly Place[],
  conditions: Conditions,
  asked: {
    readonly outdoor?: boolean | undefined
    readonly keyword?: string | undefined
    readonly limit: number
  },
): Suggested {
  const suiting = activities.filter((activity) => suits(activity, conditions))
  const wanted = activities.filter(({ words }) => asked.keyword !== undefined && words.test(asked.keyword))
  const unsuited = wanted.filter((activity) => !suiting.includes(activity))
  const named = wanted.filter((activity) => suiting.includes(activity))
  const rightSide = suiting.filter(({ outdoor }) => asked.outdoor === undefined || outdoor === asked.outdoor)
  const movedInside = asked.outdoor === true && named.length === 0 && rightSide.length === 0
  const pool = named.length > 0 ? named : movedInside ? suiting : rightSide
  const all = pool.flatMap((activity) =>
    places
      .filter((place) => activity.places.test(place.name) && (activity.outdoor || isOutdoor(place) !== true))
      .map((place): Suggestion => ({ activity, place, score: activity.charm + worth(place) })),
  )
  const sorted = all.toSorted((one, other) => other.score - one.score)
  return { found: spread(sorted, asked.limit, named.length === 1 ? asked.limit : 2), unsuited, movedInside }
}

/** The rating, with a bonus for what is well known: a rating that few people gave says little. */
function worth({ name, rating = 0 }: Place): number {
  return rating + (isWellKnown(name) ? 1 : 0)
}

function suits(activity: Activity, { tempMax, rainChance }: Conditions): boolean {
  if (tempMax < activity.from || tempMax > activity.to) return false
  return !(activity.dry && rainChance >= wetFrom)
}

function spread(sorted: readonly Suggestion[], limit: number, perActivity: number): readonly Suggestion[] {
  const kept: Suggestion[] = []
  for (const one of sorted) {
    if (kept.length >= limit) break
    const samePlace = kept.some(({ place }) => place.name === one.place.name)
    const sameActivity = kept.filter(({ activity }) => activity.id === one.activity.id).length
    if (!samePlace && sameActivity < perActivity) kept.push(one)
  }
  return kept
}
