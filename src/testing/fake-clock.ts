import type { Clock } from '#runtime'

/** A clock that stands still until it is moved. Timers fire in the order of their time, then of their making. */
export interface FakeClock extends Clock {
  /** Moves time, also backwards; what comes due on the way fires. */
  advance(ms: number): void
  /** Timers not fired and not cancelled. */
  readonly pending: number
}

interface Timer {
  readonly at: number
  readonly order: number
  readonly action: () => void
}

/** A clock at the given epoch milliseconds. Its randomness counts, so every run makes the same ids. */
export function fakeClock(startMs = Date.UTC(2026, 0, 15, 4)): FakeClock {
  let now = startMs
  let made = 0
  let counter = 0
  const timers = new Set<Timer>()
  return {
    now: () => now,
    after(ms, action) {
      made += 1
      const timer = { at: now + Math.max(0, ms), order: made, action }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    random(bytes) {
      counter += 1
      const block = new Uint8Array(bytes)
      new DataView(block.buffer).setUint32(Math.max(0, bytes - 4), counter)
      return block
    },
    advance(ms) {
      const target = now + ms
      for (;;) {
        const due = [...timers]
          .filter((timer) => timer.at <= target)
          .sort((a, b) => a.at - b.at || a.order - b.order)[0]
        if (!due) break
        timers.delete(due)
        now = Math.max(now, due.at)
        due.action()
      }
      now = target
    },
    get pending() {
      return timers.size
    },
  }
}
