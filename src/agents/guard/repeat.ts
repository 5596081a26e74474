/** One turn of a run, or one round of delegations: what was called and what came back, in a normal form. */
export interface Step {
  readonly signature: string
  /** The calls, in words for a person. */
  readonly words: string
}

export type RepeatVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly evidence: string; readonly period: number; readonly repeats: number }

const longestPeriod = 4
const repeatsToSuspect = 3

/**
 * Judges whether the latest steps repeat without progress: a pattern of one to four steps with equal calls and equal
 * results, three times in a row. Changing results are progress. Pure; keeps nothing.
 */
export function judgeRepeats(steps: readonly Step[]): RepeatVerdict {
  for (let period = 1; period <= longestPeriod; period += 1) {
    const repeats = repeatsAtEnd(steps, period)
    if (repeats < repeatsToSuspect) continue
    const pattern = steps.slice(-period).map((step) => step.words)
    const evidence = `${pattern.join(', then ')}: ${repeats} times with the same results`
    return { ok: false, evidence, period, repeats }
  }
  return { ok: true }
}

function repeatsAtEnd(steps: readonly Step[], period: number): number {
  let equal = 0
  for (let place = steps.length - 1; place >= period; place -= 1) {
    if (steps[place]?.signature !== steps[place - period]?.signature) break
    equal += 1
  }
  return Math.floor((equal + period) / period)
}
