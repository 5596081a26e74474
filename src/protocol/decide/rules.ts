import type { Refusal } from '../command.ts'
import type { DraftOf, EventDraft, EventType } from '../event.ts'
import type { memoryEvents } from '../events/memory.ts'
import type { messageEvents } from '../events/message.ts'
import type { modelEvents } from '../events/model.ts'
import type { sessionEvents } from '../events/session.ts'
import type { RunId, TaskId } from '../ids.ts'
import { isFinal } from '../states.ts'
import type { View } from '../view.ts'
import {
  type Docket,
  free,
  mayWork,
  type Rule,
  type Rules,
  refusal,
  stateIn,
  tryCreate,
  tryMove,
} from './docket.ts'
import { runRules, taskRules } from './task-rules.ts'
import { toolRules } from './tool-rules.ts'

const sessionRules: Rules<typeof sessionEvents> = {
  'session.created': (docket) => tryCreate(docket, 'session', 'session', 'active'),
  'session.renamed': free,
  'session.paused': (docket) => tryMove(docket, 'session', 'session', 'pause'),
  'session.resumed': (docket) => tryMove(docket, 'session', 'session', 'resume'),
  'session.completing': (docket) => tryMove(docket, 'session', 'session', 'complete'),
  'session.closed': (docket) => tryMove(docket, 'session', 'session', 'close'),
  'session.reopened': (docket) => tryMove(docket, 'session', 'session', 'reopen'),
  'session.forked': free,
}

const messageRules: Rules<typeof messageEvents> = {
  'message.posted': ({ view }, { payload }) =>
    view.messages.has(payload.messageId)
      ? refusal('exists', `message ${payload.messageId} is in the log already`, payload.messageId)
      : undefined,
  'letter.sent': free,
  'letter.answered': free,
  'letter.expired': free,
  'report.received': free,
  'handoff.made': free,
  'handoff.refused': free,
}

/** A live run: it exists, is not final, and nothing above it has ended. */
function liveRun(docket: Docket, runId: RunId): Refusal | undefined {
  const state = stateIn(docket, 'run', runId)
  if (state === undefined) return refusal('unknown', `there is no run ${runId}`, runId)
  if (isFinal(state))
    return refusal('ancestor-ended', `run ${runId} is ${state}; it starts nothing more`, runId)
  const taskId = docket.view.runs.get(runId)?.taskId
  return taskId ? mayWork(docket, taskId) : undefined
}

/** Reserving more than the root task has left is refused before the call is made. */
function fits(docket: Docket, { payload }: DraftOf<'budget.reserved'>): Refusal | undefined {
  const ledger = docket.view.ledgers.get(payload.taskId)
  const batch = Number(docket.states.get(`reserved:${payload.taskId}`) ?? 0)
  if (ledger?.limit !== undefined && ledger.used + ledger.reserved + batch + payload.tokens > ledger.limit) {
    const left = Math.max(0, ledger.limit - ledger.used - ledger.reserved - batch)
    return refusal(
      'budget',
      `the call needs ${payload.tokens} tokens and ${left} of ${ledger.limit} are left`,
      payload.taskId,
    )
  }
  docket.states.set(`reserved:${payload.taskId}`, String(batch + payload.tokens))
  return undefined
}

const modelRules: Rules<typeof modelEvents> = {
  'context.injected': (docket, { payload }) => (payload.runId ? liveRun(docket, payload.runId) : undefined),
  'context.assembled': free,
  'model.requested': (docket, { payload }) => liveRun(docket, payload.runId),
  'model.completed': free,
  'model.failed': free,
  'model.discarded': free,
  'election.decided': free,
  'plan.decided': (docket, { payload }) => liveRun(docket, payload.runId),
  'budget.reserved': fits,
  'budget.settled': free,
  'budget.truncated': free,
  'budget.raised': free,
  'budget.exhausted': free,
  'loop.suspected': free,
  'loop.broken': free,
  'loop.reset': free,
  'fact.recorded': free,
}

const memoryRules: Rules<typeof memoryEvents> = {
  'memory.written': free,
  'memory.read': free,
  'memory.refused': free,
  'memory.granted': free,
  'memory.revoked': free,
  'memory.forgotten': free,
  'knowledge.kept': free,
}

const rules: { readonly [Type in EventType]: Rule<Type> } = {
  ...sessionRules,
  ...taskRules,
  ...runRules,
  ...messageRules,
  ...modelRules,
  ...toolRules,
  ...memoryRules,
}

/** Judges a batch in order. The first refusal refuses all of it. */
export function judge(view: View, drafts: readonly EventDraft[]): Refusal | undefined {
  const docket: Docket = { view, states: new Map(), parents: new Map<TaskId, TaskId | undefined>() }
  for (const draft of drafts) {
    const found = judgeOne(docket, draft)
    if (found) return found
  }
  return undefined
}

function judgeOne<Type extends EventType>(docket: Docket, draft: DraftOf<Type>): Refusal | undefined {
  const rule: Rule<Type> = rules[draft.type as Type]
  return rule(docket, draft)
}
