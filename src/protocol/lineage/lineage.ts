import type { SessionEvent, UnknownEvent } from '../event.ts'
import { isKnown } from '../fold/fold.ts'
import { type EventId, isOurs } from '../ids.ts'
import { type Bond, bondsOf } from './bonds.ts'
import type { LineageIndex } from './log-index.ts'

/** An event with what it rests on. An event that was opened already is not opened again. */
export interface LineageNode {
  readonly event: SessionEvent | UnknownEvent
  readonly bond: Bond
  readonly because: readonly LineageNode[]
  /** True when this event stands elsewhere in the tree with its causes. */
  readonly seenBefore: boolean
  /** Where the data of a tool result comes from, as the tool said: pages, tables, stored content. */
  readonly sources: readonly string[]
}

interface Open {
  readonly because: LineageNode[]
  readonly rest: (readonly [EventId, Bond])[]
}

/**
 * The causal closure of an event, as a tree back to its sources: the turn that said a message, the calls that led to
 * it, their results, what was injected, who delegated it and what the user asked. `start` is an event, or a message,
 * task, run, call, approval, question or block. Each event is opened once, so the time is linear in the part of the log
 * that matters. Total: what a damaged log lost is left out.
 */
export function lineage(index: LineageIndex, start: string): LineageNode | undefined {
  const first = index.events.has(start as EventId) ? (start as EventId) : index.makers.get(start)
  const root: Open = { because: [], rest: first ? [[first, 'cause']] : [] }
  const opened = new Set<EventId>()
  const path = [root]
  for (let here = path.at(-1); here; here = path.at(-1)) {
    const [eventId, bond] = here.rest.pop() ?? []
    if (!eventId || !bond) path.pop()
    else {
      const deeper = visit(index, opened, { eventId, bond, into: here.because })
      if (deeper) path.push(deeper)
    }
  }
  return root.because[0]
}

interface Visit {
  readonly eventId: EventId
  readonly bond: Bond
  readonly into: LineageNode[]
}

function visit(index: LineageIndex, opened: Set<EventId>, { eventId, bond, into }: Visit): Open | undefined {
  const event = index.events.get(eventId)
  if (!event) return undefined
  const seenBefore = opened.has(eventId)
  const because: LineageNode[] = []
  into.push({ event, bond, because, seenBefore, sources: sourcesOf(event) })
  if (seenBefore) return undefined
  opened.add(eventId)
  return { because, rest: [...bondsOf(index, event)].reverse() }
}

function sourcesOf(event: SessionEvent | UnknownEvent): readonly string[] {
  if (!isKnown(event) || event.type !== 'tool.completed') return []
  const { source, facts, blob } = event.payload?.result ?? {}
  const named = [source, ...(facts ?? []).map((fact) => fact.source), blob?.hash]
  return [...new Set(named.filter((name) => name !== undefined && !isOurs(name)))] as string[]
}
