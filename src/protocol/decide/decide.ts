import {
  accepted,
  type Command,
  type CommandEnvelope,
  type CommandOf,
  type Decision,
  refused,
} from '../command.ts'
import type { EventDraft } from '../event.ts'
import type { View } from '../view.ts'
import { decideRetry } from './retry.ts'
import { judge } from './rules.ts'
import { decideStop } from './stop.ts'

type Decider<Type extends Command['type']> = (
  view: View,
  command: CommandOf<Type>,
  envelope: CommandEnvelope,
) => Decision

const sessionMove = {
  pause: 'session.paused',
  resume: 'session.resumed',
  complete: 'session.completing',
  close: 'session.closed',
  reopen: 'session.reopened',
} as const

const decideMove = (
  _view: View,
  { type }: { readonly type: keyof typeof sessionMove },
  by: CommandEnvelope,
): Decision => accepted({ type: sessionMove[type], actor: by.actor, reason: by.reason, payload: {} })

const decidePost: Decider<'post'> = (view, command, { actor, reason }) => {
  const { session } = view
  if (session?.status !== 'active' && session?.status !== 'paused')
    return refused('not-active', `the session is ${session?.status ?? 'not created'}; reopen it to go on`)
  if (command.text.trim() === '') return refused('invalid', 'the message is empty; say what you want done')
  const { messageId, taskId, text, assignee, named, maxTokens } = command
  const round = session.round + 1
  const drafts: EventDraft[] = [
    {
      type: 'message.posted',
      actor,
      reason,
      taskId,
      visibility: 'user',
      payload: {
        messageId,
        role: 'user',
        contentType: 'text',
        payload: { text },
        visibility: 'user',
        references: [],
        round,
        ...(named ? { to: assignee } : {}),
      },
    },
    {
      type: 'task.created',
      actor,
      taskId,
      reason: 'the user asked',
      visibility: 'user',
      payload: {
        taskId,
        goal: text,
        assignees: [assignee],
        round,
        depth: 0,
        labels: [],
        dependsOn: [],
        messageId,
      },
    },
  ]
  if (maxTokens !== undefined)
    drafts.push({
      type: 'budget.raised',
      actor: { kind: 'system', id: 'policy' },
      taskId,
      payload: { taskId, maxTokens },
    })
  return accepted(...drafts)
}

const refusingEvents = { deny: 'approval.denied', expire: 'approval.expired' } as const

const decideApproval: Decider<'decide'> = (view, command, { actor, reason }) => {
  const asked = view.approvals.get(command.approvalId)
  if (!asked) return refused('unknown', `there is no approval ${command.approvalId}`, command.approvalId)
  const { approvalId } = asked
  const payload = { approvalId, digest: command.digest ?? asked.digest }
  const place = { actor, reason, taskId: asked.taskId, runId: asked.runId, prevEvents: [asked.requestedBy] }
  if (command.decision !== 'grant')
    return accepted({ type: refusingEvents[command.decision], ...place, payload })
  const granted = { ...payload, scope: command.scope ?? 'once' }
  return accepted({ type: 'approval.granted', ...place, payload: granted })
}

const decideAnswer: Decider<'answer'> = (view, { questionId, answer }, { actor, reason }) => {
  const asked = view.questions.get(questionId)
  if (!asked) return refused('unknown', `there is no question ${questionId}`, questionId)
  if (asked.status !== 'open')
    return refused('already-decided', `question ${questionId} was ${asked.status} already`, questionId)
  const choices = (asked.choices ?? []).map((choice) => choice.value)
  if (choices.length > 0 && !choices.includes(answer))
    return refused('invalid', `'${answer}' is none of the choices: ${choices.join(', ')}`, questionId)
  const place = { actor, reason, taskId: asked.taskId, runId: asked.runId, prevEvents: [asked.askedBy] }
  return accepted({ type: 'question.answered', ...place, payload: { questionId, answer } })
}

const deciders: { readonly [Type in Command['type']]: Decider<Type> } = {
  create: (_view, { payload }, { actor, reason }) =>
    accepted({ type: 'session.created', actor, reason, visibility: 'user', payload }),
  post: decidePost,
  rename: (_view, { title }, { actor, reason }) =>
    accepted({ type: 'session.renamed', actor, reason, payload: { title } }),
  pause: decideMove,
  resume: decideMove,
  complete: decideMove,
  close: decideMove,
  reopen: decideMove,
  stop: (view, { target }, envelope) => decideStop(view, target, envelope),
  retry: decideRetry,
  decide: decideApproval,
  answer: decideAnswer,
  record: (_view, { drafts }) => accepted(...drafts),
}

/**
 * What a command leads to in this view: events to write, or a refusal with nothing written. Pure.
 *
 * Every draft, also of `record`, is judged against the state tables and the rules; the first that does not hold
 * refuses the whole command.
 */
export function decide(view: View, envelope: CommandEnvelope): Decision {
  const decision = decideType(view, envelope.command, envelope)
  if (!decision.ok) return decision
  const refusal = judge(view, decision.drafts)
  return refusal ? { ok: false, refusal } : decision
}

function decideType<Type extends Command['type']>(
  view: View,
  command: CommandOf<Type>,
  envelope: CommandEnvelope,
): Decision {
  const decider = deciders[command.type as Type] as Decider<Type>
  return decider(view, command, envelope)
}
