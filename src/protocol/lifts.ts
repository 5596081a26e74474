import { type EventType, eventVersion } from './event.ts'

/** Turns a payload of one version into one of the next. */
export type Lift = (payload: unknown) => unknown

/** By event type: the lift that leads from each version that changed it to the next. A version without one changed nothing. */
export type Lifts = { readonly [Type in EventType]?: { readonly [from: number]: Lift } }

/** The lifts of every released version. Entries are added when a payload changes and never removed. */
const released: Lifts = {}

/** What a payload is lifted by, and to which version; other than released only in tests. */
export interface Lifting {
  readonly lifts: Lifts
  readonly to: number
}
export const current: Lifting = { lifts: released, to: eventVersion }

/** Brings a payload from version `v` to the current one, step by step. */
export function liftPayload(
  type: EventType,
  { v, payload }: { readonly v: number; readonly payload: unknown },
  { lifts, to }: Lifting,
): unknown {
  let lifted = payload
  for (let from = v; from < to; from += 1) lifted = lifts[type]?.[from]?.(lifted) ?? lifted
  return lifted
}
