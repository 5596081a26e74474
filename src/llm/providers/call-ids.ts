import { createHash } from 'node:crypto'
import type { CallId } from '#protocol'
import { callsOf } from '../groups.ts'
import type { ModelMessage } from '../model.ts'

/** How a provider writes the id of a call: as we do, or in exactly nine letters and digits. */
export type CallIdForm = 'ours' | 'nine'

const sendable = /^[A-Za-z0-9_-]{1,64}$/

/**
 * The wire ids of one request: ours go out, in a form the provider takes, each one unique. The ids a provider makes
 * never get in here: they end where its answer is read.
 */
export function wireCallIds(messages: readonly ModelMessage[], form: CallIdForm): (id: CallId) => string {
  const wires = new Map<CallId, string>()
  const taken = new Set<string>()
  for (const message of messages) {
    for (const { callId } of callsOf(message)) {
      if (wires.has(callId)) continue
      const wire = form === 'ours' && sendable.test(callId) ? callId : derived(callId, form, taken)
      wires.set(callId, wire)
      taken.add(wire)
    }
  }
  return (id) => wires.get(id) ?? id
}

/** The same id gives the same wire id in every request, as long as digests do not collide. */
function derived(callId: string, form: CallIdForm, taken: ReadonlySet<string>): string {
  const chars = form === 'nine' ? 9 : 32
  for (let salt = 0; ; salt += 1) {
    const wire = createHash('sha256').update(`${salt}:${callId}`).digest('hex').slice(0, chars)
    if (!taken.has(wire)) return wire
  }
}
