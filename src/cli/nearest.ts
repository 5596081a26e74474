/** The known word that was probably meant, when one is near enough. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const limit = written.length < 3 ? 1 : Math.max(2, Math.floor(written.length / 3))
  const ranked = known
    .map((word) => ({ word, steps: distance(written, word) }))
    .sort((one, other) => one.steps - other.steps)
  const [best] = ranked
  if (best && best.steps <= limit) return best.word
  return written.length > 1 ? known.find((word) => word.startsWith(written)) : undefined
}

/** Letters to add, drop or change (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, wanted] of [...other].entries()) {
      const changed = (row[j] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, changed))
    }
    row = next
  }
  return row[other.length] ?? 0
}
