/** What a thrown thing says. Anything can be thrown, also what has no text or refuses to give it. */
export function errorWords(error: unknown): string {
  try {
    const words: unknown = error instanceof Error ? error.message : error
    return String(words)
  } catch {
    // Its own words cannot be had: what it is must do.
    return `a thrown ${typeof error} that has no text`
  }
}
