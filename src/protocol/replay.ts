import type { SessionEvent, UnknownEvent } from './event.ts'
import { emptyView, fold } from './fold/fold.ts'
import type { View } from './view.ts'

/** An event with when to show it, counted from the start of the replay. */
export interface Frame {
  readonly event: SessionEvent | UnknownEvent
  readonly atMs: number
}

export interface ReplayOptions {
  /** 2 plays twice as fast; Infinity at once. Anything that is no positive number counts as 1. */
  readonly speed: number
  /** The longest pause between two events, before speed. */
  readonly maxGapMs: number
}

/**
 * Lays out a log in time: the pauses it was written with, none longer than the limit. Order is the log's; a clock that
 * went backwards, or a time nobody can read, makes a pause of nothing.
 */
export function* frames(
  log: Iterable<SessionEvent | UnknownEvent>,
  { speed, maxGapMs }: ReplayOptions,
): Generator<Frame> {
  const pace = speed > 0 ? speed : 1
  let atMs = 0
  let before: number | undefined
  for (const event of log) {
    const written = Date.parse(event.at)
    const gap = before === undefined ? 0 : Math.min(Math.max(0, written - before), maxGapMs)
    atMs += Number.isFinite(gap) ? gap / pace : 0
    before = Number.isFinite(written) ? written : before
    yield { event, atMs }
  }
}

/** How many frames are to be seen at a moment of the replay. Takes as long as halving the list does. */
export function shownAt(film: readonly Frame[], atMs: number): number {
  let low = 0
  let high = film.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((film[middle]?.atMs ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return low
}

/** The number of frames shown one stop further, or one back: by default every event is a stop. */
export function stepFrom(
  film: readonly Frame[],
  shown: number,
  { back = false, isStop = () => true }: StepOptions = {},
): number {
  const by = back ? -1 : 1
  for (let next = shown + by; next > 0 && next <= film.length; next += by) {
    const frame = film[next - 1]
    if (frame && isStop(frame.event)) return next
  }
  return back ? 0 : film.length
}

export interface StepOptions {
  readonly back?: boolean
  /** Where stepping stops: messages only, or one task only. */
  readonly isStop?: (event: SessionEvent | UnknownEvent) => boolean
}

/** A replay that was put at a place: how much of the film is shown, and the view it gives. */
export interface Playhead {
  readonly shown: number
  readonly view: View
}

/**
 * Puts the replay at a number of shown frames. Forwards it folds what is new into the view it has; backwards it folds
 * again from the start, since a fold cannot be undone.
 */
export function seek(film: readonly Frame[], shown: number, from?: Playhead): Playhead {
  const target = Math.max(0, Math.min(Math.trunc(shown) || 0, film.length))
  const onward = from !== undefined && from.shown <= target
  const view = onward ? from.view : emptyView()
  for (const { event } of film.slice(onward ? from.shown : 0, target)) fold(view, event)
  return { shown: target, view }
}
