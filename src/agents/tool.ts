import type { JsonSchema } from '#llm'
import type { AgentId, CallId, EffectClass, Fact, Json, Risk, RunId, SessionId, TaskId } from '#protocol'

/** What a tool is told about the call it serves. */
export interface ToolContext {
  readonly sessionId: SessionId
  readonly taskId: TaskId
  readonly runId: RunId
  readonly agentId: AgentId
  readonly callId: CallId
  /** What the agent was asked, in the words it was asked in: tells the language to answer in. */
  readonly request: string
  /** Same on every repetition of this call: give it to services that take an idempotency key. */
  readonly key: string
  /** Aborted on stop and on timeout. A tool that ignores it is detached, and what it returns is fenced off. */
  readonly signal: AbortSignal
  /** Epoch milliseconds. */
  now(): number
  /** Shows progress to whoever watches; not stored. */
  progress(text: string): void
}

/** What a tool gives back. `text` is what the model reads; `facts` are the exact values in it. */
export interface ToolOutcome {
  readonly text: string
  readonly data?: Json
  readonly facts?: readonly Omit<Fact, 'source'>[]
  /** Where the data comes from, with its date. */
  readonly source?: string
  readonly isError?: boolean
}

export type Checked =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problem: string }

/**
 * Something an agent can do. Arguments reach `execute` only when they parsed and passed `check` completely.
 *
 * `effect` says what may happen after a crash when nobody knows whether the call took place: pure and idempotent calls
 * run again, a reconcilable one is asked through `reconcile`, an unsafe one becomes a question to the user.
 */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly input: JsonSchema
  readonly risk: Risk
  readonly effect: EffectClass
  /** May run beside other calls of the same turn. */
  readonly concurrencySafe: boolean
  readonly timeoutMs: number
  /** Polls something: equal results are no sign of a loop; time bounds it. */
  readonly waits?: boolean
  readonly permissionTags?: readonly string[]
  readonly keywords?: readonly string[]
  readonly examples?: readonly string[]
  /** Where the tool comes from: `builtin`, a module path, a server. Part of what an approval is bound to. */
  readonly origin: string
  check(value: Json): Checked
  /** Leaves the tool out of a prompt while there is nothing it could do. */
  offer?: undefined
  execute(input: Json, context: ToolContext): Promise<ToolOutcome>
  /** For reconcilable tools: what became of the call, or undefined when it never happened. */
  reconcile?(key: string): Promise<ToolOutcome | undefined>
}
