import type { Refusal } from '../command.ts'
import type { DraftOf } from '../event.ts'
import type { TaskId } from '../ids.ts'
import type { Ledger } from '../view.ts'
import { type Docket, firstOf, parentIn, refusal, stateIn, taskOfRun } from './docket.ts'
import { runMayGoOn } from './may.ts'

function ledgerIn({ ledgers, view }: Docket, taskId: TaskId): Ledger {
  return ledgers.get(taskId) ?? view.ledgers.get(taskId) ?? { reserved: 0, used: 0 }
}

/**
 * Reserving more than the root task has left is refused before the call is made. What the same batch reserved counts,
 * so runs that start in one instant cannot overshoot together. The ledger is the root's: no other is checked.
 */
export function reserve(docket: Docket, { payload }: DraftOf<'budget.reserved'>): Refusal | undefined {
  return firstOf(
    () => runMayGoOn(docket, payload.runId),
    () => isRootLedger(docket, payload),
    () => fits(docket, payload),
  )
}

function isRootLedger(docket: Docket, payload: DraftOf<'budget.reserved'>['payload']): Refusal | undefined {
  let root = taskOfRun(docket, payload.runId)
  for (let next = root; next !== undefined; next = parentIn(docket, next)) root = next
  if (root === payload.taskId) return undefined
  return refusal(
    'invalid',
    `run ${payload.runId} spends from task ${root}, not ${payload.taskId}`,
    payload.taskId,
  )
}

function fits(docket: Docket, payload: DraftOf<'budget.reserved'>['payload']): Refusal | undefined {
  const { taskId, tokens } = payload
  const ledger = ledgerIn(docket, taskId)
  const { limit, used, reserved } = ledger
  if (limit !== undefined && used + reserved + tokens > limit) {
    const left = Math.max(0, limit - used - reserved)
    return refusal('budget', `the call needs ${tokens} tokens and ${left} of ${limit} are left`, taskId)
  }
  docket.ledgers.set(taskId, { ...ledger, reserved: reserved + tokens })
  return undefined
}

/** An outcome is booked always, whatever has ended meanwhile. */
export function settle(docket: Docket, { payload }: DraftOf<'budget.settled'>): undefined {
  const { taskId, reserved, tokens } = payload
  const ledger = ledgerIn(docket, taskId)
  const left = Math.max(0, ledger.reserved - reserved)
  docket.ledgers.set(taskId, { ...ledger, reserved: left, used: ledger.used + tokens })
  return undefined
}

/** More money is given by people and policy, never by whoever spends it. */
export function raise(docket: Docket, { actor, payload }: DraftOf<'budget.raised'>): Refusal | undefined {
  if (actor.kind === 'agent' || actor.kind === 'tool')
    return refusal('not-allowed', 'an agent cannot raise its own budget; ask the user', payload.taskId)
  if (stateIn(docket, 'task', payload.taskId) === undefined)
    return refusal('unknown', `there is no task ${payload.taskId}`, payload.taskId)
  docket.ledgers.set(payload.taskId, { ...ledgerIn(docket, payload.taskId), limit: payload.maxTokens })
  return undefined
}
