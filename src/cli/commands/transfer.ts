import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import {
  decodeEvent,
  emptyView,
  encodeEvent,
  fold,
  movedEvent,
  type SessionId,
  type View,
  viewDigestInput,
} from '#protocol'
import { newIdFrom, systemClock } from '#runtime'
import type { StoredEvent } from '#store'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { findSession } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace, type Workspace } from '../workspace.ts'

/** A short name for the state a log folds to: equal before an export and after its import. */
export function stateHash(view: View): string {
  return createHash('sha256').update(viewDigestInput(view)).digest('hex').slice(0, 16)
}

/** Writes a session as one stored event per line. */
export async function exportSession(given: Given, terminal: Terminal): Promise<number> {
  const workspace = await openWorkspace(terminal, given.data)
  try {
    const { events, view } = await findSession(workspace, terminal, given.words[0])
    const path = given.text('out')
    if (path === undefined) for (const event of events) terminal.out(encodeEvent(event))
    else {
      const file = createWriteStream(path)
      for (const event of events) file.write(`${encodeEvent(event)}\n`)
      file.end()
      await finished(file)
    }
    terminal.note(terminal.say('exported', { events: events.length, hash: stateHash(view) }))
    return exit.done
  } finally {
    await workspace.close()
  }
}

/** Reads a session from such lines. Everything is checked before anything is written. */
export async function importSession(given: Given, terminal: Terminal): Promise<number> {
  const events = readLines(terminal, await readText(given.need(0, 'FILE')))
  const workspace = await openWorkspace(terminal, given.data)
  try {
    const [first] = events
    if (!first) throw new CommandFailure(terminal.say('importEmpty'))
    const { sessionId, kept } = await placed(workspace, terminal, first.sessionId, events)
    const view = emptyView()
    for (const event of kept) fold(view, event)
    await workspace.store.events.append(sessionId, kept, { expected: 0 })
    terminal.out(terminal.say('imported', { id: sessionId, events: kept.length, hash: stateHash(view) }))
    return exit.done
  } finally {
    await workspace.close()
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new CommandFailure(cause instanceof Error ? cause.message : String(cause), exit.failed, { cause })
  }
}

/** The events of a text, in order and without a gap. Throws CommandFailure with the number of the first bad line. */
function readLines(terminal: Terminal, text: string): readonly StoredEvent[] {
  const events: StoredEvent[] = []
  for (const [place, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const bad = (why: string): CommandFailure =>
      new CommandFailure(terminal.say('importBadLine', { line: place + 1, why }))
    let event: StoredEvent
    try {
      event = decodeEvent(line)
    } catch (error) {
      throw bad(error instanceof Error ? error.message : String(error))
    }
    if (event.seq !== events.length + 1) throw bad(`seq ${event.seq}, wanted ${events.length + 1}`)
    if (events[0] && event.sessionId !== events[0].sessionId)
      throw bad(`session ${event.sessionId}, wanted ${events[0].sessionId}`)
    events.push(event)
  }
  return events
}

/** Under its own id when that is free, else under a new one that is told. */
async function placed(
  workspace: Workspace,
  terminal: Terminal,
  sessionId: SessionId,
  events: readonly StoredEvent[],
): Promise<{ readonly sessionId: SessionId; readonly kept: readonly StoredEvent[] }> {
  const taken = (await workspace.sessions()).some((row) => row.sessionId === sessionId)
  if (!taken) return { sessionId, kept: events }
  const fresh = newIdFrom(systemClock())('session')
  terminal.note(terminal.say('importTaken', { id: sessionId, fresh }))
  return { sessionId: fresh, kept: events.map((event) => movedEvent(event, fresh)) }
}
