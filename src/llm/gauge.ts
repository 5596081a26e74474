import type { Usage } from '#protocol'
import { ceilingTokens, estimateTokens } from './tokens.ts'

const callsToTrust = 3
const marginBefore = 1.15
const marginAfter = 1.05
/** Weight of the newest report once there are enough. */
const newest = 0.3
/** A report further off than this says more about the report than about the text. */
const widest = 8

/** What a gauge has learnt, to be kept and given to the next one. */
export interface Gauged {
  readonly calls: number
  readonly factor: number
}

/** How the tokens a model reports compare with our estimate, learnt call by call. One per model. */
export class TokenGauge implements Gauged {
  #calls: number
  #factor: number

  constructor(known: Gauged = { calls: 0, factor: 1 }) {
    this.#calls = known.calls
    this.#factor = known.factor
  }

  /** Reports seen. */
  get calls(): number {
    return this.#calls
  }

  /** Reported over estimated; 1 until something was reported. */
  get factor(): number {
    return this.#factor
  }

  /** Books one finished call: our estimate before correction, and the provider's figure. An absent figure teaches nothing. */
  learn(estimate: number, reported: number | null): void {
    if (reported === null || reported <= 0 || estimate <= 0) return
    const ratio = Math.min(widest, Math.max(1 / widest, reported / estimate))
    this.#calls += 1
    this.#factor += (ratio - this.#factor) * Math.max(newest, 1 / this.#calls)
  }

  /** The likely figure for an estimate, without a margin. */
  likely(estimate: number): number {
    return Math.ceil(estimate * this.#factor)
  }

  /** Tokens to plan a call with: the likely figure and a margin, wide until three calls have been reported. */
  planned(estimate: number): number {
    const margin = this.#calls < callsToTrust ? marginBefore : marginAfter
    return Math.ceil(estimate * this.#factor * margin)
  }

  /** Tokens a text will hardly exceed at this model: what must fit a window is counted with this. */
  ceiling(text: string): number {
    const learned = this.planned(estimateTokens(text))
    return this.#calls < callsToTrust ? Math.max(learned, ceilingTokens(text)) : learned
  }
}

/** All input of a call, cached or not; null when the provider did not say. */
export function inputTokens(usage: Usage): number | null {
  if (usage.source !== 'reported' || usage.freshInput === null) return null
  return usage.freshInput + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)
}
