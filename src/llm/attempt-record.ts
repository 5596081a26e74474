import type { Fault, Usage } from '#protocol'
import {
  type AttemptRecord,
  ModelError,
  type ModelErrorCode,
  type ModelEvent,
  type ModelRequest,
  type ModelTurn,
} from './model.ts'
import { estimateRequest } from './request-tokens.ts'
import { estimateTokens } from './tokens.ts'

/** What had arrived of a try. */
export interface Arrived {
  text: string
  /** Reasoning and arguments: paid for, but not part of the answer. */
  other: string
}

/** Adds an event to what had arrived. */
export function note(event: ModelEvent, arrived: Arrived): void {
  if (event.type === 'text-delta') arrived.text += event.text
  else if (event.type === 'reasoning-delta' || event.type === 'call-delta') arrived.other += event.text
}

/** What ended a try, as data. */
export function faultOf(error: ModelError, signal: AbortSignal): Fault {
  if (!signal.aborted) return { code: error.code, message: error.message }
  const { reason } = signal
  return { code: 'aborted', message: reason instanceof Error ? reason.message : String(reason) }
}

/** A request refused before the model saw it costs nothing. Everything else is charged until somebody says otherwise. */
const refused: ReadonlySet<ModelErrorCode> = new Set([
  'auth',
  'rate_limited',
  'invalid_request',
  'context_overflow',
  'unconfigured',
])

/** Usage of a try without a turn: what the provider reported, else an estimate of what went in and what came out. */
export function usageOf(error: ModelError, request: ModelRequest, arrived: Arrived): Usage {
  if (error.usage) return error.usage
  const output = estimateTokens(arrived.text) + estimateTokens(arrived.other)
  const free = output === 0 && refused.has(error.code)
  return {
    freshInput: free ? 0 : estimateRequest(request),
    cacheRead: null,
    cacheWrite: null,
    output,
    reasoning: null,
    source: 'estimated',
  }
}

/** The turn with an estimate where the provider reported nothing: unknown is not zero. */
export function settled(turn: ModelTurn, request: ModelRequest, arrived: Arrived): ModelTurn {
  const { freshInput, output } = turn.usage
  if (freshInput !== null && output !== null) return turn
  const usage: Usage = {
    ...turn.usage,
    freshInput: freshInput ?? estimateRequest(request),
    output: output ?? estimateTokens(arrived.text) + estimateTokens(arrived.other),
    source: 'estimated',
  }
  return { ...turn, usage }
}

/** The record of a try whose reader left before it ended. */
export function abandoned(attempt: number, request: ModelRequest, arrived: Arrived): AttemptRecord {
  const message = 'the reader left before the answer was whole'
  const usage = usageOf(new ModelError('unknown', message), request, arrived)
  return { attempt, error: { code: 'aborted', message }, usage, text: arrived.text }
}
