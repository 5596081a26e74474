import type { BlobRef, SessionEvent, SessionId, UnknownEvent } from '#protocol'

/** An event as a store gives it back: of a known type, or kept as it was found. */
export type StoredEvent = SessionEvent | UnknownEvent

/** What the list of sessions shows without folding any of them. */
export interface SessionRow {
  readonly sessionId: SessionId
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: number
  readonly title: string
  readonly teamId: string
}

export interface AppendOptions {
  /** Seq of the session's last event as the writer knows it; 0 for a new session. */
  readonly expected: number
  /** Makes giving the same command twice harmless: the second append throws StoreDuplicate. */
  readonly commandId?: string
}

/** A row that could not be read: set aside, reported, and marked in the history at its seq. */
export interface DamagedRecord {
  readonly sessionId: SessionId
  readonly seq: number
  readonly why: string
}

/**
 * Where the events of sessions live.
 *
 * Promises: 1. `append` is all or nothing, and resolves only when the events survive a power cut (in adapters that
 * promise durability). 2. Appends of one session take effect in the order they were called, also when not awaited.
 * 3. Readers never see a gap: a damaged row comes as an event of type `record.damaged` at its seq. 4. Nothing here
 * blocks the event loop for long. Failures: StoreConflict (nothing was written; read again), StoreDuplicate (the
 * command is in the log already), StoreUnavailable (disk, lock, closed).
 */
export interface EventStore {
  append(sessionId: SessionId, events: readonly SessionEvent[], options: AppendOptions): Promise<void>
  /** Events with seq greater than `after`, oldest first. */
  read(sessionId: SessionId, after: number): AsyncIterable<StoredEvent>
  /** Newest first. */
  sessions(): Promise<readonly SessionRow[]>
  /** Removes a session, its events and the blobs only it used. */
  remove(sessionId: SessionId): Promise<void>
  damaged(): Promise<readonly DamagedRecord[]>
  close(): Promise<void>
}

/** Content by its hash. Equal bytes are stored once. */
export interface Blobs {
  put(bytes: Uint8Array, mediaType: string): Promise<BlobRef>
  /** Throws StoreUnavailable with code `blob_missing` when there is no such content. */
  get(hash: string): Promise<Uint8Array>
}

/** Events and blobs of one workspace. */
export interface Store {
  readonly events: EventStore
  readonly blobs: Blobs
  close(): Promise<void>
}
