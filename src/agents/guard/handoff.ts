import {
  below,
  type ConversationEntry,
  isFinal,
  placeOfEvent,
  type RunId,
  rootOf,
  type Task,
  type TaskId,
  type ToolCall,
  type View,
} from '#protocol'
import { childrenByCall, counts, stepOf } from './history.ts'
import { judgeRepeats, type Step } from './repeat.ts'
import { isNear, normalised, normalisedJson } from './words.ts'

/** A delegation that is about to be made. */
export interface Wanted {
  readonly runId: RunId
  readonly taskId: TaskId
  readonly target: string
  readonly tool: string
  readonly input: ToolCall['arguments']
  readonly task: string
}

export type HandoffVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly evidence: string; readonly period: number; readonly repeats: number }

/** One round of delegations of one run. */
interface Round extends Step {
  readonly seq: number
}

/** Outer limit: this many rounds of delegation with fewer different ones than this. The roster clamps the second. */
const outerWindow = 8
const outerDistinct = 3

/** How the evidence of a guard over delegations begins: by it a run's notices are told apart. */
const opening = 'delegated again and again: '

/**
 * Judges one more delegation by those already made below the same request, by whichever agent: the same target, task
 * and result in a period of one to four rounds, three times, and the next would go on with it; or a task that comes back
 * to an agent that is still at work on it. A batch of one turn is one round, refused attempts are none, and what else
 * the delegating run learnt in between is progress. Pure.
 */
export function judgeHandoff(view: View, wanted: Wanted, roster: number): HandoffVerdict {
  const ring = ringOf(view, wanted)
  if (ring) return ring
  const root = rootOf(view, wanted.taskId)
  const rounds = roundsBelow(view, root)
  const line = `${wanted.tool}(${normalisedJson(wanted.input)})`
  const verdict = judgeRepeats(rounds)
  if (!verdict.ok && continues(rounds.at(-verdict.period), line))
    return { ...verdict, evidence: `${opening}${verdict.evidence}` }
  return outer(rounds, line, roster)
}

/** How often delegations below this request were refused for missing progress since the user last let it go on. */
export function tripsBelow(view: View, root: TaskId): readonly RunId[] {
  const from = lastReset(view, root)
  return runsBelow(view, root).flatMap((runId) => {
    const entries = entriesOf(view, runId)
    return entries
      .filter((entry, place) => isTrip(entry) && seqOf(entry) > from && !isTrip(entries[place - 1]))
      .map(() => runId)
  })
}

/** Several refusals in one batch stand side by side and are one trip. */
function isTrip(entry: ConversationEntry | undefined): boolean {
  return entry?.kind === 'notice' && entry.text.startsWith(opening)
}

function ringOf(view: View, { taskId, target, task }: Wanted): HandoffVerdict | undefined {
  const wanted = normalised(task)
  const path: string[] = [target]
  let current = view.tasks.get(taskId)
  while (current?.parentTaskId) {
    path.unshift(current.assignees[0] ?? '?')
    if (current.assignees[0] === target && normalised(current.goal) === wanted) {
      const evidence = `${opening}${path.join(' → ')} with the same task; ${target} is still at work on it`
      return { ok: false, evidence, period: Math.min(4, path.length - 1), repeats: 2 }
    }
    current = view.tasks.get(current.parentTaskId)
  }
  return undefined
}

/** Irregular patterns: the last rounds hold too few different ones, and the next is one of them. */
function outer(rounds: readonly Round[], line: string, roster: number): HandoffVerdict {
  const last = rounds.slice(-outerWindow)
  const distinct = new Set(last.map(({ calls, outcome }) => `${calls}\n${outcome}`))
  const wanted = Math.min(outerDistinct, Math.max(2, roster))
  if (last.length < outerWindow || distinct.size >= wanted) return { ok: true }
  if (!last.some((round) => continues(round, line))) return { ok: true }
  const evidence = `${opening}the last ${outerWindow} rounds hold ${distinct.size} different delegations with the same results`
  return { ok: false, evidence, period: 1, repeats: outerWindow }
}

function continues(round: Step | undefined, line: string): boolean {
  return round?.calls.split('\n').some((call) => isNear(call, line)) ?? false
}

function roundsBelow(view: View, root: TaskId): readonly Round[] {
  const from = lastReset(view, root)
  return runsBelow(view, root)
    .flatMap((runId) => roundsOf(view, runId))
    .filter(({ seq }) => seq > from)
    .toSorted((one, other) => one.seq - other.seq)
}

/** Rounds of one run whose delegations have all ended, each with what its other calls brought since the one before. */
function roundsOf(view: View, runId: RunId): Round[] {
  const children = childrenByCall(view, view.runs.get(runId)?.taskId)
  if (children.size === 0) return []
  const rounds: Round[] = []
  let learnt: string[] = []
  for (const entry of entriesOf(view, runId)) {
    if (entry.kind !== 'model' && entry.kind !== 'plan') continue
    const calls = entry.parts.flatMap((part) =>
      part.type === 'call' ? (view.calls.get(part.callId) ?? []) : [],
    )
    const others = calls.filter((call) => counts(call) && !children.has(call.callId))
    if (others.length > 0) learnt.push(stepOf(others, children).outcome)
    const given = calls.filter(({ callId }) => children.has(callId))
    if (given.length === 0 || !given.every(({ callId }) => isOver(children.get(callId)))) continue
    const step = stepOf(given, children)
    rounds.push({ ...step, outcome: [step.outcome, ...learnt].join('\n'), seq: seqOf(entry) })
    learnt = []
  }
  return rounds
}

function isOver(task: Task | undefined): boolean {
  return task !== undefined && isFinal(task.status)
}

function runsBelow(view: View, root: TaskId): readonly RunId[] {
  return below(view, root).flatMap((taskId) => view.runOfTask.get(taskId) ?? [])
}

function lastReset(view: View, root: TaskId): number {
  const resets = runsBelow(view, root).flatMap((runId) =>
    entriesOf(view, runId).filter(({ kind }) => kind === 'reset'),
  )
  return Math.max(0, ...resets.map(seqOf))
}

function entriesOf(view: View, runId: RunId): readonly ConversationEntry[] {
  return view.conversations.get(runId)?.entries ?? []
}

function seqOf({ eventId }: ConversationEntry): number {
  return placeOfEvent(eventId)?.seq ?? 0
}
