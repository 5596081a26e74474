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
 * 3. Readers never see a gap: a damaged or missing row comes as an event of type `record.damaged` at its seq.
 * 4. Nothing here blocks the event loop for long. 5. An event is read back as it was appended, also one of a type this
 * version does not know; a property that is `undefined` equals a missing one. 6. Order is `seq` alone; `at` is a label.
 * 7. A read sees every append that was called before it. An append of no events writes nothing.
 *
 * Failures: StoreConflict (nothing was written; read again), StoreDuplicate (this session has the command already; it
 * is told before a conflict), StoreUnavailable (disk, lock, closed), TypeError (an event is not at its place: another
 * session's, or its seq does not follow).
 */
export interface EventStore {
  append(sessionId: SessionId, events: readonly StoredEvent[], options: AppendOptions): Promise<void>
  /** Events with seq greater than `after`, oldest first. */
  read(sessionId: SessionId, after: number): AsyncIterable<StoredEvent>
  /** The session appended to last comes first, by order of appends and not by time. */
  sessions(): Promise<readonly SessionRow[]>
  /** Removes a session, its events and the blobs only it used. */
  remove(sessionId: SessionId): Promise<void>
  /** Every row that cannot be read, found by checking them all: costs a read of the whole store. */
  damaged(): Promise<readonly DamagedRecord[]>
  /** Waits for what was called before; whatever is called after is refused with code `closed`. */
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
