import type { EventType } from './event.ts'

/** Turns a payload of one version into one of the next. */
export type Lift = (payload: unknown) => unknown

/** Lifts by event type, from the first version on: entry 0 leads from version 1 to 2. */
export type Lifts = { readonly [Type in EventType]?: readonly Lift[] }

/** No payload has changed since the first version. */
const released: Lifts = {}

/** Brings a payload from version `v` to the current one, step by step. */
export function liftPayload(type: EventType, v: number, payload: unknown, lifts: Lifts = released): unknown {
  return (lifts[type] ?? []).slice(v - 1).reduce<unknown>((lifted, lift) => lift(lifted), payload)
}
