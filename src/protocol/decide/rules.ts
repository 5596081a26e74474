import type { Refusal } from '../command.ts'
import type { DraftOf, EventDraft, EventType } from '../event.ts'
import type { memoryEvents } from '../events/memory.ts'
import type { messageEvents } from '../events/message.ts'
import type { modelEvents } from '../events/model.ts'
import type { sessionEvents } from '../events/session.ts'
import type { SessionMove } from '../states.ts'
import type { View } from '../view.ts'
import { raise, reserve, settle } from './budget-rules.ts'
import {
  type Docket,
  emptyDocket,
  firstOf,
  free,
  type Rule,
  type Rules,
  refusal,
  stateIn,
  theSession,
  tryCreate,
  tryMove,
} from './docket.ts'
import { runMayGoOn, runMayStart } from './may.ts'
import { runRules, taskRules } from './task-rules.ts'
import { toolRules } from './tool-rules.ts'

const move = (docket: Docket, name: SessionMove): Refusal | undefined =>
  tryMove(docket, 'session', { id: theSession, move: name })

/** A session closes when nothing in it is at work: what still runs is waited for, or stopped first. */
function close(docket: Docket): Refusal | undefined {
  return firstOf(
    () => move(docket, 'close'),
    () => {
      for (const taskId of docket.view.liveTasks) {
        const state = stateIn(docket, 'task', taskId)
        if (state === 'running' || state === 'waiting')
          return refusal('illegal-move', `task ${taskId} is ${state}; stop it or wait for it`, taskId)
      }
      return undefined
    },
  )
}

const sessionRules: Rules<typeof sessionEvents> = {
  'session.created': (docket) => tryCreate(docket, 'session', { id: theSession, initial: 'active' }),
  'session.renamed': (docket) =>
    stateIn(docket, 'session', theSession) === undefined
      ? refusal('unknown', 'there is no session yet; create it first')
      : undefined,
  'session.paused': (docket) => move(docket, 'pause'),
  'session.resumed': (docket) => move(docket, 'resume'),
  'session.completing': (docket) => move(docket, 'complete'),
  'session.closed': close,
  'session.reopened': (docket) => move(docket, 'reopen'),
  'session.forked': free,
}

/** Who said it and who may read it are facts of the envelope; a payload that says otherwise is not written. */
function postMessage(docket: Docket, draft: DraftOf<'message.posted'>): Refusal | undefined {
  const { messageId, role, visibility } = draft.payload
  if (docket.view.messages.has(messageId) || docket.messages.has(messageId))
    return refusal('exists', `message ${messageId} is in the log already`, messageId)
  if (role === 'user' && draft.actor.kind !== 'user')
    return refusal('not-allowed', `a ${draft.actor.kind} cannot speak as the user`, messageId)
  if (visibility !== (draft.visibility ?? 'internal'))
    return refusal('invalid', `message ${messageId} is ${visibility} in an event that is not`, messageId)
  docket.messages.add(messageId)
  return undefined
}

const messageRules: Rules<typeof messageEvents> = {
  'message.posted': postMessage,
  'letter.sent': free,
  'letter.answered': free,
  'letter.expired': free,
  'report.received': free,
  'handoff.made': free,
  'handoff.refused': free,
}

const modelRules: Rules<typeof modelEvents> = {
  'context.injected': (docket, { payload }) =>
    payload.runId ? runMayGoOn(docket, payload.runId) : undefined,
  'context.assembled': free,
  'model.requested': (docket, { payload }) => runMayStart(docket, payload.runId),
  'model.completed': free,
  'model.failed': free,
  'model.discarded': free,
  'election.decided': free,
  'plan.decided': (docket, { payload }) => runMayGoOn(docket, payload.runId),
  'budget.reserved': reserve,
  'budget.settled': settle,
  'budget.truncated': free,
  'budget.raised': raise,
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
  const docket = emptyDocket(view)
  for (const draft of drafts) {
    const found = judgeOne(docket, draft)
    if (found) return found
  }
  return undefined
}

function judgeOne<Type extends EventType>(docket: Docket, draft: DraftOf<Type>): Refusal | undefined {
  if (!Object.hasOwn(rules, draft.type))
    return refusal('invalid', `there is no event type '${draft.type}'; nobody could read it`)
  const rule: Rule<Type> = rules[draft.type as Type]
  return rule(docket, draft)
}
