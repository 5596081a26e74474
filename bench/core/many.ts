import type { SessionId } from '#protocol'
import type { StoredEvent } from '#store'
import { sessionOf } from '../../src/store/contract-events.ts'
import { turn } from '../engine/turn.ts'
import { rate } from '../harness/measure.ts'
import type { Batch } from '../harness/rows.ts'

const sessions = Array.from({ length: 64 }, (_, index) => sessionOf(index + 100))
const each = 100
const events = sessions.map((session) =>
  Array.from({ length: each }, (_, index) => first(session, index + 1)),
)

function first(session: SessionId, seq: number): StoredEvent {
  const [event] = turn(session, seq, seq)
  if (!event) throw new Error('a turn has events')
  return event
}

/** Sixty-four sessions at once; each appends a message, waits until it is durable, and appends the next. */
export function appendMany(append: (event: StoredEvent) => Promise<void>): Promise<Batch> {
  return rate('append', sessions.length * each, () =>
    Promise.all(
      events.map(async (own) => {
        for (const event of own) await append(event)
      }),
    ),
  )
}
