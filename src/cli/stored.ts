import { emptyView, fold, type SessionId, type View } from '#protocol'
import type { EventStore, StoredEvent } from '#store'
import { CommandFailure, exit } from './failure.ts'
import { completeId, idsIn, matching, type Named } from './ids.ts'
import type { Terminal } from './terminal.ts'

/** A session read from the store, without setting anything in motion. */
export interface StoredSession {
  readonly sessionId: SessionId
  readonly events: readonly StoredEvent[]
  readonly view: View
}

/** Reads and folds a session. */
export async function readSession(store: EventStore, sessionId: SessionId): Promise<StoredSession> {
  const events: StoredEvent[] = []
  const view = emptyView()
  for await (const event of store.read(sessionId, 0)) {
    events.push(event)
    fold(view, event)
  }
  return { sessionId, events, view }
}

/** The session that was named by its id or by a part of it; the newest when nothing was named. */
export async function findSession(
  store: EventStore,
  terminal: Pick<Terminal, 'say'>,
  typed: string | undefined,
): Promise<StoredSession> {
  const ids = (await store.sessions()).map((row) => row.sessionId)
  const [newest] = ids
  if (typed === undefined && !newest) throw new CommandFailure(terminal.say('noSessions'), exit.usage)
  return readSession(store, typed === undefined && newest ? newest : completeId(terminal, typed ?? '', ids))
}

export interface Wanted {
  readonly typed: string
  readonly kinds: readonly Named[]
}

/** A thing in a session, by its whole id. */
export interface Owned {
  readonly session: StoredSession
  readonly id: string
}

/** The session that holds the thing that was named, and its whole id. A part of an id is looked for in all sessions. */
export async function findOwner(
  store: EventStore,
  terminal: Pick<Terminal, 'say'>,
  { typed, kinds }: Wanted,
): Promise<Owned> {
  const owners = new Map<string, StoredSession>()
  for (const { sessionId } of await store.sessions()) {
    const session = await readSession(store, sessionId)
    for (const id of matching(typed, idsIn(session.view, kinds))) {
      if (id === typed) return { session, id }
      owners.set(id, session)
    }
  }
  const id = completeId(terminal, typed, owners.keys())
  const session = owners.get(id)
  if (!session) throw new CommandFailure(terminal.say('noMatch', { id: typed }), exit.usage)
  return { session, id }
}
