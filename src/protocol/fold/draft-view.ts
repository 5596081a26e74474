import type { EventOf, EventType } from '../event.ts'
import type { AgentId, RunId, TaskId } from '../ids.ts'
import { type MachineName, type MoveFor, nextState, type StateOf } from '../states.ts'
import type { ConversationEntry, LedgerFact, Run, Task, View } from '../view.ts'

type Writable<T> =
  T extends ReadonlyMap<infer Key, infer Value>
    ? Map<Key, Value>
    : T extends ReadonlySet<infer Member>
      ? Set<Member>
      : T extends readonly (infer Item)[]
        ? Item[]
        : T

/** The view as the reducer sees it: the same object, its containers writable. Never leaves src/protocol/fold. */
export type DraftView = { -readonly [Key in keyof View]: Writable<View[Key]> }

export type Reducer<Type extends EventType> = (view: DraftView, event: EventOf<Type>) => void
/** One reducer per type of a family; the compiler lists a type that has none. */
export type Reducers<Family extends object> = { readonly [Type in keyof Family & EventType]: Reducer<Type> }

/** The state a move leads to, or the state as it was when the table has no such cell: folding never fails. */
export function moved<Machine extends MachineName>(
  machine: Machine,
  state: StateOf[Machine],
  move: MoveFor[Machine],
): StateOf[Machine] {
  return nextState(machine, state, move) ?? state
}

/** Replaces a task, when it exists. */
export function putTask(view: DraftView, taskId: TaskId, change: (task: Task) => Task): void {
  const task = view.tasks.get(taskId)
  if (task) view.tasks.set(taskId, change(task))
}

/** Replaces a run, when it exists. */
export function putRun(view: DraftView, runId: RunId, change: (run: Run) => Run): void {
  const run = view.runs.get(runId)
  if (run) view.runs.set(runId, change(run))
}

/** Adds to a run's part of its agent's conversation. */
export function converse(view: DraftView, runId: RunId, entry: ConversationEntry): void {
  const known = view.conversations.get(runId)
  if (known) (known.entries as ConversationEntry[]).push(entry)
}

/** Remembers what an agent was given, so that nothing is sent twice. */
export function remember(view: DraftView, agentId: AgentId, keys: readonly string[]): void {
  let given = view.given.get(agentId) as Set<string> | undefined
  if (!given) {
    given = new Set()
    view.given.set(agentId, given)
  }
  for (const key of keys) {
    // What is given again stands last: the set is in the order of the latest giving.
    given.delete(key)
    given.add(key)
  }
}

/** Values of one list kept beside the last. */
const maxAlso = 11
/** Values a slot held before that are kept beside its current one. */
const maxEarlier = 5

/** Sets the current value of a slot as one agent states it; the values of one answer are a list. */
export function putFact(view: DraftView, fact: LedgerFact): void {
  let slots = view.facts.get(fact.agentId) as Map<string, LedgerFact> | undefined
  if (!slots) {
    slots = new Map()
    view.facts.set(fact.agentId, slots)
  }
  const known = slots.get(fact.slot)
  const isList = known !== undefined && known.messageId !== undefined && known.messageId === fact.messageId
  slots.delete(fact.slot)
  if (isList && known.value !== fact.value) {
    const also = [...(known.also ?? []), known.value].slice(-maxAlso)
    slots.set(fact.slot, { ...fact, also, ...(known.earlier ? { earlier: known.earlier } : {}) })
  } else slots.set(fact.slot, { ...fact, ...earlierThan(fact, known) })
}

/** Words that a newer value replaces. A figure that changed says nothing once it is out of date. */
function earlierThan({ value }: LedgerFact, known: LedgerFact | undefined): Pick<LedgerFact, 'earlier'> {
  if (!known || typeof value !== 'string') return {}
  const values = [...(known.earlier ?? []), ...(known.also ?? []), known.value]
  const words = [...new Set(values.filter((one) => typeof one === 'string'))].filter((one) => one !== value)
  return words.length === 0 ? {} : { earlier: words.slice(-maxEarlier) }
}

/** The task at the top of the tree this one is in. */
export function rootOf(view: Pick<View, 'tasks'>, taskId: TaskId): TaskId {
  let current = view.tasks.get(taskId)
  while (current?.parentTaskId) {
    const parent = view.tasks.get(current.parentTaskId)
    if (!parent) break
    current = parent
  }
  return current?.taskId ?? taskId
}
