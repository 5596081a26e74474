import type { EventOf, EventType, SessionEvent, UnknownEvent } from '../event.ts'
import type { View } from '../view.ts'
import type { DraftView, Reducer } from './draft-view.ts'
import { foldMemory, foldMessage } from './message.ts'
import { foldModel } from './model.ts'
import { foldSession } from './session.ts'
import { foldRun, foldTask } from './task.ts'
import { foldTool } from './tool.ts'

const reducers: { readonly [Type in EventType]: Reducer<Type> } = {
  ...foldSession,
  ...foldTask,
  ...foldRun,
  ...foldMessage,
  ...foldModel,
  ...foldTool,
  ...foldMemory,
}

/** The type a store gives a row whose checksum does not match. It keeps its place in the order. */
export const damagedType = 'record.damaged'

/** A view nothing has been folded into. Each caller gets its own: folding changes its containers in place. */
export function emptyView(): View {
  const view: DraftView = {
    seq: 0,
    at: '',
    session: undefined,
    tasks: new Map(),
    runs: new Map(),
    messages: new Map(),
    calls: new Map(),
    approvals: new Map(),
    questions: new Map(),
    blocks: new Map(),
    runsOfAgent: new Map(),
    conversations: new Map(),
    facts: new Map(),
    given: new Map(),
    ledgers: new Map(),
    runOfTask: new Map(),
    roots: [],
    manifests: new Map(),
    elections: new Map(),
    liveTasks: new Set(),
    liveRuns: new Set(),
    openHolds: new Set(),
    damaged: [],
  }
  return view
}

/**
 * The one reducer: server, console, terminal, replay and tests all fold with it. It changes `view` and returns it.
 *
 * 1. No clock, no randomness, no I/O. 2. Total: an unknown type or an illegal move changes nothing but the position; a
 * payload that is not what its type says is listed as damaged. 3. An event at or before the view's position changes
 * nothing; one beyond the next position, or of another session, is not taken, so the caller sees `view.seq` stay behind
 * and fetches what is missing. 4. The cost of an event does not grow with the log.
 */
export function fold(view: View, event: SessionEvent | UnknownEvent): View {
  if (event.seq !== view.seq + 1) return view
  if (view.session && view.session.sessionId !== event.sessionId) return view
  const draft = view as DraftView
  draft.seq = event.seq
  draft.at = event.at
  if (isKnown(event)) reduce(draft, event)
  else if (event.type === damagedType) draft.damaged.push(event.seq)
  return view
}

/** True when this version has a reducer for the event's type. */
export function isKnown(event: SessionEvent | UnknownEvent): event is SessionEvent {
  return Object.hasOwn(reducers, event.type)
}

function reduce<Type extends EventType>(view: DraftView, event: EventOf<Type>): void {
  const reducer: Reducer<Type> = reducers[event.type as Type]
  try {
    reducer(view, event)
  } catch {
    // A payload that no writer of ours makes and the codec refuses. It keeps its place and is listed.
    view.damaged.push(event.seq)
  }
}
