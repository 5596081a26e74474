import type { CallClock } from './clock.ts'

export interface SilenceLimits {
  /** Until the first byte. Reasoning models may take minutes. */
  readonly firstMs: number
  /** Between two signs of life after that; a ping is one. */
  readonly idleMs: number
}

/** Watches one attempt for silence. Only the time spent waiting for the model counts, not the reader's own. */
export interface Watchdog {
  /** True once any sign of life came. */
  readonly seen: boolean
  alive(): void
  /** Call before waiting for the next event. */
  waiting(): void
  /** Call when the event is here. */
  served(): void
  stop(): void
}

/** One timer for the whole attempt: a sign of life costs a look at the clock, not a new timer. */
export function watchdog(
  clock: CallClock,
  limits: SilenceLimits,
  onSilence: (silentMs: number) => void,
): Watchdog {
  let seen = false
  let isWaiting = false
  let lastLife = clock.now()
  const limit = (): number => (seen ? limits.idleMs : limits.firstMs)
  let cancel = clock.after(limit(), check)
  function check(): void {
    const silentMs = clock.now() - lastLife
    if (isWaiting && silentMs >= limit()) onSilence(silentMs)
    else cancel = clock.after(Math.max(1, isWaiting ? limit() - silentMs : limit()), check)
  }
  const alive = (): void => {
    lastLife = clock.now()
    if (seen) return
    seen = true
    cancel()
    cancel = clock.after(limits.idleMs, check)
  }
  return {
    get seen() {
      return seen
    },
    alive,
    waiting() {
      isWaiting = true
      lastLife = clock.now()
    },
    served() {
      isWaiting = false
      alive()
    },
    stop: () => cancel(),
  }
}
