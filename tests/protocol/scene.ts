import {
  type Actor,
  type AgentId,
  type Command,
  composeId,
  type Decision,
  decide,
  type EventDraft,
  type EventType,
  emptyView,
  fold,
  type IdKind,
  type IdOf,
  type PayloadOf,
  parseAgentId,
  type SessionEvent,
  type View,
} from '#protocol'
import { placed } from '../../src/testing/given.ts'

export const user: Actor = { kind: 'user', id: 'ana' }
export const system: Actor = { kind: 'system', id: 'engine' }
export const planner = parseAgentId('planner')

const noRandom = new Uint8Array(10)

/** Ids that are the same in every run of a test, in rising order. */
export function counting(): <Kind extends IdKind>(kind: Kind) => IdOf[Kind] {
  let made = 0
  return (kind) => composeId(kind, ++made, noRandom)
}

/** A draft by the engine, shorter than the record it is. */
export function draft<Type extends EventType>(
  type: Type,
  payload: PayloadOf<Type>,
  extra: Partial<Omit<EventDraft, 'type' | 'payload'>> = {},
): EventDraft {
  return { type, actor: system, ...extra, payload } as EventDraft
}

/** One session that grows by commands. What is refused is not written. */
export interface Scene {
  readonly view: View
  readonly events: readonly SessionEvent[]
  readonly id: ReturnType<typeof counting>
  try(command: Command, actor?: Actor): Decision
  /** Gives a command that must be accepted. */
  do(command: Command, actor?: Actor): void
  /** Writes facts that must be accepted, in one batch. */
  record(...drafts: readonly EventDraft[]): void
}

export function scene(id = counting()): Scene {
  const sessionId = id('session')
  const view = emptyView()
  const events: SessionEvent[] = []
  const attempt = (command: Command, actor: Actor = user): Decision => {
    const decision = decide(view, { command, actor })
    if (!decision.ok) return decision
    const at = new Date(1_767_225_600_000 + view.seq * 250).toISOString()
    for (const event of placed(decision.drafts, { sessionId, after: view.seq, at })) {
      events.push(event)
      fold(view, event)
    }
    return decision
  }
  const must = (command: Command, actor?: Actor): void => {
    const decision = attempt(command, actor)
    if (!decision.ok) throw new Error(`${decision.refusal.reason}: ${decision.refusal.message}`)
  }
  return {
    view,
    events,
    id,
    try: attempt,
    do: must,
    record: (...drafts) => must({ type: 'record', drafts }, system),
  }
}

/** A session with one request of the user, not begun. */
export function opened(limit?: number): Scene & { readonly root: IdOf['task'] } {
  const stage = scene()
  stage.do({ type: 'create', payload: { title: 'A weekend', teamId: 'test', ownerId: 'ana' } })
  const root = stage.id('task')
  stage.do({
    type: 'post',
    messageId: stage.id('message'),
    taskId: root,
    text: 'Plan a weekend',
    assignee: planner,
    named: false,
    ...(limit === undefined ? {} : { maxTokens: limit }),
  })
  return { ...stage, root }
}

interface Child {
  readonly taskId: IdOf['task']
  readonly parentTaskId: IdOf['task']
  readonly dependsOn?: readonly IdOf['task'][]
  readonly depth?: number
}

export function subtask({ taskId, parentTaskId, dependsOn = [], depth = 1 }: Child): EventDraft {
  const rest = { goal: 'A part', assignees: [planner], round: 1, labels: [] }
  return draft('task.created', { taskId, parentTaskId, ...rest, depth, dependsOn }, { taskId })
}

export interface RunOf {
  readonly runId: IdOf['run']
  readonly taskId: IdOf['task']
  readonly agentId?: AgentId
  readonly attempt?: number
}
const runIds = ({ runId, taskId, agentId = planner, attempt = 1 }: RunOf) => ({
  runId,
  taskId,
  agentId,
  attempt,
})

export const reserved = (run: RunOf): EventDraft =>
  draft('run.reserved', { ...runIds(run), path: [run.agentId ?? planner] }, run)
export const started = (run: RunOf): EventDraft => draft('run.started', runIds(run), run)
export const cancelled = (run: RunOf): EventDraft => draft('run.cancelled', runIds(run), run)
export const finished = (run: RunOf): EventDraft => draft('run.completed', { ...runIds(run), turns: 1 }, run)
export const failedRun = (run: RunOf): EventDraft =>
  draft('run.failed', { ...runIds(run), error: { code: 'test', message: 'it failed' } }, run)
export const waiting = (run: RunOf): EventDraft => draft('run.waiting', { ...runIds(run), waitingFor }, run)
export const resumed = (run: RunOf): EventDraft => draft('run.resumed', runIds(run), run)

export const waitingFor = { kind: 'timer', ids: [], until: '2026-02-01T00:00:00.000Z' } as const
export const taskResult = {
  answer: 'Done.',
  facts: [],
  filesChanged: [],
  turns: 1,
  toolCalls: 0,
  tokens: 10,
} as const
export const usage = {
  freshInput: 10,
  cacheRead: 2,
  cacheWrite: null,
  output: 5,
  reasoning: null,
  source: 'reported',
} as const

/** A session whose request is at work: its run has begun. */
export function working(limit?: number): ReturnType<typeof opened> & { readonly run: RunOf } {
  const stage = opened(limit)
  const run = { runId: stage.id('run'), taskId: stage.root }
  stage.record(reserved(run))
  stage.record(started(run), draft('task.started', { taskId: stage.root }, run))
  return { ...stage, run }
}

/** A call a run asks for. */
export function requested(runId: IdOf['run'], callId: IdOf['call']): EventDraft {
  return draft('tool.requested', {
    runId,
    callId,
    turn: 1,
    tool: 'pay',
    arguments: { to: '甲公司', amount: 100 },
    key: `${runId}:1:0`,
    effect: 'unsafe',
  })
}

interface Hold {
  readonly approvalId: IdOf['approval']
  readonly callId: IdOf['call']
  readonly runId: IdOf['run']
  readonly taskId?: IdOf['task']
}

/** A request to approve a call, with the digest 'sha256-shown'. */
export function hold({ approvalId, callId, runId, taskId }: Hold): EventDraft {
  const expiresAt = '2026-02-01T00:00:00.000Z'
  const what = {
    agentId: planner,
    path: [planner],
    tool: 'pay',
    arguments: { amount: 100 },
    risk: 'high',
  } as const
  return draft(
    'approval.requested',
    { approvalId, digest: 'sha256-shown', runId, callId, ...what, expiresAt },
    { taskId, runId },
  )
}

export function asked(questionId: IdOf['question'], extra: { taskId?: IdOf['task'] } = {}): EventDraft {
  const expiresAt = '2026-02-01T00:00:00.000Z'
  return draft(
    'question.asked',
    { questionId, path: [planner], about: 'ask', text: 'Which day?', expiresAt },
    extra,
  )
}
