/** Words for days, resolved in Beijing time. */
const relative: readonly (readonly [RegExp, number])[] = [
  [/大后天|in three days/iu, 3],
  [/后天|day after tomorrow/iu, 2],
  [/明[天日早晚]|tomorrow/iu, 1],
  [/昨[天日]|yesterday/iu, -1],
  [/今[天日早晚]|现在|此刻|today|now|tonight/iu, 0],
]
const weekdays: readonly RegExp[] = [
  /(?:周|星期|礼拜)[日天]|sunday/iu,
  /(?:周|星期|礼拜)一|monday/iu,
  /(?:周|星期|礼拜)二|tuesday/iu,
  /(?:周|星期|礼拜)三|wednesday/iu,
  /(?:周|星期|礼拜)四|thursday/iu,
  /(?:周|星期|礼拜)五|friday/iu,
  /(?:周|星期|礼拜)六|周末|saturday|weekend/iu,
]
const dayMs = 86_400_000
const beijingOffsetMs = 8 * 3_600_000

/** A day in Beijing, as year, month, day and text. */
export interface Day {
  /** YYYY-MM-DD */
  readonly date: string
  /** 1 to 12. */
  readonly month: number
  /** Days from today; negative for the past. */
  readonly ahead: number
}

/** The day a word means, seen from `now` (epoch milliseconds); undefined when it means none. */
export function dayOf(words: string | undefined, now: number): Day | undefined {
  const today = Math.floor((now + beijingOffsetMs) / dayMs)
  const text = (words ?? '').trim()
  if (text === '') return dayAt(today, 0)
  const iso = /(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text)
  if (iso) {
    const asked = Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])) / dayMs
    return Number.isInteger(asked) ? dayAt(today, asked - today) : undefined
  }
  for (const [pattern, ahead] of relative) if (pattern.test(text)) return dayAt(today, ahead)
  // 1970-01-01 was a Thursday.
  const weekday = (today + 4) % 7
  const wanted = weekdays.findIndex((pattern) => pattern.test(text))
  if (wanted < 0) return undefined
  const nextWeek = /下|next/iu.test(text) ? 7 : 0
  return dayAt(today, ((wanted - weekday + 7) % 7) + (nextWeek && wanted >= weekday ? nextWeek : 0))
}

function dayAt(today: number, ahead: number): Day {
  const date = new Date((today + ahead) * dayMs)
  return { date: date.toISOString().slice(0, 10), month: date.getUTCMonth() + 1, ahead }
}
