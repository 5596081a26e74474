import { emptyView, fold, type SessionId, type View } from '#protocol'
import type { StoredEvent } from '#store'
import { CommandFailure, exit } from './failure.ts'
import { completeId, idsIn } from './ids.ts'
import type { Terminal } from './terminal.ts'
import type { Workspace } from './workspace.ts'

/** A session read from the store, without setting anything in motion. */
export interface StoredSession {
  readonly sessionId: SessionId
  readonly events: readonly StoredEvent[]
  readonly view: View
}

/** Reads and folds a session. */
export async function readSession(workspace: Workspace, sessionId: SessionId): Promise<StoredSession> {
  const events: StoredEvent[] = []
  const view = emptyView()
  for await (const event of workspace.store.events.read(sessionId, 0)) {
    events.push(event)
    fold(view, event)
  }
  return { sessionId, events, view }
}

/** The session that was named by its id or by a part of it; the newest when nothing was named. */
export async function findSession(
  workspace: Workspace,
  terminal: Terminal,
  typed: string | undefined,
): Promise<StoredSession> {
  const ids = (await workspace.sessions()).map((row) => row.sessionId)
  const [newest] = ids
  if (typed === undefined && !newest) throw new CommandFailure(terminal.say('noSessions'), exit.usage)
  return readSession(
    workspace,
    typed === undefined && newest ? newest : completeId(terminal, typed ?? '', ids),
  )
}

/** The session that holds the thing with this id, and the whole id. The newest sessions are looked at first. */
export async function findOwner(
  workspace: Workspace,
  terminal: Terminal,
  typed: string,
): Promise<{ readonly session: StoredSession; readonly id: string }> {
  for (const { sessionId } of await workspace.sessions()) {
    const session = await readSession(workspace, sessionId)
    const found = idsIn(session.view).filter(
      (id) => id === typed || id.endsWith(typed) || id.startsWith(typed),
    )
    if (found.length > 0) return { session, id: completeId(terminal, typed, found) }
  }
  throw new CommandFailure(terminal.say('noMatch', { id: typed }), exit.usage)
}
