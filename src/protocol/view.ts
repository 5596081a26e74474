import type { EventOf, PayloadOf, Visibility } from './event.ts'
import type { Injection } from './events/model.ts'
import type { Fact, Fault, Json, ModelPart, Usage, WaitingFor } from './events/parts.ts'
import type { TaskResult } from './events/task.ts'
import type { EffectClass, ToolResult } from './events/tool.ts'
import type {
  AgentId,
  ApprovalId,
  BlockId,
  CallId,
  EventId,
  MessageId,
  QuestionId,
  RunId,
  SessionId,
  TaskId,
} from './ids.ts'
import type { ApprovalState, CallState, QuestionState, RunState, SessionState, TaskState } from './states.ts'

export interface Session {
  readonly sessionId: SessionId
  readonly title: string
  readonly teamId: string
  readonly ownerId: string
  readonly status: SessionState
  /** Number of the latest user turn, from 1; 0 before the first. */
  readonly round: number
  readonly createdAt: string
  readonly closedAt?: string | undefined
}

export interface Task extends Omit<PayloadOf<'task.created'>, 'assignees'> {
  readonly assignees: readonly AgentId[]
  readonly status: TaskState
  readonly attempt: number
  readonly createdAt: string
  readonly createdBy: EventId
  readonly children: readonly TaskId[]
  readonly startedAt?: string | undefined
  readonly finishedAt?: string | undefined
  readonly waitingFor?: WaitingFor | undefined
  readonly result?: TaskResult | undefined
  readonly error?: Fault | undefined
  /** Words of the latest status change. */
  readonly reason?: string | undefined
  /** Extra instruction of the latest retry. */
  readonly instruction?: string | undefined
  readonly stale?: TaskId | undefined
  readonly endedBy?: EventId | undefined
  /** The latest retry. */
  readonly retriedBy?: EventId | undefined
}

/** Tokens of everything a run has done, and which of its attempts did not report. */
export interface UsageTotal {
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly calls: number
  /** Attempts whose figures are estimates or unknown. */
  readonly estimated: number
}

export interface Run {
  readonly runId: RunId
  readonly taskId: TaskId
  readonly agentId: AgentId
  readonly attempt: number
  readonly path: readonly AgentId[]
  readonly parentRunId?: RunId | undefined
  readonly maxTokens?: number | undefined
  readonly deadline?: string | undefined
  readonly status: RunState
  readonly startedAt?: string | undefined
  readonly finishedAt?: string | undefined
  readonly waitingFor?: WaitingFor | undefined
  readonly reason?: string | undefined
  readonly error?: Fault | undefined
  readonly usage: UsageTotal
  /** Model calls requested so far. */
  readonly turns: number
  readonly toolCalls: number
  /** The model call whose outcome is not in the log yet. */
  readonly openCall?: OpenCall | undefined
  /** The latest try of a model call, so that a resumed run goes on counting. */
  readonly lastTry?: { readonly call: number; readonly attempt: number } | undefined
  readonly plan?: PayloadOf<'plan.decided'> | undefined
}

export interface OpenCall {
  readonly call: number
  readonly attempt: number
  readonly estimate: number
  readonly reserve: number
  readonly model: string
  readonly requestedBy: EventId
}

/** One thing in an agent's own conversation, in the order it entered. Tool results are read from `View.calls`. */
export type ConversationEntry =
  | { readonly kind: 'injection'; readonly eventId: EventId; readonly injection: Injection }
  | {
      readonly kind: 'query'
      readonly eventId: EventId
      readonly text: string
      readonly instruction?: string | undefined
    }
  | {
      readonly kind: 'model'
      readonly eventId: EventId
      readonly call: number
      readonly parts: readonly ModelPart[]
    }
  | { readonly kind: 'plan'; readonly eventId: EventId; readonly parts: readonly ModelPart[] }
  | { readonly kind: 'report'; readonly eventId: EventId; readonly report: PayloadOf<'report.received'> }
  | { readonly kind: 'notice'; readonly eventId: EventId; readonly text: string }
  /** The user let a run go on that seemed to make no progress: guards count from here. */
  | { readonly kind: 'reset'; readonly eventId: EventId }

/** What one run added to its agent's conversation. The agent's sub-session is these, run after run. */
export interface RunConversation {
  readonly runId: RunId
  readonly taskId: TaskId
  readonly round: number
  readonly entries: readonly ConversationEntry[]
}

export interface Message extends PayloadOf<'message.posted'> {
  readonly eventId: EventId
  readonly taskId?: TaskId | undefined
  readonly runId?: RunId | undefined
  readonly createdAt: string
  readonly reason?: string | undefined
}

export interface ToolCall {
  readonly callId: CallId
  readonly runId: RunId
  readonly turn: number
  readonly tool: string
  readonly arguments: Json
  readonly key: string
  readonly effect: EffectClass
  readonly status: CallState
  readonly requestedBy: EventId
  readonly startedBy?: EventId | undefined
  readonly endedBy?: EventId | undefined
  readonly result?: ToolResult | undefined
  readonly error?: Fault | undefined
  readonly latencyMs?: number | undefined
}

export interface Approval extends PayloadOf<'approval.requested'> {
  readonly status: ApprovalState
  readonly taskId?: TaskId | undefined
  readonly requestedBy: EventId
  readonly scope?: 'once' | 'task' | 'session' | undefined
  readonly decidedBy?: EventId | undefined
  readonly decidedAt?: string | undefined
  readonly decider?: string | undefined
}

export interface Question extends PayloadOf<'question.asked'> {
  readonly status: QuestionState
  readonly taskId?: TaskId | undefined
  readonly askedBy: EventId
  readonly answer?: string | undefined
  readonly answeredBy?: EventId | undefined
}

/** A fact as one agent last stated it; the value it replaced stays in the log. */
export interface LedgerFact extends Fact {
  readonly agentId: AgentId
  readonly round: number
  readonly taskId: TaskId
  readonly messageId?: MessageId | undefined
  readonly eventId: EventId
  /** Other values the same answer gives for this slot, oldest first: a list, not a replacement. */
  readonly also?: readonly Fact['value'][] | undefined
  /** Words this slot held before, oldest first: whoever was not told of them may be asked about them. */
  readonly earlier?: readonly string[] | undefined
}

/** Tokens on a root task. `used + reserved` never passes `limit`. */
export interface Ledger {
  readonly limit?: number | undefined
  readonly reserved: number
  readonly used: number
}

export interface MemoryBlock extends PayloadOf<'memory.written'> {
  readonly createdAt: string
  readonly eventId: EventId
}

/** What folding builds. Containers change in place, entities are replaced; only `fold` writes. */
export interface View {
  readonly seq: number
  readonly at: string
  readonly session: Session | undefined
  readonly tasks: ReadonlyMap<TaskId, Task>
  readonly runs: ReadonlyMap<RunId, Run>
  readonly messages: ReadonlyMap<MessageId, Message>
  readonly calls: ReadonlyMap<CallId, ToolCall>
  readonly approvals: ReadonlyMap<ApprovalId, Approval>
  readonly questions: ReadonlyMap<QuestionId, Question>
  readonly blocks: ReadonlyMap<BlockId, MemoryBlock>
  /** Each agent's runs in order: with `conversations`, its sub-session. */
  readonly runsOfAgent: ReadonlyMap<AgentId, readonly RunId[]>
  readonly conversations: ReadonlyMap<RunId, RunConversation>
  /** Current value per (agent, slot). */
  readonly facts: ReadonlyMap<AgentId, ReadonlyMap<string, LedgerFact>>
  /** What each agent was already given: message ids, parts of messages and facts, by the keys of `given.ts`. */
  readonly given: ReadonlyMap<AgentId, ReadonlySet<string>>
  readonly ledgers: ReadonlyMap<TaskId, Ledger>
  /** Latest run of each task. */
  readonly runOfTask: ReadonlyMap<TaskId, RunId>
  /** Root tasks in the order they were opened. */
  readonly roots: readonly TaskId[]
  readonly manifests: ReadonlyMap<RunId, readonly EventOf<'context.assembled'>[]>
  readonly elections: ReadonlyMap<TaskId, EventOf<'election.decided'>>
  /** Tasks and runs that have not ended, and holds nobody has decided: what a restart goes on with. */
  readonly liveTasks: ReadonlySet<TaskId>
  readonly liveRuns: ReadonlySet<RunId>
  readonly openHolds: ReadonlySet<ApprovalId | QuestionId>
  /** Seqs the store could not read: set aside, never silently missing. */
  readonly damaged: readonly number[]
}

/** Who may read an entity in the message flow. */
export function isShownToUser(entity: { readonly visibility: Visibility }): boolean {
  return entity.visibility === 'user'
}

/** Adds one attempt's usage to a total. Unknown figures count as estimated, not as zero spent. */
export function addUsage(total: UsageTotal, usage: Usage): UsageTotal {
  const unknown = usage.source === 'estimated' || usage.freshInput === null || usage.output === null
  return {
    input: total.input + (usage.freshInput ?? 0) + (usage.cacheWrite ?? 0),
    cached: total.cached + (usage.cacheRead ?? 0),
    output: total.output + (usage.output ?? 0),
    calls: total.calls + 1,
    estimated: total.estimated + (unknown ? 1 : 0),
  }
}

/** Everything a total counts, in tokens. */
export function totalTokens(total: UsageTotal): number {
  return total.input + total.cached + total.output
}

export const noUsage: UsageTotal = { input: 0, cached: 0, output: 0, calls: 0, estimated: 0 }
