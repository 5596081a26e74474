import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { emptyView, encodeEvent, fold, type SessionId, viewDigestInput } from '#protocol'
import { newIdFrom, systemClock } from '#runtime'
import { type EventStore, type Store, type StoredEvent, StoreUnavailable } from '#store'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import {
  blobLine,
  movedSession,
  readSessionFile,
  type SessionFile,
  SessionFileDamaged,
} from '../session-file.ts'
import { findSession } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace } from '../workspace.ts'

/**
 * A short name for the state a log folds to: equal before an export and after its import, also under another id,
 * because the session's own id is left out of it.
 */
function stateHash(sessionId: SessionId, events: readonly StoredEvent[]): string {
  const view = emptyView()
  for (const event of events) fold(view, event)
  const state = viewDigestInput(view).replaceAll(sessionId.slice('sess_'.length), '')
  return createHash('sha256').update(state).digest('hex').slice(0, 16)
}

/** Writes a session as one stored event per line, then what its events keep outside of them, a line each. */
export async function exportSession(given: Given, terminal: Terminal): Promise<number> {
  const workspace = await openWorkspace(terminal, 'existing')
  try {
    const { sessionId, events, view } = await findSession(workspace.store.events, terminal, given.words[0])
    const lines = [...events.map(encodeEvent), ...(await blobLines(terminal, workspace.store, events))]
    const path = given.text('out')
    if (path === undefined) for (const line of lines) terminal.out(line)
    else await writeWhole(path, `${lines.join('\n')}\n`)
    if (view.damaged.length > 0) terminal.note(terminal.say('damaged', { count: view.damaged.length }))
    terminal.note(terminal.say('exported', { events: events.length, hash: stateHash(sessionId, events) }))
    return exit.done
  } finally {
    await workspace.close()
  }
}

/** Either the whole file is there, or the one before it. */
async function writeWhole(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}.part`
  try {
    await writeFile(beside, text)
    await rename(beside, path)
  } catch (cause) {
    await rm(beside, { force: true })
    throw new CommandFailure(cause instanceof Error ? cause.message : String(cause), exit.failed, { cause })
  }
}

const blobHash = /"hash":"(sha256-[0-9a-f]{64})","sizeBytes":\d+,"mediaType":"([^"]*)"/g

/** Content kept by its hash, as lines of their own: a result that was too long for its event is part of the session. */
async function blobLines(
  terminal: Terminal,
  { blobs }: Store,
  events: readonly StoredEvent[],
): Promise<readonly string[]> {
  const found = new Map<string, string>()
  for (const event of events)
    for (const [, hash = '', mediaType = ''] of encodeEvent(event).matchAll(blobHash))
      found.set(hash, mediaType)
  const lines: string[] = []
  for (const [blob, mediaType] of found) {
    try {
      const bytes = await blobs.get(blob)
      lines.push(blobLine(blob, { bytes, mediaType }))
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      terminal.note(terminal.say('blobMissing', { hash: blob }))
    }
  }
  return lines
}

/** Reads a session from such lines. Everything is checked before anything is written. */
export async function importSession(given: Given, terminal: Terminal): Promise<number> {
  const { events, blobs } = readWhole(terminal, await readBytes(given.need(0, 'FILE')))
  const [first] = events
  if (!first) throw new CommandFailure(terminal.say('importEmpty'))
  const workspace = await openWorkspace(terminal, 'any')
  try {
    const { store } = workspace
    const sessionId = await freeId(store.events, terminal, first.sessionId)
    const kept = sessionId === first.sessionId ? events : movedSession(events, sessionId)
    for (const { bytes, mediaType } of blobs) await store.blobs.put(bytes, mediaType)
    await store.events.append(sessionId, kept, { expected: 0 })
    const stored = await Array.fromAsync(store.events.read(sessionId, 0))
    terminal.out(sessionId)
    terminal.note(
      terminal.say('imported', { id: sessionId, events: stored.length, hash: stateHash(sessionId, stored) }),
    )
    return exit.done
  } finally {
    await workspace.close()
  }
}

function readWhole({ say }: Terminal, bytes: Uint8Array): SessionFile {
  try {
    return readSessionFile(bytes)
  } catch (cause) {
    if (!(cause instanceof SessionFileDamaged)) throw cause
    const { line, message: why } = cause
    throw new CommandFailure(say('importBadLine', { line, why }), exit.failed, { cause })
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return path === '-' ? Buffer.concat(await Array.fromAsync(process.stdin)) : await readFile(path)
  } catch (cause) {
    throw new CommandFailure(cause instanceof Error ? cause.message : String(cause), exit.failed, { cause })
  }
}

/** The session's own id when that is free, else a new one that is told. */
async function freeId(events: EventStore, terminal: Terminal, sessionId: SessionId): Promise<SessionId> {
  const isTaken = (await events.sessions()).some((row) => row.sessionId === sessionId)
  if (!isTaken) return sessionId
  const fresh = newIdFrom(systemClock())('session')
  terminal.note(terminal.say('importTaken', { id: sessionId, fresh }))
  return fresh
}
