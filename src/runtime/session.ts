import { errorWords, type TeamSpec } from '#agents'
import {
  type Actor,
  type AgentId,
  type ApprovalId,
  type Command,
  isFinal,
  type MessageId,
  type QuestionId,
  type SessionEvent,
  type SessionId,
  type StopTarget,
  type Task,
  type TaskId,
  type View,
} from '#protocol'
import type { Engine } from './engine.ts'
import { CommandRefused, RuntimeError } from './errors.ts'
import { recipientOf } from './recipient.ts'
import { type Rest, restOf } from './rest.ts'
import type { Broadcast } from './session-log.ts'
import type { Workshop } from './workshop.ts'

/** The user's hands on one session. Each method resolves when what it wrote is durable, or throws CommandRefused. */
export interface SessionHandle {
  readonly sessionId: SessionId
  readonly team: TeamSpec
  /** Live; changes with every event. */
  readonly view: View
  /**
   * Says something to the coordinator, or to the agent named by `to` or by `@name` in the text. Opens a task. Refused as
   * `unknown` when the text addresses a name that no agent has.
   */
  post(
    text: string,
    options?: { readonly to?: AgentId; readonly messageId?: MessageId },
  ): Promise<{ readonly messageId: MessageId; readonly taskId: TaskId }>
  stop(target: StopTarget, reason?: string): Promise<readonly SessionEvent[]>
  pause(): Promise<void>
  resume(): Promise<void>
  retry(
    taskId: TaskId,
    options?: { readonly agentId?: AgentId; readonly instruction?: string },
  ): Promise<void>
  decide(
    approvalId: ApprovalId,
    decision: 'grant' | 'deny',
    options?: {
      readonly scope?: 'once' | 'task' | 'session'
      readonly digest?: string
      readonly reason?: string
    },
  ): Promise<void>
  answer(questionId: QuestionId, answer: string): Promise<void>
  rename(title: string): Promise<void>
  complete(): Promise<void>
  reopen(): Promise<void>
  /** Durable events and live signals from now on. A viewer that throws is told nothing more. */
  watch(viewer: (item: Broadcast) => void): () => void
  /** Resolves when nothing moves without a person: all tasks ended, or everything live waits for a decision. */
  rest(): Promise<Rest>
  /** Resolves with the task when it has ended. */
  settled(taskId: TaskId): Promise<Task>
  /** Resolves when the condition holds in the view. */
  until(condition: (view: View) => boolean): Promise<void>
  /** Resolves when everything written so far is durable. */
  drained(): Promise<void>
  /** Begins to work on what is open in the log. Called by the runtime when it opens a session. */
  start(): void
  /** Ends all work without recording anything. */
  shutdown(): Promise<void>
}

/** The handle of a session over its workshop and engine. */
export function openHandle(shop: Workshop, engine: Engine, userId: string): SessionHandle {
  const { log, team } = shop
  const actor: Actor = { kind: 'user', id: userId }
  log.onLostViewer((error) =>
    shop.report.warn('a viewer threw and is told nothing more', { message: errorWords(error) }),
  )

  const command = async (what: Command, reason?: string): Promise<readonly SessionEvent[]> => {
    const done = log.execute({ command: what, actor, ...(reason === undefined ? {} : { reason }) })
    if (!done.ok) throw new CommandRefused(done.refusal)
    await done.durable
    return done.events
  }
  const only = async (what: Command, reason?: string): Promise<void> => {
    await command(what, reason)
  }

  return {
    sessionId: log.sessionId,
    team,
    view: log.view,
    async post(text, { to, messageId = shop.newId('message') } = {}) {
      if (to !== undefined) needAgent(team, to)
      const taskId = shop.newId('task')
      const recipient = to === undefined ? recipientOf(shop, text) : { assignee: to, named: true }
      const maxTokens = team.policy.maxTokensPerRequest
      await only({ type: 'post', messageId, taskId, text, ...recipient, maxTokens })
      return { messageId, taskId }
    },
    stop: (target, reason = 'the user stopped it') => command({ type: 'stop', target }, reason),
    pause: () => only({ type: 'pause' }),
    resume: () => only({ type: 'resume' }),
    async retry(taskId, options = {}) {
      if (options.agentId !== undefined) needAgent(team, options.agentId)
      await only({ type: 'retry', taskId, ...options })
    },
    decide: (approvalId, decision, { reason, ...options } = {}) =>
      only({ type: 'decide', approvalId, decision, ...options }, reason),
    answer: (questionId, answer) => only({ type: 'answer', questionId, answer }),
    rename: (title) => only({ type: 'rename', title }),
    complete: () => only({ type: 'complete' }),
    reopen: () => only({ type: 'reopen' }),
    watch: (viewer) => log.watch(viewer),
    async rest() {
      await log.until((view) => restOf(view) !== undefined)
      await log.drained()
      return restOf(log.view) ?? 'idle'
    },
    async settled(taskId) {
      await log.until((view) => isFinal(view.tasks.get(taskId)?.status ?? 'pending'))
      await log.drained()
      const task = log.view.tasks.get(taskId)
      if (!task) throw new RuntimeError('no_session', `task ${taskId} is not in this session`)
      return task
    },
    until: (condition) => log.until(condition),
    drained: () => log.drained(),
    start: () => engine.start(),
    async shutdown() {
      await engine.shutdown()
      await log.drained()
    },
  }
}

function needAgent(team: TeamSpec, agentId: AgentId): void {
  if (team.agents.has(agentId)) return
  const known = [...team.agents.keys()].join(', ')
  throw new RuntimeError('no_agent', `the team has no agent ${agentId}; it has: ${known}`)
}
