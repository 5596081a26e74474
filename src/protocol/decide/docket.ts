import type { Refusal, RefusalReason } from '../command.ts'
import type { DraftOf, EventType } from '../event.ts'
import type { CallId, MessageId, RunId, TaskId } from '../ids.ts'
import { type MachineName, type MoveFor, nextState, type StateOf } from '../states.ts'
import type { Ledger, View } from '../view.ts'

/**
 * The view plus what the drafts before this one in the same batch would have changed. It lets a batch be judged as a
 * whole without folding it: all of it is written, or none.
 */
export interface Docket {
  readonly view: View
  readonly states: Map<string, string>
  readonly parents: Map<TaskId, TaskId | undefined>
  /** The task of each run reserved here. */
  readonly tasksOfRuns: Map<RunId, TaskId>
  /** The latest run of each task that got one here. */
  readonly runsOfTasks: Map<TaskId, RunId>
  readonly runsOfCalls: Map<CallId, RunId>
  readonly messages: Set<MessageId>
  readonly retried: Set<TaskId>
  readonly ledgers: Map<TaskId, Ledger>
}

/** A docket of a batch that is about to be judged. Most batches touch one or two of its tables: the rest are not made. */
export function emptyDocket(view: View): Docket {
  return new LazyDocket(view)
}

class LazyDocket implements Docket {
  readonly view: View
  #states: Docket['states'] | undefined
  #parents: Docket['parents'] | undefined
  #tasksOfRuns: Docket['tasksOfRuns'] | undefined
  #runsOfTasks: Docket['runsOfTasks'] | undefined
  #runsOfCalls: Docket['runsOfCalls'] | undefined
  #messages: Docket['messages'] | undefined
  #retried: Docket['retried'] | undefined
  #ledgers: Docket['ledgers'] | undefined

  constructor(view: View) {
    this.view = view
  }

  get states(): Docket['states'] {
    this.#states ??= new Map()
    return this.#states
  }

  get parents(): Docket['parents'] {
    this.#parents ??= new Map()
    return this.#parents
  }

  get tasksOfRuns(): Docket['tasksOfRuns'] {
    this.#tasksOfRuns ??= new Map()
    return this.#tasksOfRuns
  }

  get runsOfTasks(): Docket['runsOfTasks'] {
    this.#runsOfTasks ??= new Map()
    return this.#runsOfTasks
  }

  get runsOfCalls(): Docket['runsOfCalls'] {
    this.#runsOfCalls ??= new Map()
    return this.#runsOfCalls
  }

  get messages(): Docket['messages'] {
    this.#messages ??= new Set()
    return this.#messages
  }

  get retried(): Docket['retried'] {
    this.#retried ??= new Set()
    return this.#retried
  }

  get ledgers(): Docket['ledgers'] {
    this.#ledgers ??= new Map()
    return this.#ledgers
  }
}

export type Rule<Type extends EventType> = (docket: Docket, draft: DraftOf<Type>) => Refusal | undefined
export type Rules<Family extends object> = { readonly [Type in keyof Family & EventType]: Rule<Type> }

export function refusal(reason: RefusalReason, message: string, subject?: string): Refusal {
  return { reason, message, ...(subject === undefined ? {} : { subject }) }
}

/** Nothing to check: the event adds a fact that contradicts nothing. */
export const free = (): undefined => undefined

/** The one id of the one session of a view, for the state tables. */
export const theSession = 'session'

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

/** An entity and what happens to it. */
export interface Attempted<Machine extends MachineName> {
  readonly id: string
  readonly move: MoveFor[Machine]
}

/** Checks a move against its table and remembers where it leads. */
export function tryMove<Machine extends MachineName>(
  docket: Docket,
  machine: Machine,
  { id, move }: Attempted<Machine>,
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
  { id, initial }: { readonly id: string; readonly initial: StateOf[Machine] },
): Refusal | undefined {
  if (stateIn(docket, machine, id) !== undefined)
    return refusal('exists', `${machine} ${id} exists already`, id)
  docket.states.set(id, initial)
  return undefined
}

export function parentIn({ parents, view }: Docket, taskId: TaskId): TaskId | undefined {
  return parents.has(taskId) ? parents.get(taskId) : view.tasks.get(taskId)?.parentTaskId
}

export function taskOfRun({ tasksOfRuns, view }: Docket, runId: RunId): TaskId | undefined {
  return tasksOfRuns.get(runId) ?? view.runs.get(runId)?.taskId
}

export function latestRun({ runsOfTasks, view }: Docket, taskId: TaskId): RunId | undefined {
  return runsOfTasks.get(taskId) ?? view.runOfTask.get(taskId)
}

export function runOfCall({ runsOfCalls, view }: Docket, callId: CallId): RunId | undefined {
  return runsOfCalls.get(callId) ?? view.calls.get(callId)?.runId
}

/** The first refusal of several checks, run in order. */
export function firstOf(...checks: readonly (() => Refusal | undefined)[]): Refusal | undefined {
  for (const check of checks) {
    const found = check()
    if (found) return found
  }
  return undefined
}
