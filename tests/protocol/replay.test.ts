import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emptyView, fold, frames, seek, shownAt, stepFrom, viewDigestInput } from '#protocol'
import { story } from './story.ts'

const { events } = story()
const film = [...frames(events, { speed: 1, maxGapMs: 1_000 })]

test('pauses are as they were, none longer than the limit, and shrink with speed', () => {
  const [first, second, third] = events
  assert.ok(first && second && third)
  const at = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.400Z', '2026-01-01T09:00:00.000Z']
  const log = [first, second, third].map((event, index) => ({ ...event, at: at[index] ?? '' }))
  const times = (speed: number): number[] =>
    [...frames(log, { speed, maxGapMs: 1_000 })].map(({ atMs }) => atMs)
  assert.deepEqual(times(1), [0, 400, 1_400])
  assert.deepEqual(times(4), [0, 100, 350])
  assert.deepEqual(times(Number.POSITIVE_INFINITY), [0, 0, 0])
  for (const odd of [0, -2, Number.NaN]) assert.deepEqual(times(odd), [0, 400, 1_400])
})

test('a clock that stands still, goes back or says nothing makes no pause and no disorder', () => {
  const stamps = ['2026-01-01T01:00:00.000Z', '2026-01-01T00:00:00.000Z', 'never', '2026-01-01T00:00:00.100Z']
  const log = stamps.flatMap((at, index) => (events[index] ? [{ ...events[index], at }] : []))
  const laid = [...frames(log, { speed: 1, maxGapMs: 1_000 })]
  assert.deepEqual(
    laid.map(({ atMs }) => atMs),
    [0, 0, 0, 100],
  )
  assert.deepEqual(
    laid.map(({ event }) => event.seq),
    [1, 2, 3, 4],
  )
})

test('a moment shows every frame up to it', () => {
  fc.assert(
    fc.property(fc.double({ min: -10, max: 1e6, noNaN: true }), (atMs) => {
      assert.equal(shownAt(film, atMs), film.filter((frame) => frame.atMs <= atMs).length)
    }),
  )
})

test('a place gives the view that was there, wherever one comes from', () => {
  const wanted = (shown: number): string => {
    const view = emptyView()
    for (const event of events.slice(0, shown)) fold(view, event)
    return viewDigestInput(view)
  }
  fc.assert(
    fc.property(fc.array(fc.nat(events.length), { maxLength: 8 }), (places) => {
      let head = seek(film, 0)
      for (const place of places) {
        head = seek(film, place, head)
        assert.equal(head.shown, place)
        assert.equal(viewDigestInput(head.view), wanted(place))
      }
    }),
    { numRuns: 30 },
  )
  assert.equal(seek(film, 1e9).shown, film.length)
  assert.equal(seek(film, -5).shown, 0)
})

test('steps go event by event, or from message to message, both ways and not beyond the ends', () => {
  assert.equal(stepFrom(film, 3), 4)
  assert.equal(stepFrom(film, 3, { back: true }), 2)
  assert.equal(stepFrom(film, 0, { back: true }), 0)
  assert.equal(stepFrom(film, film.length), film.length)
  const isStop = (event: { readonly type: string }): boolean => event.type === 'message.posted'
  const stops: number[] = []
  for (let at = stepFrom(film, 0, { isStop }); at < film.length; at = stepFrom(film, at, { isStop }))
    stops.push(at)
  assert.deepEqual(
    stops,
    events.flatMap((event, index) => (event.type === 'message.posted' ? [index + 1] : [])),
  )
  assert.equal(stepFrom(film, film.length, { back: true, isStop }), stops.at(-1))
})
