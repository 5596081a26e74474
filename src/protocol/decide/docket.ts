import type { Refusal, RefusalReason } from '../command.ts'
import type { DraftOf, EventType } from '../event.ts'
import type { TaskId } from '../ids.ts'
import { isFinal, type MachineName, type MoveFor, nextState, type StateOf } from '../states.ts'
import type { View } from '../view.ts'

/**
 * The view plus what the drafts before this one in the same batch would have changed. It lets a batch be judged as a
 * whole without folding it: all of it is written, or none.
 */
export interface Docket {
  readonly view: View
  readonly states: Map<string, string>
  readonly parents: Map<TaskId, TaskId | undefined>
}

export type Rule<Type extends EventType> = (docket: Docket, draft: DraftOf<Type>) => Refusal | undefined
export type Rules<Family extends object> = { readonly [Type in keyof Family & EventType]: Rule<Type> }

export function refusal(reason: RefusalReason, message: string, subject?: string): Refusal {
  return { reason, message, ...(subject === undefined ? {} : { subject }) }
}

/** Nothing to check: the event adds a fact that contradicts nothing. */
export const free = (): undefined => undefined

const stored: {
  readonly [Machine in MachineName]: (view: View, id: string) => StateOf[Machine] | undefined
} = {
  session: (view) => view.session?.status,
  task: (view, id) => (view.tasks as ReadonlyMap<string, { status: StateOf['task'] }>).get(id)?.status,
  run: (view, id) => (view.runs as ReadonlyMap<string, { status: StateOf['run'] }>).get(id)?.status,
  approval: (view, id) =>
    (view.approvals as ReadonlyMap<string, { status: StateOf['approval'] }>).get(id)?.status,
  question: (view, id) =>
    (view.questions as ReadonlyMap<string, { status: StateOf['question'] }>).get(id)?.status,
  call: (view, id) => (view.calls as ReadonlyMap<string, { status: StateOf['call'] }>).get(id)?.status,
}

/** The state an entity would be in when this draft is reached; undefined when there is none. */
export function stateIn<Machine extends MachineName>(
  docket: Docket,
  machine: Machine,
  id: string,
): StateOf[Machine] | undefined {
  const pending = docket.states.get(id) as StateOf[Machine] | undefined
  return pending ?? stored[machine](docket.view, id)
}

/** Checks a move against its table and remembers where it leads. */
export function tryMove<Machine extends MachineName>(
  docket: Docket,
  machine: Machine,
  id: string,
  move: MoveFor[Machine],
): Refusal | undefined {
  const state = stateIn(docket, machine, id)
  if (state === undefined) return refusal('unknown', `there is no ${machine} ${id}`, id)
  const next = nextState(machine, state, move)
  if (next === undefined)
    return refusal('illegal-move', `${machine} ${id} is ${state}; '${move}' is not possible from there`, id)
  docket.states.set(id, next)
  return undefined
}

/** Registers a new entity; refuses an id that is taken. */
export function tryCreate<Machine extends MachineName>(
  docket: Docket,
  machine: Machine,
  id: string,
  initial: StateOf[Machine],
): Refusal | undefined {
  if (stateIn(docket, machine, id) !== undefined)
    return refusal('exists', `${machine} ${id} exists already`, id)
  docket.states.set(id, initial)
  return undefined
}

/** New work needs an active session, a task that has not ended, and no cancelled task on the way up to the root. */
export function mayWork(docket: Docket, taskId: TaskId): Refusal | undefined {
  const session = stateIn(docket, 'session', 'session')
  if (session !== 'active' && session !== 'completing')
    return refusal(
      'not-active',
      `the session is ${session ?? 'not created'}; no new work starts until it is resumed`,
    )
  const own = stateIn(docket, 'task', taskId)
  if (own === undefined) return refusal('unknown', `there is no task ${taskId}`, taskId)
  if (isFinal(own))
    return refusal('ancestor-ended', `task ${taskId} is ${own}; nothing below it starts`, taskId)
  let current = parentIn(docket, taskId)
  while (current !== undefined) {
    if (stateIn(docket, 'task', current) === 'cancelled')
      return refusal('ancestor-ended', `task ${current} is cancelled; nothing below it starts`, current)
    current = parentIn(docket, current)
  }
  return undefined
}

function parentIn(docket: Docket, taskId: TaskId): TaskId | undefined {
  return docket.parents.get(taskId) ?? docket.view.tasks.get(taskId)?.parentTaskId
}

/** The first refusal of several checks, run in order. */
export function firstOf(...checks: readonly (() => Refusal | undefined)[]): Refusal | undefined {
  for (const check of checks) {
    const found = check()
    if (found) return found
  }
  return undefined
}
