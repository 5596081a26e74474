import { resolve } from 'node:path'
import type { SessionId } from '#protocol'
import { StoreUnavailable } from '../errors.ts'
import { blobHashesIn, checkPlaces, namingIn } from '../place.ts'
import type { AppendOptions, DamagedRecord, EventStore, Store, StoredEvent } from '../store.ts'
import { type FileBlobs, fileBlobs } from './blobs.ts'
import { unsupported } from './engine.ts'
import type { AppendRequest, Checked } from './messages.ts'
import { readPages } from './pages.ts'
import type { Migration } from './schema.ts'
import { WriterLink } from './writer-link.ts'

export interface SqliteStoreOptions {
  /** Everything is in this one folder, which is created when it is not there. Usually `.loggia`. */
  readonly folder: string
  /** Labels what the store itself notes: since when it is owned, when its tables were brought up to date. */
  readonly now?: () => Date
  /** What another process is told that holds the folder; by default the program's command line. */
  readonly command?: string
  /** How long a lock of a foreign program on the database is waited for. Nothing but this store's writer waits. */
  readonly busyTimeoutMs?: number
  /** Steps beyond the store's own, for whoever keeps tables beside ours. */
  readonly migrations?: readonly Migration[]
}

export interface SqliteStore extends Store {
  /** Resolves when the folder is ours; rejects with StoreUnavailable: `owned`, `too_new`, `unsupported`, `disk`. */
  readonly ready: Promise<void>
}

/**
 * The default store: one folder on this machine, owned by one process at a time, durable against a power cut. Opens in
 * the background: every call waits for it, and is refused as `ready` is. Throws StoreUnavailable with code
 * `unsupported` on an engine it must not run on.
 */
export function sqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { folder, now = () => new Date(), busyTimeoutMs = 5_000, migrations = [] } = options
  const refusal = unsupported({ node: process.versions.node, sqlite: process.versions['sqlite'] })
  if (refusal !== undefined) throw new StoreUnavailable('unsupported', refusal)
  const command = options.command ?? process.argv.slice(1).join(' ')
  const path = resolve(folder)
  const link = new WriterLink({ folder: path, at: now().toISOString(), command, busyTimeoutMs, migrations })
  const blobs = fileBlobs(resolve(path, 'blobs'))
  const events = sqliteEvents(link, blobs)
  return {
    ready: link.ready,
    events,
    blobs: {
      put: (bytes, mediaType) => link.whenOpen(() => blobs.put(bytes, mediaType)),
      get: (hash) => link.whenOpen(() => blobs.get(hash)),
    },
    close: () => events.close(),
  }
}

function sqliteEvents(link: WriterLink, blobs: FileBlobs): EventStore {
  return {
    async append(sessionId, events, options) {
      checkPlaces(sessionId, events, options.expected)
      const request = requestOf(sessionId, events, options)
      await link.append(request)
      blobs.used(blobHashesIn(request.lines))
    },
    read: (sessionId, after) => readPages(link, sessionId, after),
    sessions: () => link.ask({ kind: 'sessions' }),
    async remove(sessionId) {
      await blobs.drop(await link.ask({ kind: 'remove', sessionId }))
    },
    damaged: () => checkAll(link),
    async close() {
      await blobs.settle()
      await link.close()
    },
  }
}

function requestOf(
  sessionId: SessionId,
  events: readonly StoredEvent[],
  { expected, commandId }: AppendOptions,
): Omit<AppendRequest, 'id'> {
  return {
    sessionId,
    expected,
    commandId,
    count: events.length,
    lines: events.map((event) => JSON.stringify(event)).join('\n'),
    firstAt: events[0]?.at ?? '',
    lastAt: events.at(-1)?.at ?? '',
    naming: namingIn(events),
  }
}

async function checkAll(link: WriterLink): Promise<readonly DamagedRecord[]> {
  const all: DamagedRecord[] = []
  let next: Checked['next'] = { session: 0, after: 0 }
  while (next) {
    const checked: Checked = await link.ask({ kind: 'check', ...next })
    all.push(...checked.found)
    next = checked.next
  }
  return all
}
