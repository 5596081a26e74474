import { type CallId, cutText, type RunId, type Task, type TaskId, type ToolCall, type View } from '#protocol'
import type { Step } from './repeat.ts'
import { normalised, normalisedJson } from './words.ts'

/** What the guard looks at: the turns since the last reset, and whether the model was told already. */
export interface RunHistory {
  readonly steps: readonly Step[]
  readonly noticed: boolean
}

/** How a guard's refusal of a delegation begins: such an attempt is no step. */
export const notDelegated = 'not delegated:'

/**
 * The turns of a run as steps. A batch of parallel calls is one step; refused calls and calls of tools that are
 * declared to wait do not count. A report is a new state of a task: what was before it is no part of a repetition.
 */
export function stepsOf(view: View, runId: RunId, waits: (tool: string) => boolean): RunHistory {
  const entries = view.conversations.get(runId)?.entries ?? []
  const reset = entries.findLastIndex((entry) => entry.kind === 'reset')
  const since = entries.slice(entries.findLastIndex(({ kind }) => kind === 'reset' || kind === 'report') + 1)
  const children = childrenByCall(view, view.conversations.get(runId)?.taskId)
  const steps = since.flatMap((entry) => {
    if (entry.kind !== 'model') return []
    const calls = entry.parts.flatMap((part) =>
      part.type === 'call' ? (view.calls.get(part.callId) ?? []) : [],
    )
    const counted = calls.filter((call) => counts(call) && !waits(call.tool))
    return counted.length === 0 ? [] : [stepOf(counted, children)]
  })
  return { steps, noticed: entries.slice(reset + 1).some((entry) => entry.kind === 'notice') }
}

/** Refused attempts are no steps. */
export function counts({ status, error }: ToolCall): boolean {
  return status !== 'refused' && !error?.message.startsWith(notDelegated)
}

/** The subtasks of a task by the call that opened each. */
export function childrenByCall(view: View, taskId: TaskId | undefined): ReadonlyMap<CallId, Task> {
  const children = (taskId && view.tasks.get(taskId)?.children) ?? []
  const tasks = children.flatMap((id) => view.tasks.get(id) ?? [])
  return new Map(tasks.flatMap((task) => (task.callId ? [[task.callId, task] as const] : [])))
}

/** The calls of one turn as one step. */
export function stepOf(calls: readonly ToolCall[], children: ReadonlyMap<CallId, Task>): Step {
  const parts = calls
    .map((call) => {
      const input = normalisedJson(call.arguments)
      const task = children.get(call.callId)
      const outcome = task ? taskOutcome(task) : callOutcome(call)
      return {
        call: `${call.tool}(${input})`,
        outcome,
        words: `${call.tool}(${cutText(input, { chars: 200 })})`,
      }
    })
    .toSorted((one, other) => (one.call < other.call ? -1 : 1))
  return {
    calls: parts.map(({ call }) => call).join('\n'),
    outcome: parts.map(({ outcome }) => outcome).join('\n'),
    words: parts.map(({ words }) => words).join(' + '),
  }
}

function callOutcome({ result, error, status }: ToolCall): string {
  const facts = result?.facts?.map(({ slot, value, unit }) => [slot, value, unit ?? ''])
  return normalised(
    `${result?.text ?? error?.message ?? status}${result?.data === undefined ? '' : JSON.stringify(result.data)}${facts ? JSON.stringify(facts) : ''}`,
  )
}

/** What came of a subtask, without what differs each time: its id, its turns, its tokens. */
function taskOutcome({ status, result, error }: Task): string {
  const facts = result?.facts.map(({ slot, value, unit }) => [slot, value, unit ?? '']) ?? []
  const { answer = '', structured = null, filesChanged = [] } = result ?? {}
  return normalised(JSON.stringify([status, answer, structured, facts, filesChanged, error?.message ?? '']))
}
