import { type CallId, canonicalJson, type RunId, type ToolCall, type View } from '#protocol'
import type { Step } from './repeat.ts'

/** What the guard looks at: the turns since the last reset, and whether the model was told already. */
export interface RunHistory {
  readonly steps: readonly Step[]
  readonly noticed: boolean
}

/**
 * The turns of a run as steps. A batch of parallel calls is one step; refused calls and calls of tools that are
 * declared to wait do not count.
 */
export function stepsOf(view: View, runId: RunId, waits: (tool: string) => boolean): RunHistory {
  const entries = view.conversations.get(runId)?.entries ?? []
  const from = entries.findLastIndex((entry) => entry.kind === 'reset') + 1
  const since = entries.slice(from)
  const steps = since.flatMap((entry) => {
    if (entry.kind !== 'model') return []
    const calls = entry.parts.flatMap((part) =>
      part.type === 'call' ? (callOf(view, part.callId) ?? []) : [],
    )
    const counted = calls.filter((call) => call.status !== 'refused' && !waits(call.tool))
    return counted.length === 0 ? [] : [stepOf(counted)]
  })
  return { steps, noticed: since.some((entry) => entry.kind === 'notice') }
}

function callOf(view: View, callId: CallId): ToolCall | undefined {
  return view.calls.get(callId)
}

function stepOf(calls: readonly ToolCall[]): Step {
  const parts = calls.map((call) => {
    const outcome = call.result?.text ?? call.error?.message ?? call.status
    return { words: `${call.tool}(${canonicalJson(call.arguments)})`, outcome }
  })
  return {
    signature: parts
      .map(({ words, outcome }) => `${words}=${outcome}`)
      .sort()
      .join('\n'),
    words: parts.map(({ words }) => words).join(' + '),
  }
}
