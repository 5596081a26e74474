/** What model calls need of a clock. Whoever composes the program hands one in. */
export interface CallClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs the action after `ms` unless the returned function is called first. */
  after(ms: number, action: () => void): () => void
  random(bytes: number): Uint8Array
}

/** Resolves after `ms`; rejects with the signal's reason when aborted first. */
export async function pause(clock: CallClock, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const cancel = clock.after(ms, resolve)
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await promise
  } finally {
    cancel()
    signal.removeEventListener('abort', stop)
  }
}

/** A fair number in [0, 1). */
export function chance(clock: CallClock): number {
  const bytes = clock.random(4)
  const whole = (((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) * 256 + (bytes[2] ?? 0)) * 256 + (bytes[3] ?? 0)
  return whole / 2 ** 32
}
