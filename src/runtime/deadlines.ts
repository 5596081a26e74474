import type { SessionEvent } from '#protocol'
import { isFinal } from '#protocol'
import type { Workshop } from './workshop.ts'

/** Timers of everything that may not wait for ever: runs, approvals, questions. Each fires into a recorded event. */
export interface Deadlines {
  /** Sets and clears timers for what these events began and ended. */
  notice(events: readonly SessionEvent[]): void
  /** Sets timers for everything in the view that is still open: after a restart. */
  restore(): void
  clear(): void
}

/** Watches the deadlines of one session. `onRunTimeout` ends the run in question. */
export function deadlines(shop: Workshop, onRunTimeout: (runId: string) => void): Deadlines {
  const timers = new Map<string, () => void>()
  const set = (id: string, at: string | undefined, action: () => void): void => {
    if (at === undefined || timers.has(id)) return
    const fire = (): void => {
      timers.delete(id)
      action()
    }
    timers.set(id, shop.clock.after(Date.parse(at) - shop.clock.now(), fire, { background: true }))
  }
  const clear = (id: string): void => {
    timers.get(id)?.()
    timers.delete(id)
  }
  const expireApproval = (approvalId: string): void => expire(shop, 'approval', approvalId)
  const expireQuestion = (questionId: string): void => expire(shop, 'question', questionId)

  const begin = (event: SessionEvent): void => {
    if (event.type === 'run.reserved') {
      const { runId, deadline } = event.payload
      set(runId, deadline, () => onRunTimeout(runId))
    } else if (event.type === 'approval.requested') {
      const { approvalId, expiresAt } = event.payload
      set(approvalId, expiresAt, () => expireApproval(approvalId))
    } else if (event.type === 'question.asked') {
      const { questionId, expiresAt } = event.payload
      set(questionId, expiresAt, () => expireQuestion(questionId))
    }
  }
  const end = (event: SessionEvent): void => {
    if (event.type === 'run.completed' || event.type === 'run.failed' || event.type === 'run.cancelled')
      clear(event.payload.runId)
    else if (event.type === 'approval.granted' || event.type === 'approval.denied')
      clear(event.payload.approvalId)
    else if (event.type === 'question.answered') clear(event.payload.questionId)
  }
  return {
    notice(events) {
      for (const event of events) {
        begin(event)
        end(event)
      }
    },
    restore() {
      const { view } = shop.log
      for (const run of view.runs.values())
        if (!isFinal(run.status)) set(run.runId, run.deadline, () => onRunTimeout(run.runId))
      for (const approval of view.approvals.values())
        if (approval.status === 'pending')
          set(approval.approvalId, approval.expiresAt, () => expireApproval(approval.approvalId))
      for (const question of view.questions.values())
        if (question.status === 'open')
          set(question.questionId, question.expiresAt, () => expireQuestion(question.questionId))
    },
    clear() {
      for (const cancel of timers.values()) cancel()
      timers.clear()
    },
  }
}

/** Time ran out: an approval becomes a denial, a question takes its fallback. */
function expire(shop: Workshop, kind: 'approval' | 'question', id: string): void {
  const { log } = shop
  const actor = { kind: 'system', id: 'clock' } as const
  const reason = 'nobody decided in time'
  const approval = kind === 'approval' ? find(log.view.approvals, id) : undefined
  if (approval)
    log.execute({
      command: { type: 'decide', approvalId: approval.approvalId, decision: 'expire' },
      actor,
      reason,
    })
  const question = kind === 'question' ? find(log.view.questions, id) : undefined
  if (question)
    log.record(
      [{ type: 'question.expired', actor, reason, payload: { questionId: question.questionId } }],
      actor,
    )
}

function find<Key extends string, Value>(map: ReadonlyMap<Key, Value>, id: string): Value | undefined {
  return map.get(id as Key)
}
