/** What the store and its writer thread say to each other. */
import type { SessionId } from '#protocol'
import type { UnavailableCode } from '../errors.ts'
import type { Naming } from '../place.ts'
import type { DamagedRecord, SessionRow } from '../store.ts'
import type { Migration } from './schema.ts'

/** What the thread is started with. */
export interface Opening {
  readonly folder: string
  /** Labels what is written while opening: the owner's line, a schema version. */
  readonly at: string
  /** Who owns the folder from now on, for the message another process gets. */
  readonly command: string
  readonly busyTimeoutMs: number
  readonly migrations: readonly Migration[]
}

/** One append, ready to be written. */
export interface AppendRequest {
  readonly id: number
  readonly sessionId: SessionId
  readonly expected: number
  readonly commandId: string | undefined
  readonly count: number
  /** One JSON text per event, joined by line feeds: JSON text holds none, and one text crosses threads fastest. */
  readonly lines: string
  readonly firstAt: string
  readonly lastAt: string
  readonly naming: Naming
}

export type Question =
  | { readonly kind: 'read'; readonly sessionId: SessionId; readonly after: number }
  | { readonly kind: 'sessions' }
  | { readonly kind: 'remove'; readonly sessionId: SessionId }
  | { readonly kind: 'check'; readonly session: number; readonly after: number }
  | { readonly kind: 'close' }

/** A row that could not be read. */
export interface Lost {
  readonly seq: number
  readonly why: string
}

/** Some consecutive events of a session, oldest first. */
export interface Page {
  readonly first: number
  readonly count: number
  /** A JSON list of the events; `null` where a row could not be read. */
  readonly json: string
  /** Why, for each `null`, in order. */
  readonly lost: readonly Lost[]
  /** The time of what came before, when the page begins with a row that could not be read; empty otherwise. */
  readonly at: string
  readonly more: boolean
}

/** A stretch of the store was checked; `next` is where to go on. */
export interface Checked {
  readonly found: readonly DamagedRecord[]
  readonly next: { readonly session: number; readonly after: number } | undefined
}

export interface Answers {
  readonly read: Page
  readonly sessions: readonly SessionRow[]
  /** Hashes of blobs that no session uses any more. */
  readonly remove: readonly string[]
  readonly check: Checked
  readonly close: undefined
}

export type ToWriter =
  | { readonly kind: 'append'; readonly appends: readonly AppendRequest[] }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }

/** Why something was not done, in a form that crosses threads. */
export type Failure =
  | { readonly kind: 'conflict'; readonly expected: number; readonly actual: number }
  | { readonly kind: 'duplicate'; readonly commandId: string }
  | { readonly kind: 'unavailable'; readonly code: UnavailableCode; readonly message: string }

export type FromWriter =
  | { readonly kind: 'open' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | {
      readonly kind: 'appended'
      readonly done: readonly number[]
      readonly failed: readonly { readonly id: number; readonly failure: Failure }[]
    }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: Answers[keyof Answers] }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }
