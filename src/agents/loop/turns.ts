import type { CallId, CallState, ConversationEntry, ModelPart, RunId, View } from '#protocol'

/** The latest thing the run's agent said or planned, with the calls it made. */
export interface LastTurn {
  readonly entry: Extract<ConversationEntry, { readonly kind: 'model' | 'plan' }>
  /** Number of the model call; 0 for a plan. */
  readonly turn: number
  readonly calls: readonly CallPart[]
  /** Something came into the conversation after it: a report, a notice. */
  readonly answeredSince: boolean
}

export type CallPart = Extract<ModelPart, { readonly type: 'call' }>

const ended: ReadonlySet<CallState> = new Set<CallState>(['completed', 'failed', 'refused'])

/** The last turn of a run, or undefined before the first. */
export function lastTurnOf(view: View, runId: RunId): LastTurn | undefined {
  const entries = view.conversations.get(runId)?.entries ?? []
  for (let place = entries.length - 1; place >= 0; place -= 1) {
    const entry = entries[place]
    if (entry?.kind !== 'model' && entry?.kind !== 'plan') continue
    const calls = entry.parts.flatMap((part) => (part.type === 'call' ? [part] : []))
    return {
      entry,
      turn: entry.kind === 'model' ? entry.call : 0,
      calls,
      answeredSince: place < entries.length - 1,
    }
  }
  return undefined
}

/** The calls of a turn that have no outcome yet. */
export function openCallsOf(view: View, turn: LastTurn): readonly CallPart[] {
  return turn.calls.filter(({ callId }) => !isEnded(view, callId))
}

/** True when the call has its one outcome. */
export function isEnded(view: View, callId: CallId): boolean {
  const call = view.calls.get(callId)
  return call !== undefined && ended.has(call.status)
}

/** How many model calls of this run have an answer in the log. */
export function answeredCalls(view: View, runId: RunId): number {
  const entries = view.conversations.get(runId)?.entries ?? []
  return entries.reduce((count, entry) => count + (entry.kind === 'model' ? 1 : 0), 0)
}

/** The text of a turn, without reasoning. */
export function textOf(parts: readonly ModelPart[]): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('')
    .trim()
}
