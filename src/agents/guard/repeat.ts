import { isNear } from './words.ts'

/** One turn of a run, or one round of delegations: what was called and what came back, in a normal form. */
export interface Step {
  /** The calls, in normal form, sorted. */
  readonly calls: string
  /** Everything that came back, in normal form: texts, facts, states of tasks. */
  readonly outcome: string
  /** The calls, in words for a person. */
  readonly words: string
}

export type RepeatVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly evidence: string; readonly period: number; readonly repeats: number }

const longestPeriod = 4
const repeatsToSuspect = 3

/**
 * Judges whether the latest steps repeat without progress: a pattern of one to four steps with the same calls, or the
 * same in other words, and equal results, three times in a row. Changing results are progress. Pure; keeps nothing.
 */
export function judgeRepeats(steps: readonly Step[]): RepeatVerdict {
  for (let period = 1; period <= longestPeriod; period += 1) {
    const repeats = repeatsAtEnd(steps, period)
    if (repeats < repeatsToSuspect) continue
    const pattern = steps.slice(-period).map((step) => step.words)
    const exact = steps.slice(-period * repeats).every((step, place, all) => {
      const before = all[place - period]
      return !before || before.calls === step.calls
    })
    const how = exact ? 'with the same results' : 'in almost the same words and with the same results'
    const evidence = `${pattern.join(', then ')}: ${repeats} times ${how}`
    return { ok: false, evidence, period, repeats }
  }
  return { ok: true }
}

/** How often the last `period` steps stand one after another at the end. */
function repeatsAtEnd(steps: readonly Step[], period: number): number {
  let equal = 0
  for (let place = steps.length - 1; place >= period; place -= 1) {
    const [step, before] = [steps[place], steps[place - period]]
    if (!step || !before || !isRepeat(step, before)) break
    equal += 1
  }
  return Math.floor((equal + period) / period)
}

function isRepeat(step: Step, before: Step): boolean {
  return step.outcome === before.outcome && isNear(step.calls, before.calls)
}
