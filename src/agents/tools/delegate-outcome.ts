import type { Json, Task, TaskResult } from '#protocol'
import type { AgentSpec } from '../team.ts'
import type { ToolOutcome } from '../tool.ts'

/**
 * What the delegating model reads of an ended subtask: extracted from the log, never generated. The child's prose
 * travels as a JSON string, so it stays data.
 */
export function outcomeOf(task: Task | undefined, target: AgentSpec): ToolOutcome {
  const common = {
    agent: target.id,
    status: task?.status ?? 'unknown',
    ...(task ? { taskId: task.taskId } : {}),
  }
  const result = task?.result
  const details = result ? detailsOf(result) : {}
  if (task?.status !== 'done' || !result) return failureOf(task, { ...common, ...details })
  return {
    text: JSON.stringify({ ...common, answer: result.answer, ...details }),
    ...(result.messageId ? { source: result.messageId } : {}),
  }
}

function failureOf(task: Task | undefined, common: { readonly [key: string]: Json }): ToolOutcome {
  const error = task?.error?.message ?? task?.reason ?? 'it ended without a result'
  const answer = task?.result?.answer ?? ''
  return {
    text: JSON.stringify({
      ...common,
      error,
      ...(answer === '' ? {} : { soFar: answer }),
      ...(task?.error?.code === 'budget' ? { budgetExhausted: true } : {}),
    }),
    isError: true,
  }
}

/** What is worth its tokens: empty lists and absent parts are left out. */
function detailsOf(result: TaskResult): { readonly [key: string]: Json } {
  const { structured, filesChanged, facts, turns, toolCalls, tokens } = result
  return {
    ...(structured === undefined ? {} : { structured }),
    ...(filesChanged.length > 0 ? { filesChanged } : {}),
    ...(facts.length > 0
      ? { facts: facts.map(({ slot, value, unit }) => ({ slot, value, ...(unit ? { unit } : {}) })) }
      : {}),
    turns,
    toolCalls,
    tokens,
  }
}
