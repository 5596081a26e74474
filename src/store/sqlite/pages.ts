import { setImmediate } from 'node:timers/promises'
import { damagedType, eventIdAt, eventVersion, type SessionId } from '#protocol'
import type { StoredEvent } from '../store.ts'
import type { Page } from './messages.ts'
import type { WriterLink } from './writer-link.ts'

/** The events of a session from the writer's pages. The next page is on its way while this one is taken. */
export async function* readPages(
  link: WriterLink,
  sessionId: SessionId,
  after: number,
): AsyncGenerator<StoredEvent> {
  let page = await link.ask({ kind: 'read', sessionId, after })
  while (true) {
    const next = page.more ? askNext(link, sessionId, page) : undefined
    const lost = page.lost.values()
    let { first: seq, at } = page
    for (const event of parse(page.json)) {
      // Not `yield*`: delegating to a plain iterable costs an await more per event.
      if (event) at = event.at
      yield event ?? damagedEvent({ sessionId, seq, at }, lost.next().value?.why ?? '')
      seq += 1
    }
    if (next === undefined) return
    // Messages that are there already are all taken in one turn of the loop: without this, others wait for the end.
    await setImmediate()
    page = await next
  }
}

function askNext(link: WriterLink, sessionId: SessionId, { first, count }: Page): Promise<Page> {
  const next = link.ask({ kind: 'read', sessionId, after: first + count - 1 })
  // A reader may leave before it wants that page; a refusal is then nobody's.
  next.catch(() => undefined)
  return next
}

/** A page at once, which is faster than line by line. What the checksum vouches for was an event when it was written. */
function parse(json: string): readonly (StoredEvent | null)[] {
  return JSON.parse(json) as readonly (StoredEvent | null)[]
}

/** What stands where a row could not be read. Its time is that of the event before: a label, to have one. */
function damagedEvent(
  { sessionId, seq, at }: { readonly sessionId: SessionId; readonly seq: number; readonly at: string },
  why: string,
): StoredEvent {
  return {
    eventId: eventIdAt(sessionId, seq),
    sessionId,
    seq,
    type: damagedType,
    at,
    actor: { kind: 'system', id: 'store' },
    prevEvents: [],
    visibility: 'internal',
    payload: { why },
    v: eventVersion,
  }
}
