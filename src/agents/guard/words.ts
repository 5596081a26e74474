import { canonicalJson, type Json, stopWords } from '#protocol'

/** Ids we make, times and durations: they differ each time and say nothing about progress. */
const passing =
  /\b(?:task|msg|call|run|evt|sess)_[0-9A-HJKMNP-TV-Z]{26}(?:_\d+)?\b|\b\d{4}-\d{2}-\d{2}T[\d:.]+Z?\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gu

/** A text in the form in which repetitions are looked for. */
export function normalised(text: string): string {
  return text.normalize('NFKC').replaceAll(passing, '#').replaceAll(/\s+/gu, ' ').trim().toLowerCase()
}

/** Arguments of a call in that form, whatever the order of their fields. */
export function normalisedJson(value: Json): string {
  return normalised(canonicalJson(value))
}

/** How alike two calls must be to count as one said in other words. */
const nearEnough = 0.9
const pieces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}_]+|[\p{N}.]+/gu
const figures = /[\p{N}][\p{N}.:/-]*/gu

/**
 * True for texts that say the same in other words: Jaccard of their words at least 0.9, and equal in every number, since
 * "part 1" and "part 2" are different work. Both texts are normalised.
 */
export function isNear(one: string, other: string): boolean {
  if (one === other) return true
  if ((one.match(figures) ?? []).join() !== (other.match(figures) ?? []).join()) return false
  const [mine, theirs] = [wordsIn(one), wordsIn(other)]
  const shared = [...mine].filter((word) => theirs.has(word)).length
  const union = mine.size + theirs.size - shared
  return union > 0 && shared / union >= nearEnough
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set((text.match(pieces) ?? []).filter((word) => !stopWords.has(word)))
}
