import { modifierSpans, wordsOf } from '#protocol'
import type { Reader } from './reader.ts'

/** Stems of words that ask for something or judge it, and name nothing. */
const asking = new Set([
  'recommend',
  'suggest',
  'book',
  'suit',
  'fit',
  'appropri',
  'creat',
  'add',
  'open',
  'send',
  '适合',
  '合适',
  '预订',
  '安排',
])

/** Words that did not choose the tool, name no day and stand in no modifier: what to look for. */
export function residual({ text, toolTerms, days, numbers, placeSpans }: Reader): string | undefined {
  const taken = [
    ...modifierSpans(text),
    ...days.map(({ start, text: named }) => [start, start + named.length] as const),
    ...numbers.map(({ start, end }) => [start - 3, end + 3] as const),
    ...placeSpans,
  ]
  const left = wordsOf(text).filter(
    ({ term, weight, start, end }) =>
      weight >= 1 &&
      !asking.has(term) &&
      !toolTerms.has(term) &&
      !taken.some(([from, to]) => start >= from && end <= to),
  )
  const [first, ...rest] = left
  if (!first) return undefined
  let end = first.end
  for (const word of rest) if (word.start - end <= 1) end = word.end
  return text.slice(first.start, end)
}
