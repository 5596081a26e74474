import { stopWords, weakWords } from '#protocol'
import { daysIn } from './days.ts'

/** A place named in a text. `sure` when its form or its surroundings say so, otherwise a guess. */
export interface PlaceMention {
  readonly text: string
  readonly start: number
  readonly role: 'from' | 'to' | 'near' | 'at'
  readonly sure: boolean
  /** Its form is that of a sight, a house, a street, rather than of a town. */
  readonly proper: boolean
}

/** Endings of towns and larger areas. */
const area = /[省市区县镇村]$/u

/** Endings of Chinese place names. */
const suffix =
  '广场|公园|花园|植物园|动物园|大学|学院|机场|火车站|车站|医院|胡同|大街|大厦|酒店|宾馆|饭店|博物院|博物馆|美术馆|体育馆|图书馆|故居|遗址|商场|购物中心|景区|古镇|长城|[省市区县镇村岛湖山寺庙宫殿馆塔桥街路园门坛河江海湾站城峡谷]'
const named = new RegExp(`^(?:\\p{Script=Han}{1,7}?(?:${suffix}))(?:(?:${suffix}))*`, 'u')
const entering =
  /(从|自|离|去|到|往|飞往|前往|抵达|在|来|逛|游览|参观|想去|位于|住在)(?=(?![的了过着吗呢吧])\p{Script=Han}{2})/gu
const following = /^\s*(?:附近|周边|旁边|周围)/u
const introduced =
  /^\s*(?:今天|明天|后天|昨天|周|下周|这周|、|和|与|跟|天气|气温|的|附近|周边|有|市|大?后天|\d)/u

const capital = "[A-Z][\\p{L}\\p{N}'’.-]*"
/** A verb with a thing that ends like a place: climbing, strolling, leaving. */
const doing =
  /^(?:[爬登上下]山|逛街|过街|[出开进]门|[走迷上修问带]路|[住出]院|[出进到]站|[游划]湖|过桥|[进出回]城|[看出]海|过江|上岛|下乡)$/u

const preposition =
  '(in|at|to|from|near|around|by|of|for|visit|visiting|close to|leaving|reach|toward|towards)'
const english = new RegExp(
  `\\b${preposition}\\s+(?:the\\s+)?(${capital}(?:\\s+(?:(?:of|the|de|la|and the)\\s+)?${capital})*)`,
  'gu',
)
const lowercase = /\b(in|at|from|near|around)\s+(?:the\s+)?([a-z][a-z'-]+(?:\s+[a-z'-]+){0,2})/gu
const loose = new RegExp(`(?<![.!?]\\s)\\b(${capital}(?:\\s+${capital})*)`, 'gu')
const ending = new RegExp(`(?:${suffix})$`, 'u')
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const notPlaces =
  /^(?:I|I'm|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Today|Tomorrow)\b/u

/** Places of a text, the sure ones first. `known` are names that count as places wherever they stand. */
export function placesIn(text: string, known: readonly string[]): readonly PlaceMention[] {
  const days = daysIn(text).map(({ start, text: day }) => [start, start + day.length] as const)
  const found = [...declared(text, known), ...chinese(text), ...latin(text)]
  const kept: PlaceMention[] = []
  for (const place of found.toSorted((one, other) => Number(other.sure) - Number(one.sure))) {
    const end = place.start + place.text.length
    const clashes =
      days.some(([from, to]) => place.start < to && end > from) ||
      kept.some((other) => place.start < other.start + other.text.length && end > other.start)
    if (!clashes) kept.push(place)
  }
  return kept.toSorted((one, other) => Number(other.sure) - Number(one.sure) || one.start - other.start)
}

function declared(text: string, known: readonly string[]): PlaceMention[] {
  const lower = text.toLowerCase()
  return known.flatMap((name): PlaceMention[] => {
    const start = name.length < 2 ? -1 : lower.indexOf(name.toLowerCase())
    if (start < 0) return []
    const written = text.slice(start, start + name.length)
    return [mention(text, { name: written, start, sure: true, proper: isProper(name) })]
  })
}

interface Found {
  readonly name: string
  readonly start: number
  readonly sure: boolean
  readonly proper: boolean
}

function mention(text: string, { name, start, sure, proper }: Found): PlaceMention {
  return { text: name, start, role: roleAt(text, start, name.length), sure, proper }
}

function isProper(name: string): boolean {
  if (/\p{Script=Han}/u.test(name)) return name.length > 2 && ending.test(name) && !area.test(name)
  return /\s/u.test(name)
}

function chinese(text: string): PlaceMention[] {
  const entered = [...text.matchAll(entering)].flatMap((match) =>
    afterVerb(text, match.index + match[0].length),
  )
  const lead = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike)
  const plain = lead.flatMap(({ segment, index }): PlaceMention[] => {
    if (!isCandidate(segment)) return []
    const sure = ending.test(segment) && segment.length > 2
    const rest = text.slice(index + segment.length)
    if (!sure && !introduced.test(rest)) return []
    const isNear = following.test(rest)
    return [mention(text, { name: segment, start: index, sure: sure || isNear, proper: isProper(segment) })]
  })
  return [...entered, ...plain]
}

function afterVerb(text: string, start: number): PlaceMention[] {
  const rest = text.slice(start)
  const whole = named.exec(rest)?.[0]
  const [first] = segmenter.segment(rest)
  const word = first && isCandidate(first.segment) ? first.segment : undefined
  const name =
    whole && whole.length > 1 && !doing.test(whole) && (!word || whole.startsWith(word)) ? whole : word
  if (name === undefined) return []
  return [mention(text, { name, start, sure: true, proper: isProper(name) })]
}

function isCandidate(word: string): boolean {
  return (
    word.length > 1 &&
    /^\p{Script=Han}+$/u.test(word) &&
    !doing.test(word) &&
    !stopWords.has(word) &&
    !weakWords.has(word)
  )
}

function latin(text: string): PlaceMention[] {
  const clear = [...text.matchAll(english)].map((match) => ({ name: match[2] ?? '', match, sure: true }))
  const low = [...text.matchAll(lowercase)].map((match) => ({
    name: untilCommon(match[2] ?? ''),
    match,
    sure: false,
  }))
  const free = [...text.matchAll(loose)]
    .filter((match) => !opensCommand(text, match))
    .map((match) => ({ name: match[1] ?? '', match, sure: false }))
  return [...clear, ...low, ...free].flatMap(({ name, match, sure }): PlaceMention[] => {
    const bare = name.replace(/[.'’-]+$/u, '').replace(/['’]s$/u, '')
    if (bare.length < 2 || notPlaces.test(bare) || isCommon(bare)) return []
    const start = match.index + match[0].lastIndexOf(name)
    const isSight = /\bat\s+(?:the\s+)?$/u.test(text.slice(Math.max(0, start - 8), start))
    return [mention(text, { name: bare, start, sure, proper: isSight || isProper(bare) })]
  })
}

/** A capital at the start of a sentence, before an article or a value, is a verb rather than a place. */
function opensCommand(text: string, match: RegExpExecArray): boolean {
  if (!/(?:^|[.!?]\s*)$/u.test(text.slice(0, match.index))) return false
  return /^\s*(?:$|["'“‘]|(?:a|an|the|my|me|our|your|all|some|any|this|that|these|it|to|for|in|on|of|up|into|out|from|over|with)\b)/iu.test(
    text.slice(match.index + match[0].length),
  )
}

function untilCommon(words: string): string {
  const list = words.split(/\s+/u)
  const end = list.findIndex(isCommon)
  return (end < 0 ? list : list.slice(0, end)).join(' ')
}

function isCommon(word: string): boolean {
  return stopWords.has(word.toLowerCase()) || weakWords.has(word.toLowerCase())
}

function roleAt(text: string, start: number, length: number): PlaceMention['role'] {
  const before = text
    .slice(Math.max(0, start - 14), start)
    .replace(/\bthe\s+$/iu, '')
    .trimEnd()
  if (following.test(text.slice(start + length)) || /(?:离|\b(?:near|around|close to|by))$/iu.test(before))
    return 'near'
  if (/(?:从|自|\b(?:from|leaving))$/iu.test(before)) return 'from'
  return /(?:到|去|往|飞|至|抵达|\b(?:to|towards?|reach|visit|visiting))$/iu.test(before) ? 'to' : 'at'
}
