import { modifierSpans, wordsOf } from '#protocol'
import type { Reader } from './reader.ts'

/** Stems of words that ask for something, judge or measure it, and name nothing. */
const asking: ReadonlySet<string> = new Set(
  `recommend suggest book suit fit appropri creat add open send eat visit nearbi cheap expens famou popular
  high low close near rat pric under abov below yuan dollar
  适合 合适 预订 安排 便宜 贵 高 低 好吃 好玩 有名 著名 热门 附近 周边 评分 价格 人均 以上 以下 以内`.split(
    /\s+/u,
  ),
)

/** Words that did not choose the tool, name no day and stand in no modifier: what to look for. */
export function residual({
  text,
  trade,
  days,
  numbers,
  placeSpans,
  taken: spans,
}: Reader): string | undefined {
  const taken = [
    ...modifierSpans(text),
    ...days.map(({ start, text: named }) => [start, start + named.length] as const),
    ...numbers.map(({ start, end }) => [start - 3, end + 6] as const),
    ...placeSpans,
    ...spans,
  ]
  const left = wordsOf(text).filter(
    ({ term, weight, start, end }) =>
      weight >= 1 &&
      !asking.has(term) &&
      !trade.has(term) &&
      !taken.some(([from, to]) => start >= from && end <= to),
  )
  const [first, ...rest] = left
  if (!first) return undefined
  let end = first.end
  for (const word of rest) if (word.start - end <= 1) end = word.end
  return text.slice(first.start, end)
}
