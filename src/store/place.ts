import type { SessionId } from '#protocol'
import type { StoredEvent } from './store.ts'

/** Throws TypeError unless the events are this session's and their seqs run on from `expected`. */
export function checkPlaces(sessionId: SessionId, events: readonly StoredEvent[], expected: number): void {
  let wanted = expected
  for (const event of events) {
    wanted += 1
    if (event.seq === wanted && event.sessionId === sessionId) continue
    throw new TypeError(
      `an event at seq ${event.seq} of ${event.sessionId} was given where seq ${wanted} of ${sessionId} belongs`,
    )
  }
}

/** What a batch says about its session's line in the list: the last title and team it names, when it names any. */
export interface Naming {
  readonly title?: string
  readonly teamId?: string
}

const unnamed: Naming = {}

/** Reads title and team out of `session.created` and `session.renamed`. */
export function namingIn(events: readonly StoredEvent[]): Naming {
  let naming = unnamed
  for (const { type, payload } of events) {
    if (type !== 'session.created' && type !== 'session.renamed') continue
    if (typeof payload !== 'object' || payload === null) continue
    const title = 'title' in payload && typeof payload.title === 'string' ? { title: payload.title } : unnamed
    const team =
      'teamId' in payload && typeof payload.teamId === 'string' ? { teamId: payload.teamId } : unnamed
    naming = { ...naming, ...title, ...team }
  }
  return naming
}

const blobHash = /"hash":"(sha256-[0-9a-f]{64})"/g

/** The hashes of the blobs that an event in JSON refers to, each once. */
export function blobHashesIn(json: string): readonly string[] {
  if (!json.includes('"sha256-')) return []
  return [...new Set([...json.matchAll(blobHash)].map((match) => match[1] ?? ''))]
}
