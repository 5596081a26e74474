import type { z } from 'zod'
import type { catalogue } from './events/catalogue.ts'
import type { Frozen } from './frozen.ts'
import type { EventId, RunId, SessionId, TaskId } from './ids.ts'

type Catalogue = typeof catalogue
export type EventType = keyof Catalogue

/** The payload of each event type. */
export type PayloadOf<Type extends EventType> = Frozen<z.infer<Catalogue[Type]>>

/** Who did it. Written by the session, never by text. */
export interface Actor {
  readonly kind: 'user' | 'agent' | 'tool' | 'system'
  readonly id: string
}

/** `user`: part of the message flow a person reads. `internal`: stored, inspectable, never in that flow. */
export type Visibility = 'user' | 'internal'

/** What a writer proposes: an event without its place. The session adds id, seq and time. */
export interface DraftOf<Type extends EventType> {
  readonly type: Type
  readonly actor: Actor
  readonly taskId?: TaskId | undefined
  readonly runId?: RunId | undefined
  /** Why, in words a person reads. */
  readonly reason?: string | undefined
  /** Causes: the approval that released a call, the result a message used; not merely the row before. */
  readonly prevEvents?: readonly EventId[] | undefined
  readonly visibility?: Visibility | undefined
  readonly payload: PayloadOf<Type>
}
export type EventDraft = { [Type in EventType]: DraftOf<Type> }[EventType]

/**
 * One immutable fact of a session. `seq` is gapless from 1 and is the order; `at` (ISO 8601, UTC, milliseconds) is a
 * label. `v` is the version of the payload's schema.
 */
export interface EventOf<Type extends EventType> extends DraftOf<Type> {
  readonly eventId: EventId
  readonly sessionId: SessionId
  readonly seq: number
  readonly at: string
  readonly prevEvents: readonly EventId[]
  readonly visibility: Visibility
  readonly v: number
}
export type SessionEvent = { [Type in EventType]: EventOf<Type> }[EventType]

/** An event of a type this version does not know: kept, exported and replayed as it is, folded as nothing. */
export interface UnknownEvent extends Omit<EventOf<'session.paused'>, 'type' | 'payload'> {
  readonly type: string
  readonly payload: unknown
}

/** The version of the event language that this code writes. */
export const eventVersion = 1
