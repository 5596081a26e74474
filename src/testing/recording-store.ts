import type { SessionId } from '#protocol'
import { memoryStore, type Store, type StoredEvent } from '#store'

/** A memory store that also keeps each append as one batch: the places where a crash can cut a log. */
export interface RecordingStore extends Store {
  readonly batches: readonly (readonly StoredEvent[])[]
}

/** Records what is appended, batch by batch. */
export function recordingStore(): RecordingStore {
  const store = memoryStore()
  const batches: (readonly StoredEvent[])[] = []
  return {
    ...store,
    batches,
    events: {
      ...store.events,
      append(sessionId, events, options) {
        batches.push(events)
        return store.events.append(sessionId, events, options)
      },
    },
  }
}

/** A store holding what was appended before a crash after that many batches. */
export async function storeAfterCrash(
  sessionId: SessionId,
  batches: readonly (readonly StoredEvent[])[],
  kept: number,
): Promise<Store> {
  const store = memoryStore()
  let expected = 0
  for (const batch of batches.slice(0, kept)) {
    await store.events.append(sessionId, batch, { expected })
    expected += batch.length
  }
  return store
}
