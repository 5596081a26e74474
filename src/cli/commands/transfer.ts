import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import {
  decodeEvent,
  emptyView,
  encodeEvent,
  fold,
  movedEvent,
  type SessionId,
  viewDigestInput,
} from '#protocol'
import { newIdFrom, systemClock } from '#runtime'
import { type EventStore, type Store, type StoredEvent, StoreUnavailable } from '#store'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
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
      lines.push(JSON.stringify({ blob, mediaType, base64: Buffer.from(bytes).toString('base64') }))
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      terminal.note(terminal.say('blobMissing', { hash: blob }))
    }
  }
  return lines
}

/** Reads a session from such lines. Everything is checked before anything is written. */
export async function importSession(given: Given, terminal: Terminal): Promise<number> {
  const { events, blobs } = readLines(terminal, await readBytes(given.need(0, 'FILE')))
  const [first] = events
  if (!first) throw new CommandFailure(terminal.say('importEmpty'))
  const workspace = await openWorkspace(terminal, 'any')
  try {
    const { store } = workspace
    const sessionId = await freeId(store.events, terminal, first.sessionId)
    const kept = sessionId === first.sessionId ? events : events.map((event) => movedEvent(event, sessionId))
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

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return path === '-' ? Buffer.concat(await Array.fromAsync(process.stdin)) : await readFile(path)
  } catch (cause) {
    throw new CommandFailure(cause instanceof Error ? cause.message : String(cause), exit.failed, { cause })
  }
}

interface ReadBlob {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

interface Read {
  readonly events: readonly StoredEvent[]
  readonly blobs: readonly ReadBlob[]
}

/** The lines of a file, in order and without a gap. Throws CommandFailure with the number of the first bad line. */
function readLines({ say }: Terminal, bytes: Uint8Array): Read {
  const events: StoredEvent[] = []
  const blobs: ReadBlob[] = []
  for (const { number, line } of linesOf(bytes)) {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(line)
      if (text.trim() === '') continue
      if (text.startsWith('{"blob":')) blobs.push(readBlob(text))
      else events.push(nextEvent(text, events))
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new CommandFailure(say('importBadLine', { line: number, why }), exit.failed, { cause })
    }
  }
  return { events, blobs }
}

/** Split at byte 0x0A only: what looks like a line break elsewhere belongs to a text. */
function* linesOf(bytes: Uint8Array): Generator<{ readonly number: number; readonly line: Uint8Array }> {
  let from = 0
  for (let number = 1; from < bytes.length; number += 1) {
    const end = bytes.indexOf(0x0a, from)
    const to = end < 0 ? bytes.length : end
    yield { number, line: bytes.subarray(from, to) }
    from = to + 1
  }
}

function nextEvent(text: string, before: readonly StoredEvent[]): StoredEvent {
  const event = decodeEvent(text)
  const wanted = before.length + 1
  if (event.seq !== wanted) throw new TypeError(`seq ${event.seq} where ${wanted} belongs`)
  const [first] = before
  if (first && event.sessionId !== first.sessionId)
    throw new TypeError(`an event of ${event.sessionId} among those of ${first.sessionId}`)
  if (!first && event.type !== 'session.created')
    throw new TypeError(`a session begins with session.created, not ${event.type}`)
  return event
}

function readBlob(text: string): ReadBlob {
  const { blob, mediaType, base64 } = JSON.parse(text) as { readonly [key: string]: unknown }
  if (typeof blob !== 'string' || typeof mediaType !== 'string' || typeof base64 !== 'string')
    throw new TypeError('a blob line has blob, mediaType and base64')
  const bytes = Buffer.from(base64, 'base64')
  const hash = `sha256-${createHash('sha256').update(bytes).digest('hex')}`
  if (hash !== blob) throw new TypeError(`the content of ${blob} has another hash, ${hash}`)
  return { bytes, mediaType }
}

/** The session's own id when that is free, else a new one that is told. */
async function freeId(events: EventStore, terminal: Terminal, sessionId: SessionId): Promise<SessionId> {
  const isTaken = (await events.sessions()).some((row) => row.sessionId === sessionId)
  if (!isTaken) return sessionId
  const fresh = newIdFrom(systemClock())('session')
  terminal.note(terminal.say('importTaken', { id: sessionId, fresh }))
  return fresh
}
