/** A day in Beijing. */
export interface Day {
  /** YYYY-MM-DD */
  readonly date: string
  /** 1 to 12. */
  readonly month: number
  /** Days from today; negative for the past. */
  readonly ahead: number
}

const dayMs = 86_400_000
const beijingOffsetMs = 8 * 3_600_000

/** Words for days counted from today; longer ones first, since they hold shorter ones. */
const relative: readonly (readonly [RegExp, number])[] = [
  [/大后天/u, 3],
  [/大前天/u, -3],
  [/后天|\bday after tomorrow\b/iu, 2],
  [/前天|\bday before yesterday\b/iu, -2],
  [/明[天日早晚儿]|\btomorrow\b/iu, 1],
  [/昨[天日早晚儿]|\byesterday\b/iu, -1],
  [
    /今[天日早晚儿]|现在|此刻|目前|当前|\b(?:today|now|tonight|currently|right now|this (?:morning|afternoon|evening))\b/iu,
    0,
  ],
]
const countedZh = /([0-9]{1,3}|[一二两三四五六七八九十])\s*天(之?后|以后|之?前|以前)/u
const countedEn = /\b(?:in\s+)?(\d{1,3}|one|two|three|four|five|six|seven)\s+days?\b(\s+ago|\s+before)?/iu
const weekZh = /(下下|下|上|这|本)?个?(?:周|星期|礼拜)([一二三四五六日天末])/u
const weekEn =
  /\b(next|last|this|coming)?\s*(sun|mon|tue|wed|thu|fri|sat)(?:s|nes|rs|ur)?(?:day)?\b|\b(next|last|this|coming)?\s*weekend\b/iu
const iso = /(\d{4})[-/.年]\s*(\d{1,2})[-/.月]\s*(\d{1,2})/u
const dateZh = /(?:(\d{1,2})\s*月)\s*(\d{1,2})\s*[日号]?/u
const dayOfMonthZh = /(\d{1,2})\s*[日号]/u
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dateEn = new RegExp(
  `\\b(?:(${months.join('|')})[a-z]*\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?|(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${months.join('|')})[a-z]*)(?:,?\\s+(\\d{4}))?`,
  'iu',
)
const digitsZh = '日一二三四五六'
const namesEn = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const numbers: Readonly<Record<string, number>> = {
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
}

/** The day a text means, seen from `now` (epoch milliseconds), in Beijing time; undefined when it means none. */
export function dayOf(words: string | undefined, now: number): Day | undefined {
  const today = Math.floor((now + beijingOffsetMs) / dayMs)
  const text = (words ?? '').normalize('NFKC').trim()
  if (text === '') return dayAt(today, today)
  for (const read of [isoDay, countedDay, relativeDay, weekDay, monthDay]) {
    const day = read(text, today)
    if (day !== undefined) return Number.isNaN(day) ? undefined : dayAt(day, today)
  }
  return undefined
}

/** Reads a day, as days since 1970-01-01; NaN for a date that no calendar has; undefined when there is none of the kind. */
type Reader = (text: string, today: number) => number | undefined

const isoDay: Reader = (text) => {
  const match = iso.exec(text)
  return match ? dayNumber(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

const countedDay: Reader = (text, today) => {
  const zh = countedZh.exec(text)
  if (zh) return today + numberOf(zh[1]) * (zh[2]?.includes('前') ? -1 : 1)
  const en = countedEn.exec(text)
  return en ? today + numberOf(en[1]) * (en[2] ? -1 : 1) : undefined
}

const relativeDay: Reader = (text, today) => {
  const found = relative.find(([pattern]) => pattern.test(text))
  return found ? today + found[1] : undefined
}

/** A day of this week on, or of the week named. Weeks begin on Monday; a weekend is its Saturday, or today if it is on. */
const weekDay: Reader = (text, today) => {
  const zh = weekZh.exec(text)
  const en = zh ? null : weekEn.exec(text)
  if (!zh && !en) return undefined
  const which = zh?.[1] ?? (en?.[1] ?? en?.[3])?.toLowerCase()
  const isWeekend = zh ? zh[2] === '末' : en?.[2] === undefined
  const weekday = isWeekend ? 6 : zh ? weekdayZh(zh[2]) : namesEn.indexOf(en?.[2]?.toLowerCase() ?? '')
  // 1970-01-01 was a Thursday.
  const todays = (today + 4) % 7
  const monday = today - ((todays + 6) % 7)
  const inWeek = monday + ((weekday + 6) % 7)
  const shift = which === undefined ? undefined : weeks[which]
  if (shift !== undefined) return inWeek + 7 * shift
  if (isWeekend && todays === 0) return today
  return inWeek >= today ? inWeek : inWeek + 7
}

/** Weeks from this one, by the word before the day. `this` and `coming` mean the next such day. */
const weeks: Readonly<Record<string, number>> = { 上: -1, last: -1, 这: 0, 本: 0, 下: 1, next: 1, 下下: 2 }

function weekdayZh(digit = ''): number {
  return digit === '天' ? 0 : digitsZh.indexOf(digit)
}

/** A date without a year is the next such day. */
const monthDay: Reader = (text, today) => {
  const zh = dateZh.exec(text)
  const en = dateEn.exec(text)
  if (zh) return nextDate(today, Number(zh[1]), Number(zh[2]))
  if (en) {
    const month = months.indexOf((en[1] ?? en[4] ?? '').toLowerCase()) + 1
    const date = Number(en[2] ?? en[3])
    return en[5] === undefined ? nextDate(today, month, date) : dayNumber(Number(en[5]), month, date)
  }
  const alone = dayOfMonthZh.exec(text)
  if (!alone) return undefined
  const { year, month } = calendar(today)
  const here = dayNumber(year, month, Number(alone[1]))
  return here >= today ? here : dayNumber(year + (month === 12 ? 1 : 0), (month % 12) + 1, Number(alone[1]))
}

function nextDate(today: number, month: number, date: number): number {
  const { year } = calendar(today)
  const here = dayNumber(year, month, date)
  return here >= today || Number.isNaN(here) ? here : dayNumber(year + 1, month, date)
}

function dayNumber(year: number, month: number, date: number): number {
  const time = Date.UTC(year, month - 1, date)
  const made = new Date(time)
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === date ? time / dayMs : Number.NaN
}

function calendar(day: number): { readonly year: number; readonly month: number } {
  const date = new Date(day * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }
}

function dayAt(day: number, today: number): Day {
  const date = new Date(day * dayMs)
  return { date: date.toISOString().slice(0, 10), month: date.getUTCMonth() + 1, ahead: day - today }
}

function numberOf(text = ''): number {
  return numbers[text.toLowerCase()] ?? Number(text)
}
