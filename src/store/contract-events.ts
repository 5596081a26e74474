import { composeId, type EventOf, type EventType, eventIdAt, type SessionId } from '#protocol'
import type { Store, StoredEvent } from './store.ts'

/** A session's id that is always the same for the same number. */
export function sessionOf(number: number): SessionId {
  return composeId('session', number, new Uint8Array(10))
}

type Extra = Partial<Omit<StoredEvent, 'payload' | 'type'>>

/** The first event of a session. */
export function opened(sessionId: SessionId, title = 'A question', extra: Extra = {}): StoredEvent {
  return {
    ...envelope('session.created', sessionId, 1),
    payload: { title, teamId: 'beijing', ownerId: 'ana' },
    ...extra,
  }
}

/** A small event; `text` tells it from others. */
export function renamed(sessionId: SessionId, seq: number, title: string, extra: Extra = {}): StoredEvent {
  return { ...envelope('session.renamed', sessionId, seq), payload: { title }, ...extra }
}

/** `count` events from `first` on. */
export function some(sessionId: SessionId, first: number, count: number): readonly StoredEvent[] {
  return Array.from({ length: count }, (_, index) =>
    renamed(sessionId, first + index, `title ${first + index}`),
  )
}

function envelope<Type extends EventType>(
  type: Type,
  sessionId: SessionId,
  seq: number,
): Omit<EventOf<Type>, 'payload'> {
  return {
    eventId: eventIdAt(sessionId, seq),
    sessionId,
    seq,
    type,
    at: new Date(1_700_000_000_000 + seq).toISOString(),
    actor: { kind: 'user', id: 'ana' },
    prevEvents: [],
    visibility: 'internal',
    v: 1,
  }
}

/** Registers a test about one behaviour of a new store. */
export type Behaves = (sentence: string, check: (store: Store) => Promise<void>) => void

export const session = sessionOf(1)
export const other = sessionOf(2)

export async function all({ events }: Store, of = session, after = 0): Promise<readonly StoredEvent[]> {
  return Array.fromAsync(events.read(of, after))
}
