import { randomBytes } from 'node:crypto'
import { composeId, type IdKind, type IdOf } from '#protocol'

/** Time, waiting and chance come from here and from nowhere else, so that tests own them. */
export interface Clock {
  /** Epoch milliseconds. A label, never an order. */
  now(): number
  /** Runs the action after `ms` unless the returned function is called first. A `background` wait keeps no process alive. */
  after(ms: number, action: () => void, options?: { readonly background?: boolean }): () => void
  random(bytes: number): Uint8Array
}

/** The longest wait a timer can hold; a longer one is cut to it. */
const maxTimerMs = 2 ** 31 - 1
const pool = 1_000

/** The machine's clock and randomness. Random bytes are drawn in blocks: one draw per id would cost more than the id. */
export function systemClock(): Clock {
  let block = new Uint8Array(0)
  let used = 0
  return {
    now: () => Date.now(),
    after: (ms, action, options) => {
      const timer = setTimeout(action, Math.min(Math.max(0, ms), maxTimerMs))
      if (options?.background) timer.unref()
      return () => clearTimeout(timer)
    },
    random: (bytes) => {
      if (used + bytes > block.length) {
        block = randomBytes(Math.max(pool, bytes))
        used = 0
      }
      used += bytes
      return block.subarray(used - bytes, used)
    },
  }
}

/** Makes ids from a clock. */
export function newIdFrom(clock: Clock): <Kind extends IdKind>(kind: Kind) => IdOf[Kind] {
  return (kind) => composeId(kind, clock.now(), clock.random(10))
}

/** Makes borders for quoted text: 64 random bits in hex, and never a part of the content. */
export function newFenceFrom(clock: Clock): (content: string) => string {
  return (content) => {
    for (;;) {
      const fence = Buffer.from(clock.random(8)).toString('hex')
      if (!content.includes(fence)) return fence
    }
  }
}
