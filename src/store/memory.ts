import { createHash } from 'node:crypto'
import type { SessionId } from '#protocol'
import { StoreConflict, StoreDuplicate, StoreUnavailable } from './errors.ts'
import { blobHashesIn, checkPlaces, namingIn } from './place.ts'
import type { AppendOptions, Blobs, EventStore, SessionRow, Store, StoredEvent } from './store.ts'

/** One session as memory holds it. `touched` orders the list of sessions. */
interface Log {
  readonly events: StoredEvent[]
  readonly commands: Set<string>
  title: string
  teamId: string
  touched: number
}

/** Shared by the events and the blobs of one store. */
interface Memory {
  readonly logs: Map<SessionId, Log>
  readonly blobs: Map<string, Uint8Array>
  appends: number
  closed: boolean
}

/** A store that lives as long as the process: for tests, examples and throw-away runs. Promises no durability. */
export function memoryStore(): Store {
  const memory: Memory = { logs: new Map(), blobs: new Map(), appends: 0, closed: false }
  const events = memoryEvents(memory)
  return { events, blobs: memoryBlobs(memory), close: () => events.close() }
}

function memoryEvents(memory: Memory): EventStore {
  return {
    append(sessionId, events, options) {
      try {
        write(memory, sessionId, { events, options })
        return Promise.resolve()
      } catch (cause) {
        return Promise.reject(cause)
      }
    },
    async *read(sessionId, after) {
      refuseClosed(memory)
      const log = memory.logs.get(sessionId)
      const end = log?.events.length ?? 0
      for (let seq = Math.max(0, after); seq < end; seq += 1) {
        const event = log?.events[seq]
        if (event) yield event
      }
    },
    async sessions() {
      refuseClosed(memory)
      const newest = [...memory.logs].toSorted(([, left], [, right]) => right.touched - left.touched)
      return newest.map(([sessionId, log]) => rowOf(sessionId, log))
    },
    async remove(sessionId) {
      refuseClosed(memory)
      const log = memory.logs.get(sessionId)
      memory.logs.delete(sessionId)
      if (log) dropBlobs(memory, log)
    },
    async damaged() {
      refuseClosed(memory)
      return []
    },
    async close() {
      memory.closed = true
    },
  }
}

function write(
  memory: Memory,
  sessionId: SessionId,
  { events, options }: { readonly events: readonly StoredEvent[]; readonly options: AppendOptions },
): void {
  refuseClosed(memory)
  checkPlaces(sessionId, events, options.expected)
  const log = memory.logs.get(sessionId)
  const { commandId } = options
  if (commandId !== undefined && log?.commands.has(commandId)) throw new StoreDuplicate(commandId)
  const version = log?.events.length ?? 0
  if (version !== options.expected) throw new StoreConflict(options.expected, version)
  if (events.length === 0) return
  const kept = log ?? newLog(memory, sessionId)
  for (const event of events) kept.events.push(event)
  if (commandId !== undefined) kept.commands.add(commandId)
  const { title, teamId } = namingIn(events)
  if (title !== undefined) kept.title = title
  if (teamId !== undefined) kept.teamId = teamId
  memory.appends += 1
  kept.touched = memory.appends
}

function newLog(memory: Memory, sessionId: SessionId): Log {
  const log: Log = { events: [], commands: new Set(), title: '', teamId: '', touched: 0 }
  memory.logs.set(sessionId, log)
  return log
}

function rowOf(sessionId: SessionId, { events, title, teamId }: Log): SessionRow {
  const createdAt = events[0]?.at ?? ''
  const updatedAt = events.at(-1)?.at ?? createdAt
  return { sessionId, createdAt, updatedAt, version: events.length, title, teamId }
}

/** Counts by looking: removing is rare, and appending must cost nothing for it. */
function dropBlobs(memory: Memory, removed: Log): void {
  const mine = blobHashesIn(JSON.stringify(removed.events))
  if (mine.length === 0) return
  const others = new Set([...memory.logs.values()].flatMap((log) => blobHashesIn(JSON.stringify(log.events))))
  for (const hash of mine) if (!others.has(hash)) memory.blobs.delete(hash)
}

function memoryBlobs(memory: Memory): Blobs {
  return {
    async put(bytes, mediaType) {
      refuseClosed(memory)
      const hash = `sha256-${createHash('sha256').update(bytes).digest('hex')}`
      if (!memory.blobs.has(hash)) memory.blobs.set(hash, bytes.slice())
      return { hash, sizeBytes: bytes.byteLength, mediaType }
    },
    async get(hash) {
      refuseClosed(memory)
      const bytes = memory.blobs.get(hash)
      if (bytes) return bytes.slice()
      throw new StoreUnavailable(
        'blob_missing',
        `no blob ${hash} here; it was never put, or its session was removed`,
      )
    },
  }
}

function refuseClosed(memory: Memory): void {
  if (memory.closed) throw new StoreUnavailable('closed', 'the store is closed; open a new one')
}
