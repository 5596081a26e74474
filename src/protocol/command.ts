import type { Actor, EventDraft, PayloadOf } from './event.ts'
import type { AgentId, ApprovalId, MessageId, QuestionId, RunId, TaskId } from './ids.ts'

/** What a stop ends: everything, one task with all below it, or one run (its task fails over to nobody). */
export type StopTarget =
  | { readonly kind: 'session' }
  | { readonly kind: 'task'; readonly taskId: TaskId }
  | { readonly kind: 'run'; readonly runId: RunId }

/** What people and programs may ask of a session. Ids and times come with the command, so deciding is pure. */
export type Command =
  | { readonly type: 'create'; readonly payload: PayloadOf<'session.created'> }
  | {
      readonly type: 'post'
      readonly messageId: MessageId
      readonly taskId: TaskId
      readonly text: string
      /** The agent the user named, or the coordinator. */
      readonly assignee: AgentId
      /** True when the user named the agent. */
      readonly named: boolean
      readonly maxTokens?: number
    }
  | { readonly type: 'rename'; readonly title: string }
  | { readonly type: 'pause' | 'resume' | 'complete' | 'close' | 'reopen' }
  | { readonly type: 'stop'; readonly target: StopTarget }
  | {
      readonly type: 'retry'
      readonly taskId: TaskId
      readonly agentId?: AgentId
      readonly instruction?: string
    }
  | {
      readonly type: 'decide'
      readonly approvalId: ApprovalId
      readonly decision: 'grant' | 'deny' | 'expire'
      /** What the person saw; when given it must be the digest that was asked for. */
      readonly digest?: string
      readonly scope?: 'once' | 'task' | 'session'
    }
  | { readonly type: 'answer'; readonly questionId: QuestionId; readonly answer: string }
  /** Facts from the runtime and from agents, checked against the state tables like everything else. */
  | { readonly type: 'record'; readonly drafts: readonly EventDraft[] }

/** The command of one type. */
export type CommandOf<Type extends Command['type']> = Extract<Command, { readonly type: Type }>

/** A command with who gives it, why, and the id that makes giving it twice harmless. */
export interface CommandEnvelope {
  readonly command: Command
  readonly actor: Actor
  readonly reason?: string
  readonly commandId?: string
}

export type RefusalReason =
  | 'unknown'
  | 'exists'
  | 'illegal-move'
  | 'not-active'
  | 'ancestor-ended'
  | 'already-decided'
  | 'digest-mismatch'
  | 'not-approved'
  | 'budget'
  | 'not-allowed'
  | 'invalid'

/** Why nothing was written. `message` says what was found, what was wanted and what to do. */
export interface Refusal {
  readonly reason: RefusalReason
  readonly message: string
  /** The entity refused, when one was named. */
  readonly subject?: string
}

export type Decision =
  | { readonly ok: true; readonly drafts: readonly EventDraft[] }
  | { readonly ok: false; readonly refusal: Refusal }

/** A decision that refuses. */
export function refused(reason: RefusalReason, message: string, subject?: string): Decision {
  return { ok: false, refusal: { reason, message, ...(subject === undefined ? {} : { subject }) } }
}

/** A decision that writes these events. */
export function accepted(...drafts: readonly EventDraft[]): Decision {
  return { ok: true, drafts }
}
