import type { AgentId, CallId, Fault, Finish, Json, ModelPart, Usage } from '#protocol'

/** JSON Schema of a tool's arguments, as the provider gets it. */
export type JsonSchema = { readonly [key: string]: Json }

/** A tool as a model sees it. `keywords` and `examples` are for rule-based selection; providers do not get them. */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly input: JsonSchema
  readonly keywords?: readonly string[]
  readonly examples?: readonly string[]
}

/** Text or a stored file the user gave. */
export type UserPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly mediaType: string; readonly name: string; readonly bytes: Uint8Array }

/**
 * One message of a prompt, projected from the log. `injection` keeps as data what the quoted text says in words: who
 * said it and in which round. Each assistant message with calls is followed by one tool message with all results.
 */
export type ModelMessage =
  | {
      readonly role: 'user'
      readonly parts: readonly UserPart[]
      readonly injection?: { readonly sourceAgent: AgentId; readonly round: number; readonly content: string }
      /** Round of the user turn this belongs to; rules use it for recency. */
      readonly round?: number
    }
  | { readonly role: 'assistant'; readonly parts: readonly ModelPart[]; readonly round?: number }
  | { readonly role: 'tool'; readonly results: readonly ToolOutput[]; readonly round?: number }

export interface ToolOutput {
  readonly callId: CallId
  readonly tool: string
  readonly text: string
  readonly isError: boolean
}

export interface ModelRequest {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ToolSpec[]
  readonly toolChoice?: 'auto' | 'none' | 'required'
  /** Asks for JSON that fits, when the provider can. */
  readonly output?: JsonSchema
  readonly maxOutputTokens?: number
  readonly temperature?: number
}

/** What streams while a model works. Never stored: the turn is. */
export type ModelEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  | { readonly type: 'call-start'; readonly callId: CallId; readonly tool: string }
  | { readonly type: 'call-delta'; readonly callId: CallId; readonly text: string }
  /** The attempt so far is void: drop its partial text, another will follow. The record says what it cost. */
  | { readonly type: 'attempt-discarded'; readonly attempt: AttemptRecord }
  /** A new attempt begins. Not sent for the first. */
  | { readonly type: 'attempt-start'; readonly attempt: number }
  /** Something was left out or set aside: a tool whose schema the provider refuses, a setting it ignores. */
  | { readonly type: 'warning'; readonly message: string }

/** One try that did not become the turn. */
export interface AttemptRecord {
  /** From 1. */
  readonly attempt: number
  readonly error: Fault
  /** Reported, or estimated from what was sent and what had arrived. */
  readonly usage: Usage
  readonly text: string
}

/** A finished model call. */
export interface ModelTurn {
  readonly parts: readonly ModelPart[]
  readonly finish: Finish
  readonly rawFinish?: string
  readonly usage: Usage
  /** Number of the try that succeeded, from 1. */
  readonly attempt: number
  /** The model that answered: differs from the first choice after a fallback. */
  readonly model: string
}

export interface CallOptions {
  readonly signal: AbortSignal
  /** Makes our call ids; provider ids never leave the adapter. */
  readonly newCallId: () => CallId
  /** Called whenever bytes come in, pings included: what a watchdog counts as life. */
  readonly onLife?: () => void
  /** Called once for each try that gave no turn, also for the last and for one that was aborted. */
  readonly onAttempt?: (attempt: AttemptRecord) => void
  /** Clock time in milliseconds after which no new attempt may begin. */
  readonly deadlineAtMs?: number
}

/**
 * A model. `stream` yields deltas and returns the turn.
 *
 * 1. Deltas of one call come in order. 2. No call is in the turn unless the provider finished it. 3. Abort reaches the
 * socket and the generator throws the signal's reason. 4. Everything else that ends a call is a thrown ModelError.
 */
export interface ModelPort {
  /** `provider/model`, as configuration names it. */
  readonly name: string
  /** True for the rule-based stand-in: every screen says so. */
  readonly offline?: boolean
  /** Input tokens the model takes; unknown means no limit is assumed. */
  readonly contextWindow?: number
  stream(request: ModelRequest, options: CallOptions): AsyncGenerator<ModelEvent, ModelTurn>
}

export type ModelErrorCode =
  | 'auth'
  | 'rate_limited'
  | 'overloaded'
  | 'invalid_request'
  | 'context_overflow'
  | 'stalled'
  | 'connection'
  | 'incomplete'
  | 'content_filter'
  | 'unconfigured'
  | 'unknown'

/** A model call that gave no turn. `attempts` holds every try, the last one included. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly code: ModelErrorCode
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly attempts: readonly AttemptRecord[]
  /** What the provider charged for this try, when it said so before it ended. */
  readonly usage: Usage | undefined

  constructor(
    code: ModelErrorCode,
    message: string,
    detail: {
      readonly retryable?: boolean
      readonly retryAfterMs?: number | undefined
      readonly attempts?: readonly AttemptRecord[]
      readonly usage?: Usage | undefined
    } = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.retryable = detail.retryable ?? false
    this.retryAfterMs = detail.retryAfterMs
    this.attempts = detail.attempts ?? []
    this.usage = detail.usage
  }
}
