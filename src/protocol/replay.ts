import type { SessionEvent, UnknownEvent } from './event.ts'

/** An event with when to show it, counted from the start of the replay. */
export interface Frame {
  readonly event: SessionEvent | UnknownEvent
  readonly atMs: number
}

export interface ReplayOptions {
  /** 2 plays twice as fast; Infinity at once. */
  readonly speed: number
  /** The longest pause between two events, before speed. */
  readonly maxGapMs: number
}

/**
 * Lays out a log in time: the pauses it was written with, none longer than the limit. Order is the log's; a clock that
 * went backwards makes a pause of nothing.
 */
export function* frames(
  log: Iterable<SessionEvent | UnknownEvent>,
  { speed, maxGapMs }: ReplayOptions,
): Generator<Frame> {
  let atMs = 0
  let before: number | undefined
  for (const event of log) {
    const written = Date.parse(event.at)
    const gap = before === undefined ? 0 : Math.min(Math.max(0, written - before), maxGapMs)
    atMs += Number.isFinite(gap) && speed > 0 ? gap / speed : 0
    before = Number.isFinite(written) ? written : before
    yield { event, atMs }
  }
}
