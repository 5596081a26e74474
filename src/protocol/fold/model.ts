import type { EventOf } from '../event.ts'
import type { modelEvents } from '../events/model.ts'
import { givenKeys } from '../given.ts'
import type { CallId, RunId } from '../ids.ts'
import { addUsage, type Run } from '../view.ts'
import { converse, type DraftView, putFact, putRun, type Reducers, remember } from './draft-view.ts'

type CallEnd = EventOf<'model.completed'> | EventOf<'model.failed'> | EventOf<'model.discarded'>

/** Books the attempt on its run and closes the open call. */
function settle(view: DraftView, event: CallEnd): void {
  const { runId, call, attempt } = event.payload
  putRun(view, runId, (run) => {
    const usage = addUsage(run.usage, event.payload.usage)
    if (run.openCall?.call !== call || run.openCall.attempt !== attempt) return { ...run, usage }
    return { ...run, usage, openCall: undefined }
  })
}

function inject(view: DraftView, event: EventOf<'context.injected'>): void {
  const { runId, agentId, injections } = event.payload
  for (const injection of injections) {
    if (runId) converse(view, runId, { kind: 'injection', eventId: event.eventId, injection })
    remember(view, agentId, givenKeys(view.messages, injection))
  }
}

function notice(view: DraftView, event: EventOf<'loop.suspected'>): void {
  converse(view, event.payload.runId, {
    kind: 'notice',
    eventId: event.eventId,
    text: event.payload.evidence,
  })
}

/** A plan enters the conversation as the calls it makes, so that their results have a call to follow. */
function plan(view: DraftView, event: EventOf<'plan.decided'>): void {
  const { runId, steps } = event.payload
  putRun(view, runId, (run: Run) => ({ ...run, plan: event.payload }))
  const parts = steps.map(({ callId, agentId, goal }: { callId: CallId; agentId: string; goal: string }) => ({
    type: 'call' as const,
    callId,
    tool: `delegate_to_${agentId}`,
    argumentsText: JSON.stringify({ task: goal }),
  }))
  converse(view, runId, { kind: 'plan', eventId: event.eventId, parts })
}

function ledger(
  view: DraftView,
  taskId: EventOf<'budget.reserved'>['payload']['taskId'],
  reserved: number,
  used: number,
): void {
  const known = view.ledgers.get(taskId) ?? { reserved: 0, used: 0 }
  view.ledgers.set(taskId, {
    ...known,
    reserved: Math.max(0, known.reserved + reserved),
    used: known.used + used,
  })
}

export const foldModel: Reducers<typeof modelEvents> = {
  'context.injected': inject,
  'context.assembled': (view, event) => {
    const runId: RunId = event.payload.runId
    const known = view.manifests.get(runId) as EventOf<'context.assembled'>[] | undefined
    if (known) known.push(event)
    else view.manifests.set(runId, [event])
  },
  'model.requested': (view, event) => {
    const { runId, call, attempt, estimate, reserve, model } = event.payload
    const openCall = { call, attempt, estimate, reserve, model, requestedBy: event.eventId }
    putRun(view, runId, (run) => ({
      ...run,
      turns: Math.max(run.turns, call),
      openCall,
      lastTry: { call, attempt },
    }))
  },
  'model.completed': (view, event) => {
    settle(view, event)
    const { runId, call, parts } = event.payload
    converse(view, runId, { kind: 'model', eventId: event.eventId, call, parts })
  },
  'model.failed': settle,
  'model.discarded': settle,
  'election.decided': (view, event) => {
    view.elections.set(event.payload.taskId, event)
  },
  'plan.decided': plan,
  'budget.reserved': (view, { payload }) => ledger(view, payload.taskId, payload.tokens, 0),
  'budget.settled': (view, { payload }) => ledger(view, payload.taskId, -payload.reserved, payload.tokens),
  'budget.truncated': () => undefined,
  'budget.raised': (view, { payload }) => {
    const known = view.ledgers.get(payload.taskId) ?? { reserved: 0, used: 0 }
    view.ledgers.set(payload.taskId, { ...known, limit: payload.maxTokens })
  },
  'budget.exhausted': () => undefined,
  'loop.suspected': notice,
  'loop.broken': () => undefined,
  'loop.reset': (view, { payload, eventId }) => converse(view, payload.runId, { kind: 'reset', eventId }),
  'fact.recorded': (view, event) => {
    const { agentId, taskId, messageId, slot, value, unit, source } = event.payload
    const round = view.tasks.get(taskId)?.round ?? view.session?.round ?? 1
    const optional = { ...(unit === undefined ? {} : { unit }), ...(messageId ? { messageId } : {}) }
    putFact(view, { slot, value, source, ...optional, agentId, taskId, round, eventId: event.eventId })
  },
}
