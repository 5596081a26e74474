import { modifierSpans } from '#protocol'
import type { Language } from '../language.ts'
import type { Property } from './property.ts'

/** A day named in a text: counted from today, a day of the week, or a date. */
export interface DayMention {
  readonly text: string
  readonly start: number
  /** Days from today. */
  readonly offset?: number
  /** 0 is Sunday; `week` counts weeks ahead. */
  readonly weekday?: number
  readonly week?: number
  readonly month?: number
  readonly date?: number
  readonly year?: number
}

const relative: readonly (readonly [RegExp, number, string, string])[] = [
  [/大后天/gu, 3, 'in 3 days', '大后天'],
  [/(?<!大)后天|\b(?:the\s+)?day after tomorrow\b/giu, 2, 'day after tomorrow', '后天'],
  [/明天|明日|明早|明晚|(?<!day after )\btomorrow\b/giu, 1, 'tomorrow', '明天'],
  [/今天|今日|今晚|今早|\b(?:today|tonight|this (?:morning|afternoon|evening))\b/giu, 0, 'today', '今天'],
  [/昨天|昨日|昨晚|(?<!day before )\byesterday\b/giu, -1, 'yesterday', '昨天'],
  [/前天|\b(?:the\s+)?day before yesterday\b/giu, -2, 'day before yesterday', '前天'],
]
const ahead = /(\d{1,3})\s*天(?:之?后)|\bin (\d{1,3}) days\b/giu
const weekdayZh = /(这|本|下下|下)?(?:个)?(?:周|星期|礼拜)([一二三四五六日天末])/gu
const weekdayEn =
  /\b(?:(this|next|on|coming)\s+)?(sunday|monday|tuesday|wednesday|thursday|friday|saturday|weekend)\b/giu
const iso = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/gu
const dateZh = /(?:(\d{4})\s*年)?\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]/gu
const monthName =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const dateEn = new RegExp(`\\b(${monthName})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?\\b`, 'giu')
const dateEnDayFirst = new RegExp(
  `\\b(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${monthName})\\b(?:,?\\s+(\\d{4}))?`,
  'giu',
)
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdaysEn = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Days named in a text, those outside modifiers first: "an activity for today's weather tomorrow" is about tomorrow. */
export function daysIn(text: string): readonly DayMention[] {
  const found = [...relativeDays(text), ...weekdays(text), ...dates(text)]
  const spans = modifierSpans(text)
  const inside = ({ start }: DayMention): number =>
    spans.some(([from, to]) => start >= from && start < to) ? 1 : 0
  return found.toSorted((one, other) => inside(one) - inside(other) || one.start - other.start)
}

function relativeDays(text: string): DayMention[] {
  const named = relative.flatMap(([pattern, offset]) =>
    [...text.matchAll(pattern)].map((match) => ({ text: match[0], start: match.index, offset })),
  )
  const counted = [...text.matchAll(ahead)].map((match) => ({
    text: match[0],
    start: match.index,
    offset: Number(match[1] ?? match[2]),
  }))
  return [...named, ...counted]
}

function weekdays(text: string): DayMention[] {
  const zh = [...text.matchAll(weekdayZh)].map((match) => {
    const place = '日一二三四五六'.indexOf(match[2] ?? '')
    const weekday = match[2] === '末' ? 6 : Math.max(0, place)
    const week = match[1] === '下' ? 1 : match[1] === '下下' ? 2 : 0
    return { text: match[0], start: match.index, weekday, week }
  })
  const en = [...text.matchAll(weekdayEn)].map((match) => {
    const name = match[2]?.toLowerCase() ?? ''
    const weekday = name === 'weekend' ? 6 : weekdaysEn.indexOf(name)
    return { text: match[0], start: match.index, weekday, week: match[1]?.toLowerCase() === 'next' ? 1 : 0 }
  })
  return [...zh, ...en]
}

function dates(text: string): DayMention[] {
  const numeric = [...text.matchAll(iso), ...text.matchAll(dateZh)].map((match) =>
    dated(match, [match[1], match[2], match[3]]),
  )
  const named = [...text.matchAll(dateEn)].map((match) =>
    dated(match, [match[3], monthOf(match[1]), match[2]]),
  )
  const dayFirst = [...text.matchAll(dateEnDayFirst)].map((match) =>
    dated(match, [match[3], monthOf(match[2]), match[1]]),
  )
  return [...numeric, ...named, ...dayFirst]
}

function monthOf(name: string | undefined): string {
  return String(months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1)
}

type Ymd = readonly [string | undefined, string | undefined, string | undefined]

function dated(match: RegExpExecArray, [year, month, date]: Ymd): DayMention {
  const mention = { text: match[0], start: match.index, month: Number(month), date: Number(date) }
  return year === undefined ? mention : { ...mention, year: Number(year) }
}

const wantsWords = /today|tomorrow|relative|今天|明天|相对/iu

/** The mention in the form the schema wants: a listed value, a number of days, a word, or a date. */
export function dayValue(
  mention: DayMention,
  property: Property,
  when: { readonly today: string | undefined; readonly language: Language },
): string | number | undefined {
  const { schema, type, description, declared } = property
  const hint = [description, ...declared.map(String), String(schema['default'] ?? '')].join(' ')
  if (Array.isArray(schema['enum'])) return listed(mention, schema['enum'].map(String))
  if (type === 'integer' || type === 'number') return offsetOf(mention, when.today)
  const date = isoOf(mention, when.today)
  const format = schema['format']
  if (format === 'date') return date
  if (format === 'date-time') return date && `${date}T00:00:00Z`
  if (wantsWords.test(hint)) return wordOf(mention, hint, when.language) ?? date ?? mention.text
  return date ?? mention.text
}

function listed(mention: DayMention, values: readonly string[]): string | undefined {
  const names = [
    mention.text,
    ...relative.flatMap(([, offset, en, zh]) => (offset === mention.offset ? [en, zh] : [])),
  ]
  if (mention.weekday !== undefined)
    names.push(weekdaysEn[mention.weekday] ?? '', `周${'日一二三四五六'[mention.weekday]}`)
  const fold = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/gu, '')
  const wanted = new Set(names.map(fold))
  return values.find((value) => wanted.has(fold(value)))
}

function wordOf({ offset, text }: DayMention, hint: string, language: Language): string | undefined {
  if (offset === undefined) return undefined
  const named = relative.find(([, days]) => days === offset)
  if (!named) return text
  const [, , en, zh] = named
  const takesZh = /今天|明天/u.test(hint)
  const takesEn = /today|tomorrow/iu.test(hint)
  if (takesZh !== takesEn) return takesZh ? zh : en
  return language === 'zh' ? zh : en
}

function offsetOf(mention: DayMention, today: string | undefined): number | undefined {
  if (mention.offset !== undefined) return mention.offset
  const date = isoOf(mention, today)
  if (date === undefined || today === undefined) return undefined
  return Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000)
}

/** The ISO date of a mention; undefined when it is relative and nobody said what day it is. */
function isoOf(mention: DayMention, today: string | undefined): string | undefined {
  const { offset, weekday, week = 0, year, month, date } = mention
  if (month !== undefined && date !== undefined) {
    const inYear = year ?? (today === undefined ? undefined : Number(today.slice(0, 4)))
    return inYear === undefined ? undefined : `${inYear}-${pad(month)}-${pad(date)}`
  }
  if (today === undefined) return undefined
  const base = Date.parse(today)
  if (offset !== undefined) return isoDay(base + offset * 86_400_000)
  if (weekday === undefined) return undefined
  return isoDay(base + daysTo(new Date(base).getUTCDay(), weekday, week) * 86_400_000)
}

/** Weeks begin on Monday; a day of this week that is over means the next one. */
function daysTo(from: number, to: number, week: number): number {
  const place = (day: number): number => (day + 6) % 7
  const days = place(to) - place(from) + week * 7
  return days < 0 ? days + 7 : days
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
