import type { Usage } from '#protocol'
import { ceilingTokens, estimateTokens } from './tokens.ts'

const callsToTrust = 3
const marginBefore = 1.15
const marginAfter = 1.05
/** Weight of the newest report once there are enough. */
const newest = 0.3
/** A report further off than this says more about the report than about the text. */
const widest = 8

/** How the tokens a model reports compare with our estimate, learned call by call. One per model; the caller owns it. */
export interface TokenGauge {
  /** Reports seen. */
  readonly calls: number
  /** Reported over estimated; 1 until something was reported. */
  readonly factor: number
  /** Books one finished call. A usage that does not say how much went in teaches nothing. */
  learn(estimate: number, usage: Usage): void
  /** Likely tokens of a text at this model. */
  likely(text: string): number
  /** Tokens to plan with: the likely figure with a margin, wide until three calls have been reported. */
  planned(estimate: number): number
  /** Tokens a text will hardly exceed at this model: what must fit a window is counted with this. */
  ceiling(text: string): number
}

/** A gauge that knows nothing yet, or what a former one had learned. */
export function tokenGauge(
  known: { readonly calls: number; readonly factor: number } = { calls: 0, factor: 1 },
): TokenGauge {
  let { calls, factor } = known
  return {
    get calls() {
      return calls
    },
    get factor() {
      return factor
    },
    learn(estimate, usage) {
      const reported = inputTokens(usage)
      if (reported === null || reported === 0 || estimate <= 0) return
      const ratio = Math.min(widest, Math.max(1 / widest, reported / estimate))
      calls += 1
      factor += (ratio - factor) * Math.max(newest, 1 / calls)
    },
    likely: (text) => Math.ceil(estimateTokens(text) * factor),
    planned: (estimate) => Math.ceil(estimate * factor * (calls < callsToTrust ? marginBefore : marginAfter)),
    ceiling(text) {
      const learned = Math.ceil(estimateTokens(text) * factor * marginAfter)
      return calls < callsToTrust ? Math.max(learned, ceilingTokens(text)) : learned
    },
  }
}

/** All input of a call, cached or not; null when the provider did not say. */
export function inputTokens(usage: Usage): number | null {
  if (usage.source !== 'reported' || usage.freshInput === null) return null
  return usage.freshInput + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)
}
