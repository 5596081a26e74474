import assert from 'node:assert/strict'
import {
  type Actor,
  type Command,
  type CommandEnvelope,
  type Decision,
  decide,
  type EventDraft,
  emptyView,
  eventIdAt,
  eventVersion,
  fold,
  type RefusalReason,
  type SessionEvent,
  type SessionId,
  type UnknownEvent,
  type View,
} from '#protocol'

/** What was written, as events at their places: the session adds id, seq and time. */
export function placed(
  drafts: readonly EventDraft[],
  { sessionId, after = 0, at = '2026-01-01T00:00:00.000Z' }: Placing,
): readonly SessionEvent[] {
  return drafts.map((draft, index) => {
    const seq = after + index + 1
    const { visibility = 'internal', prevEvents = [] } = draft
    const place = { eventId: eventIdAt(sessionId, seq), sessionId, seq, at, v: eventVersion }
    return { ...draft, ...place, visibility, prevEvents } as SessionEvent
  })
}

export interface Placing {
  readonly sessionId: SessionId
  /** Seq of the last event before them. */
  readonly after?: number
  readonly at?: string
}

/** Events that were there, a command, and what follows: a decision told as given, when, then. */
export interface Given {
  readonly view: View
  when(command: Command, by?: Pick<CommandEnvelope, 'actor' | 'reason'>): Outcome
}

export interface Outcome {
  readonly decision: Decision
  /** The command is accepted with exactly these types, in this order. Gives back the drafts. */
  thenEvents(...types: readonly EventDraft['type'][]): readonly EventDraft[]
  /** The command is refused for this reason. Gives back the message. */
  thenRefused(reason: RefusalReason): string
}

const somebody: Actor = { kind: 'user', id: 'user' }

/** Folds what was there, ready for a command. */
export function given(events: readonly (SessionEvent | UnknownEvent)[]): Given {
  const view = emptyView()
  for (const event of events) fold(view, event)
  assert.equal(view.seq, events.length, 'the events given are not a whole log from seq 1')
  return {
    view,
    when(command, { actor = somebody, ...rest } = { actor: somebody }) {
      return outcome(decide(view, { command, actor, ...rest }))
    },
  }
}

function outcome(decision: Decision): Outcome {
  return {
    decision,
    thenEvents(...types) {
      if (!decision.ok) assert.fail(`refused (${decision.refusal.reason}): ${decision.refusal.message}`)
      assert.deepEqual(
        decision.drafts.map((draft) => draft.type),
        types,
      )
      return decision.drafts
    },
    thenRefused(reason) {
      if (decision.ok)
        assert.fail(`accepted: ${decision.drafts.map((draft) => draft.type).join(', ')}; wanted ${reason}`)
      assert.equal(decision.refusal.reason, reason, decision.refusal.message)
      return decision.refusal.message
    },
  }
}
