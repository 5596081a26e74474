import { encodeEvent, type SessionId } from '#protocol'
import type { SessionHandle } from '#runtime'
import type { EventStore, StoredEvent } from '#store'
import type { Terminal } from '../terminal.ts'
import type { Live } from './live.ts'

/** Prints each stored event of a session after `seq` once, in order, exactly as it is stored. */
export async function jsonLines(
  terminal: Terminal,
  events: EventStore,
  { session, after }: { readonly session: SessionHandle; readonly after: number },
): Promise<Live> {
  let next = after + 1
  const print = (event: StoredEvent): void => {
    if (event.seq < next) return
    terminal.out(encodeEvent(event))
    next = event.seq + 1
  }
  const early: StoredEvent[] = []
  let take = (event: StoredEvent): unknown => early.push(event)
  const end = session.watch((item) => {
    if (item.kind === 'event') take(item.event)
  })
  for await (const event of events.read(session.sessionId, after)) print(event)
  early.forEach(print)
  take = print
  return { pause: () => undefined, resume: () => undefined, end }
}

/** Prints what is stored of a session after `seq`, when nothing works on it. */
export async function printStored(
  terminal: Terminal,
  events: EventStore,
  { sessionId, after }: { readonly sessionId: SessionId; readonly after: number },
): Promise<void> {
  for await (const event of events.read(sessionId, after)) terminal.out(encodeEvent(event))
}
