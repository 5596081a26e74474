import { wordsOf } from '#protocol'
import { daysIn } from './days.ts'
import type { Property } from './property.ts'

/** A number in a text with what stands around it. */
export interface NumberMention {
  readonly value: number
  readonly start: number
  readonly end: number
  readonly bound: 'most' | 'least' | undefined
  readonly money: boolean
  readonly rating: boolean
  /** Terms of the words right before and right after. */
  readonly near: ReadonlySet<string>
}

const numeral =
  /(?<![\p{Script=Latin}\p{N}._/-])([$¥￥€£#]?)\s*(\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|[零一二两三四五六七八九十百千万]{1,8}(?=\s*(?:元|块|人|个|位|晚|天|分|星|条|张|份|间|次|岁|小时|公里)))(?![\p{N}])(?!-\p{L}|-\d)\s*(万|千|k\b|thousand\b|million\b)?/giu
const most =
  /(?:不超过|不高于|低于|少于|小于|最多|至多|以下|之内|以内|under|below|less than|at most|up to|no more than|within|cheaper than|maximum(?: of)?|max|budget(?: of| is)?|预算(?:是|为)?)$/iu
const mostAfter =
  /^(?:元|块钱?|人民币|美元|rmb|yuan|dollars?|usd|分|星)?\s*(?:以内|之内|以下|封顶|之下|or (?:less|below|under)|max)/iu
const least =
  /(?:不低于|不少于|高于|大于|超过|至少|最少|最低|above|over|more than|at least|no less than|minimum(?: of)?|min|better than)$/iu
const leastAfter =
  /^(?:元|块钱?|人民币|美元|rmb|yuan|dollars?|usd|分|星|stars?|points?)?\s*(?:以上|及以上|起|or (?:more|above|higher|better)|\+)/iu
const moneyAfter = /^(?:元|块|人民币|美元|rmb|yuan|dollars?|usd|eur|euros?|cny)/iu
const ratingAfter = /^(?:分(?!钟)|星|stars?\b|points?\b)/iu
const ratingBefore = /(?:评分|评价|星级|rating|rated|score|scored)[^\d]{0,16}$/iu
const multipliers: Readonly<Record<string, number>> = {
  万: 10_000,
  千: 1000,
  k: 1000,
  thousand: 1000,
  million: 1_000_000,
}

/** Numbers of a text in order, without those that are part of a date or a name. */
export function numbersIn(text: string): readonly NumberMention[] {
  const days = daysIn(text).map(({ start, text: day }) => [start, start + day.length] as const)
  return [...text.matchAll(numeral)].flatMap((match) => {
    const [whole, sign = '', digits = '', factor] = match
    const start = match.index
    const end = start + whole.trimEnd().length
    if (days.some(([from, to]) => start >= from && start < to)) return []
    const value = amountOf(digits) * (multipliers[factor?.toLowerCase() ?? ''] ?? 1)
    return [{ value, start, end, ...around(text, sign, [start, end]) }]
  })
}

function around(
  text: string,
  sign: string,
  [start, end]: readonly [number, number],
): Pick<NumberMention, 'bound' | 'money' | 'rating' | 'near'> {
  const before = text.slice(Math.max(0, start - 24), start).trimEnd()
  const after = text.slice(end, end + 16).trimStart()
  const isMost = most.test(before) || mostAfter.test(after)
  const isLeast = least.test(before) || leastAfter.test(after)
  const beside = [...wordsOf(before).slice(-2), ...wordsOf(after.split(/\d/u)[0] ?? '').slice(0, 2)]
  return {
    bound: isMost ? 'most' : isLeast ? 'least' : undefined,
    money: /[$¥￥€£]/u.test(sign) || moneyAfter.test(after),
    rating: ratingAfter.test(after) || ratingBefore.test(before),
    near: new Set(beside.map(({ term }) => term)),
  }
}

const digitsZh = '零一二三四五六七八九'
const unitsZh: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

/** A number in Arabic or Chinese numerals. */
export function amountOf(text: string): number {
  if (/^[\d,.]+$/u.test(text)) return Number(text.replaceAll(',', ''))
  const parts = text.replaceAll('两', '二').split('万')
  return parts.map(belowTenThousand).reduce((sum, value) => sum * 10_000 + value, 0)
}

function belowTenThousand(text: string): number {
  let total = 0
  let digit: number | undefined
  for (const character of text) {
    const unit = unitsZh[character]
    if (unit === undefined) digit = Math.max(0, digitsZh.indexOf(character))
    else {
      total += (digit ?? 1) * unit
      digit = undefined
    }
  }
  return total + (digit ?? 0)
}

const wantsMost = /max|under|below|upper|at most|budget|ceiling|最高|上限|以内|不超过|至多|预算/iu
const wantsLeast = /min(?!ut)|at least|above|lower|lowest|最低|下限|以上|不低于|至少/iu
const wantsMoney = /price|cost|amount|fee|fare|budget|salary|total|payment|价格|金额|费用|票价|预算|人均|价/iu
const wantsRating = /rating|score|stars?|评分|星级|评价/iu

/** The number a property asks for, or undefined. Numbers taken by other properties are left out by the caller. */
export function numberFor(
  property: Property,
  numbers: readonly NumberMention[],
  lone: boolean,
): NumberMention | undefined {
  const label = `${property.name} ${property.description}`
  const terms = new Set(wordsOf(label).map(({ term }) => term))
  const scored = numbers
    .map((number) => ({ number, score: affinity(number, label, terms) }))
    .filter(({ score }) => score > (lone ? -1 : 0))
  const [best] = scored.toSorted((one, other) => other.score - one.score)
  if (!best) return undefined
  return property.type === 'integer' && !Number.isInteger(best.number.value) ? undefined : best.number
}

function affinity(number: NumberMention, label: string, terms: ReadonlySet<string>): number {
  let score = boundFit(number.bound, label) + unitFit(number, label)
  for (const term of number.near) if (terms.has(term)) score += 1.5
  return score
}

function boundFit(bound: NumberMention['bound'], label: string): number {
  const isMost = wantsMost.test(label)
  const isLeast = wantsLeast.test(label)
  if (isMost === isLeast) return bound && !isMost ? -1 : 0
  if (bound === undefined) return 0
  return bound === (isMost ? 'most' : 'least') ? 1 : -3
}

function unitFit({ money, rating }: NumberMention, label: string): number {
  const isMoney = wantsMoney.test(label)
  const isRating = wantsRating.test(label)
  if (!money && !rating) return 0
  if (isMoney === isRating) return isMoney ? 0 : -3
  return (money && isMoney) || (rating && isRating) ? 2 : -4
}
