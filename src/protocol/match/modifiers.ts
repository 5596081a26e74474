import { normalForm, type Word, wordsOf } from './words.ts'

const discount = 0.35

/** Verbs that open the request proper, after a modifier that no comma closes. */
const request =
  '推荐|建议|安排|帮|查|找|写|生成|制定|计划|规划|选|预订|预定|订|设计|计算|列|总结|告诉|判断|评估|分析|检查|更新|创建|发送|实现|修改|提供|给'

/**
 * Spans that qualify a request without being it: what it rests on, what its object must suit, under which condition.
 * The head of a request decides who gets it, so that "an activity that suits the weather" asks for an activity.
 */
const patterns: readonly RegExp[] = [
  new RegExp(
    `(?:根据|按照|依据|基于|考虑到|鉴于|结合|参考|参照|趁着)[^，,。；;!?！？]*?(?=[，,。；;]|${request})`,
    'gu',
  ),
  /(?:适合|符合|满足|配合|适应|匹配|对应|适用于)[^，,。；;!?！？]*的(?=\p{Script=Han}{2})/gu,
  /(?:如果|要是|假如|假设|倘若|万一)[^，,。；;!?！？]*(?:[，,]|的话|就|那么)/gu,
  /\b(?:based on|according to|given|considering|depending on|in view of|in light of|in line with)\s[^,;.!?]*/giu,
  /\b(?:(?:that|which)\s+)?(?:suits?|fits?|matches|(?:suitable|appropriate|good|fit|right|ideal|perfect) for)\s[^,;.!?]*/giu,
  /\bif\s[^,;.!?]*(?:,|\bthen\b|$)/giu,
]

/** Values in a request: quoted text, file names, addresses. They are what is acted on, not what is wanted. */
const values: readonly RegExp[] = [
  /["“「『《][^"”」』》\n]{1,200}["”」』》]|(?<![\p{L}\p{N}])'[^'\n]{1,200}'(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])[\w./~-]*\w\.[A-Za-z][A-Za-z0-9]{0,5}(?![\p{L}\p{N}])|\S+@\S+|https?:\/\/\S+/gu,
]

/** Words of a request, those inside modifiers and values discounted. */
export function requestWords(text: string): readonly Word[] {
  const words = wordsOf(text)
  const normal = normalForm(text)
  const spans = [...modifierSpans(normal), ...valueSpans(normal)]
  if (spans.length === 0) return words
  const inside = (word: Word): boolean => spans.some(([from, to]) => word.start >= from && word.end <= to)
  if (words.every(inside)) return words
  return words.map((word) => (inside(word) ? { ...word, weight: word.weight * discount } : word))
}

/** UTF-16 ranges of the modifiers in a text that is already in normal form. */
export function modifierSpans(text: string): readonly (readonly [number, number])[] {
  return spansOf(patterns, text)
}

/** UTF-16 ranges of quoted text, file names and addresses in a text that is already in normal form. */
export function valueSpans(text: string): readonly (readonly [number, number])[] {
  return spansOf(values, text)
}

function spansOf(of: readonly RegExp[], text: string): readonly (readonly [number, number])[] {
  return of.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length] as const),
  )
}
