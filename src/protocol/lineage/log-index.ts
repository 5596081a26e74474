import type { EventOf, EventType, SessionEvent, UnknownEvent } from '../event.ts'
import { isKnown } from '../fold/fold.ts'
import type { CallId, EventId, RunId, TaskId } from '../ids.ts'

/** Ways from things to the events about them: built once for a log, in one pass. */
export interface LineageIndex {
  readonly events: ReadonlyMap<EventId, SessionEvent | UnknownEvent>
  /** Messages, tasks, runs, calls, approvals, questions, letters and blocks by their id: the event that made them. */
  readonly makers: ReadonlyMap<string, EventId>
  /** The outcome of each call. */
  readonly outcomes: ReadonlyMap<CallId, EventId>
  /** How each task ended, at last. */
  readonly ends: ReadonlyMap<TaskId, EventId>
  /** The turn, or the plan, that made each call. */
  readonly askers: ReadonlyMap<CallId, EventId>
  /** The task each delegating call opened. */
  readonly delegated: ReadonlyMap<CallId, TaskId>
  /** What each run was given. */
  readonly injections: ReadonlyMap<RunId, readonly EventId[]>
  /** The turns of each run by number, and what each had read. */
  readonly turns: ReadonlyMap<RunId, ReadonlyMap<number, EventId>>
  readonly prompts: ReadonlyMap<RunId, ReadonlyMap<number, EventId>>
}

type Writable<T> = T extends ReadonlyMap<infer Key, infer Value> ? Map<Key, Value> : T
type Draft = { -readonly [Key in keyof LineageIndex]: Writable<LineageIndex[Key]> }
type Note<Type extends EventType> = (draft: Draft, event: EventOf<Type>) => void

const ended: Note<'task.completed' | 'task.failed' | 'task.cancelled'> = ({ ends }, event) => {
  ends.set(event.payload.taskId, event.eventId)
}
const outcome: Note<'tool.completed' | 'tool.failed' | 'tool.refused'> = ({ outcomes, makers }, event) => {
  outcomes.set(event.payload.callId, event.eventId)
  if (!makers.has(event.payload.callId)) makers.set(event.payload.callId, event.eventId)
}

const notes: { readonly [Type in EventType]?: Note<Type> } = {
  'message.posted': ({ makers }, { payload, eventId }) => void makers.set(payload.messageId, eventId),
  'run.reserved': ({ makers }, { payload, eventId }) => void makers.set(payload.runId, eventId),
  'task.created': ({ makers, delegated }, { payload, eventId }) => {
    makers.set(payload.taskId, eventId)
    if (payload.callId) delegated.set(payload.callId, payload.taskId)
  },
  'task.completed': ended,
  'task.failed': ended,
  'task.cancelled': ended,
  'tool.requested': ({ makers }, { payload, eventId }) => void makers.set(payload.callId, eventId),
  'tool.completed': outcome,
  'tool.failed': outcome,
  'tool.refused': outcome,
  'approval.requested': ({ makers }, { payload, eventId }) => void makers.set(payload.approvalId, eventId),
  'question.asked': ({ makers }, { payload, eventId }) => void makers.set(payload.questionId, eventId),
  'letter.sent': ({ makers }, { payload, eventId }) => void makers.set(payload.letterId, eventId),
  'memory.written': ({ makers }, { payload, eventId }) => void makers.set(payload.blockId, eventId),
  'plan.decided': ({ askers }, { payload, eventId }) => {
    for (const { callId } of payload.steps) askers.set(callId, eventId)
  },
  'context.injected': ({ injections }, { payload, eventId }) => {
    if (payload.runId) listOf(injections, payload.runId).push(eventId)
  },
  'context.assembled': ({ prompts }, { payload, eventId }) => {
    numbered(prompts, payload.runId).set(payload.call, eventId)
  },
  'model.completed': ({ turns, askers }, { payload, eventId }) => {
    numbered(turns, payload.runId).set(payload.call, eventId)
    for (const part of payload.parts) if (part.type === 'call') askers.set(part.callId, eventId)
  },
}

function listOf(map: Map<RunId, readonly EventId[]>, runId: RunId): EventId[] {
  const known = map.get(runId) as EventId[] | undefined
  const list = known ?? []
  if (!known) map.set(runId, list)
  return list
}

function numbered(map: Map<RunId, ReadonlyMap<number, EventId>>, runId: RunId): Map<number, EventId> {
  const known = map.get(runId) as Map<number, EventId> | undefined
  const numbers = known ?? new Map<number, EventId>()
  if (!known) map.set(runId, numbers)
  return numbers
}

/** Reads a log once. Events it cannot make sense of are kept and lead nowhere. */
export function lineageIndex(log: Iterable<SessionEvent | UnknownEvent>): LineageIndex {
  const draft: Draft = {
    events: new Map(),
    makers: new Map(),
    outcomes: new Map(),
    ends: new Map(),
    askers: new Map(),
    delegated: new Map(),
    injections: new Map(),
    turns: new Map(),
    prompts: new Map(),
  }
  for (const event of log) {
    draft.events.set(event.eventId, event)
    if (isKnown(event)) note(draft, event)
  }
  return draft
}

function note<Type extends EventType>(draft: Draft, event: EventOf<Type>): void {
  const take = notes[event.type as Type] as Note<Type> | undefined
  try {
    take?.(draft, event)
  } catch {
    // A payload the codec would refuse: the event stays in the log without ways to it.
  }
}
