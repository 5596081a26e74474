import type { SessionEvent, UnknownEvent } from './event.ts'
import { isKnown } from './fold/fold.ts'
import type { EventId } from './ids.ts'

/** Why one event rests on another. */
export type Bond = 'cause' | 'answer' | 'call' | 'result' | 'injected' | 'reference' | 'delegated' | 'asked'

/** An event with what it rests on. An event that was shown already is not opened again. */
export interface LineageNode {
  readonly event: SessionEvent | UnknownEvent
  readonly bond: Bond
  readonly because: readonly LineageNode[]
  /** True when this event stands elsewhere in the tree with its causes. */
  readonly seenBefore: boolean
}

/** Ways from things to the event that made them: built once for a log, in one pass. */
export interface LineageIndex {
  readonly events: ReadonlyMap<EventId, SessionEvent | UnknownEvent>
  /** Messages, calls, tasks, approvals and questions by their id. */
  readonly makers: ReadonlyMap<string, EventId>
  /** The outcome of each call. */
  readonly outcomes: ReadonlyMap<string, EventId>
  /** The message each task ended with. */
  readonly answers: ReadonlyMap<string, EventId>
}

/** Reads a log once. Events it cannot make sense of are kept and have no bonds. */
export function lineageIndex(log: Iterable<SessionEvent | UnknownEvent>): LineageIndex {
  const events = new Map<EventId, SessionEvent | UnknownEvent>()
  const makers = new Map<string, EventId>()
  const outcomes = new Map<string, EventId>()
  const answers = new Map<string, EventId>()
  for (const event of log) {
    events.set(event.eventId, event)
    if (!isKnown(event)) continue
    if (event.type === 'message.posted') makers.set(event.payload.messageId, event.eventId)
    else if (event.type === 'task.created') makers.set(event.payload.taskId, event.eventId)
    else if (event.type === 'tool.requested') makers.set(event.payload.callId, event.eventId)
    else if (event.type === 'tool.completed' || event.type === 'tool.failed')
      outcomes.set(event.payload.callId, event.eventId)
    else if (event.type === 'task.completed' && event.payload.result.messageId) {
      const message = makers.get(event.payload.result.messageId)
      if (message) answers.set(event.payload.taskId, message)
    }
  }
  return { events, makers, outcomes, answers }
}

/**
 * The causal closure of an event, as a tree back to its sources: what a message rests on, the calls that led to it,
 * their results, what was injected, and whom it was delegated by. Each event is opened once, so the time is linear in
 * the part of the log that matters.
 */
export function lineage(index: LineageIndex, start: EventId): LineageNode | undefined {
  const opened = new Set<EventId>()
  const open = (eventId: EventId, bond: Bond): LineageNode | undefined => {
    const event = index.events.get(eventId)
    if (!event) return undefined
    if (opened.has(eventId)) return { event, bond, because: [], seenBefore: true }
    opened.add(eventId)
    const because = bondsOf(index, event).flatMap(([cause, why]) => open(cause, why) ?? [])
    return { event, bond, because, seenBefore: false }
  }
  return open(start, 'cause')
}

type BondTo = readonly [EventId, Bond]

function bondsOf(index: LineageIndex, event: SessionEvent | UnknownEvent): readonly BondTo[] {
  const bonds: BondTo[] = isKnown(event) ? [...structural(index, event)] : []
  for (const cause of event.prevEvents) bonds.push([cause, 'cause'])
  const seen = new Set<EventId>()
  return bonds.filter(([cause]) => {
    if (cause === event.eventId || seen.has(cause)) return false
    seen.add(cause)
    return true
  })
}

function structural(index: LineageIndex, event: SessionEvent): readonly BondTo[] {
  switch (event.type) {
    case 'message.posted':
      return event.payload.references.flatMap((reference) => toReference(index, reference))
    case 'tool.completed':
    case 'tool.failed':
    case 'tool.refused':
      return [...one(index.makers.get(event.payload.callId), 'call'), ...answerBelow(index, event)]
    case 'context.injected':
      return event.payload.injections.flatMap(({ messageId }) =>
        messageId ? one(index.makers.get(messageId), 'injected') : [],
      )
    case 'task.created':
      return [
        ...(event.payload.callId ? one(index.makers.get(event.payload.callId), 'delegated') : []),
        ...(event.payload.messageId ? one(index.makers.get(event.payload.messageId), 'asked') : []),
      ]
    case 'fact.recorded':
      return event.payload.messageId ? one(index.makers.get(event.payload.messageId), 'reference') : []
    default:
      return []
  }
}

/** The result of a delegation rests on the answer of the task it opened. */
function answerBelow(index: LineageIndex, event: SessionEvent): readonly BondTo[] {
  if (event.type !== 'tool.completed') return []
  const source = event.payload.result.source
  return source === undefined ? [] : one(index.makers.get(source), 'answer')
}

function toReference(index: LineageIndex, reference: string): readonly BondTo[] {
  return [
    ...one(index.outcomes.get(reference), 'result'),
    ...one(index.makers.get(reference), 'reference'),
  ].slice(0, 1)
}

function one(eventId: EventId | undefined, bond: Bond): readonly BondTo[] {
  return eventId ? [[eventId, bond]] : []
}
