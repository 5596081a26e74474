import type { ModelPort } from '#llm'
import type {
  AgentId,
  BlobRef,
  CallId,
  EventDraft,
  Fault,
  IdKind,
  IdOf,
  Json,
  Refusal,
  RunId,
  SessionId,
  TaskId,
  Usage,
  View,
} from '#protocol'
import type { AgentSpec, TeamSpec } from './team.ts'
import type { Tool } from './tool.ts'

/** What streams to viewers while a run works: never stored, the finished message is. */
export type RunSignal =
  | { readonly type: 'text-delta'; readonly call: number; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly call: number; readonly text: string }
  | { readonly type: 'call-start'; readonly call: number; readonly callId: CallId; readonly tool: string }
  | { readonly type: 'call-delta'; readonly callId: CallId; readonly text: string }
  | { readonly type: 'discarded'; readonly call: number; readonly why: string }
  | { readonly type: 'progress'; readonly callId: CallId; readonly text: string }
  | { readonly type: 'warning'; readonly text: string }

/** How a run ends. Success needs positive evidence: an answer the model finished. */
export type RunOutcome =
  | { readonly status: 'done'; readonly answer: string; readonly structured?: Json }
  | {
      readonly status: 'failed'
      readonly error: Fault
      readonly answer?: string
      readonly budgetExhausted?: boolean
    }

/**
 * What an agent yields; it never writes itself. A `record` is written as a whole before the generator goes on; when
 * the session refuses it, RecordRefused is thrown at the yield. With `durable`, the generator goes on only when the
 * events survive a power cut. `finish` is the last thing a run yields.
 */
export type AgentEvent =
  | { readonly kind: 'record'; readonly drafts: readonly EventDraft[]; readonly durable?: boolean }
  | { readonly kind: 'signal'; readonly signal: RunSignal }
  | { readonly kind: 'finish'; readonly outcome: RunOutcome }

/** Thrown at an agent's `yield` when the session refused what it wanted to record. */
export class RecordRefused extends Error {
  override readonly name = 'RecordRefused'
  readonly code = 'record_refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Why a run's signal is aborted. After `shutdown` nothing is recorded: the run goes on when the process is back. */
export class RunAborted extends Error {
  override readonly name = 'RunAborted'
  readonly code: 'stopped' | 'timeout' | 'shutdown'

  constructor(code: RunAborted['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Everything a run may touch. The view is live: read it again after every yield and every wait. */
export interface RunContext {
  readonly sessionId: SessionId
  readonly taskId: TaskId
  readonly rootTaskId: TaskId
  readonly runId: RunId
  readonly attempt: number
  /** Agents from the root of the tree down to this one. */
  readonly path: readonly AgentId[]
  readonly agent: AgentSpec
  readonly team: TeamSpec
  readonly view: View
  readonly model: ModelPort
  /** Aborted on stop, on timeout and on shutdown. */
  readonly signal: AbortSignal
  /** Epoch milliseconds. */
  now(): number
  newId<Kind extends IdKind>(kind: Kind): IdOf[Kind]
  /** A random border that the given text does not contain. */
  fence(content: string): string
  /** Resolves when the condition holds in the view; rejects with the signal's reason. */
  until(condition: (view: View) => boolean): Promise<void>
  /** Runs the action after `ms` unless the returned function is called first. */
  after(ms: number, action: () => void): () => void
  /** Shows progress of a call to whoever watches; not stored. */
  progress(callId: CallId, text: string): void
  /** Stores bytes by their hash. */
  keep(bytes: Uint8Array, mediaType: string): Promise<BlobRef>
  /** Reads stored bytes back. */
  fetchBlob(hash: string): Promise<Uint8Array>
  /** Estimated tokens of a text, before correction: the same text gives the same figure. */
  tokens(text: string): number
  /** An estimate corrected by what this model's provider reported so far. */
  calibrated(estimate: number): number
  /** Learns from a finished call: our estimate before correction, and what the provider reported. */
  calibrate(estimate: number, usage: Usage): void
  /** A step-by-step plan the user's words asked for, when this run is to follow one. */
  readonly plan?: readonly PlanStep[]
}

/** One step of a sequence the user asked for. */
export interface PlanStep {
  readonly agentId: AgentId
  readonly goal: string
}

/** One interface for every kind of agent, so that anything nests in anything. */
export interface Agent {
  readonly id: AgentId
  readonly description: string
  run(context: RunContext): AsyncIterable<AgentEvent>
  tools(): readonly Tool[]
  subAgents(): readonly Agent[]
}
