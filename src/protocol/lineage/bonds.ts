import type { EventOf, EventType, SessionEvent, UnknownEvent } from '../event.ts'
import { isKnown } from '../fold/fold.ts'
import type { CallId, EventId } from '../ids.ts'
import type { LineageIndex } from './log-index.ts'

/** Why one event rests on another. */
export type Bond =
  | 'cause'
  | 'answer'
  | 'turn'
  | 'prompt'
  | 'call'
  | 'result'
  | 'injected'
  | 'reference'
  | 'run'
  | 'task'
  | 'delegated'
  | 'asked'

/** A way back, when the log has the event it leads to. */
type Lead = readonly [EventId | undefined, Bond]
type Leads<Type extends EventType> = (index: LineageIndex, event: EventOf<Type>) => readonly Lead[]

const ownRun: Leads<
  'run.started' | 'run.waiting' | 'run.resumed' | 'run.completed' | 'run.failed' | 'run.cancelled'
> = ({ makers }, { payload }) => [[makers.get(payload.runId), 'run']]

/** A result rests on its call, and the result of a delegation on how the task it opened ended. */
const callEnd: Leads<'tool.completed' | 'tool.failed' | 'tool.refused' | 'tool.unknown'> = (
  { makers, askers, delegated, ends },
  { payload },
) => {
  const opened = delegated.get(payload.callId)
  return [
    [makers.get(payload.callId), 'call'],
    [askers.get(payload.callId), 'turn'],
    [opened && ends.get(opened), 'answer'],
  ]
}

const decided: Leads<'approval.granted' | 'approval.denied' | 'approval.expired'> = (
  { makers },
  { payload },
) => [[makers.get(payload.approvalId), 'asked']]

const replied: Leads<'question.answered' | 'question.expired'> = ({ makers }, { payload }) => [
  [makers.get(payload.questionId), 'asked'],
]

/** A turn rests on the results of the turn before it; the first one on what its run was opened with. */
const turn: Leads<'model.completed'> = (index, { payload: { runId, call } }) => {
  const prompt: Lead = [index.prompts.get(runId)?.get(call), 'prompt']
  const before = index.turns.get(runId)?.get(call - 1)
  if (!before) {
    const given = index.injections.get(runId) ?? []
    return [...given.map((eventId): Lead => [eventId, 'injected']), prompt, [index.makers.get(runId), 'run']]
  }
  return [...resultsOf(index, before), prompt, [before, 'turn']]
}

function resultsOf({ events, outcomes }: LineageIndex, turnId: EventId): readonly Lead[] {
  const said = events.get(turnId)
  const parts = said && isKnown(said) && said.type === 'model.completed' ? said.payload.parts : []
  return parts.flatMap((part) =>
    part.type === 'call' ? [[outcomes.get(part.callId), 'result'] as const] : [],
  )
}

function referred({ outcomes, makers }: LineageIndex, id: string): Lead {
  const outcome = outcomes.get(id as CallId)
  return outcome ? [outcome, 'result'] : [makers.get(id), 'reference']
}

const leads: { readonly [Type in EventType]?: Leads<Type> } = {
  'message.posted': (index, { payload, runId }) => [
    ...payload.references.map((id) => referred(index, id)),
    [lastTurn(index, runId), 'turn'],
    [runId && index.makers.get(runId), 'run'],
  ],
  'model.completed': turn,
  'context.assembled': (index, { payload }) =>
    payload.included.flatMap((slice): readonly Lead[] =>
      slice.kind === 'memory' || slice.kind === 'report'
        ? [
            index.events.has(slice.id as EventId)
              ? [slice.id as EventId, 'injected']
              : referred(index, slice.id),
          ]
        : [],
    ),
  'context.injected': ({ makers }, { payload }) =>
    payload.injections.map(({ messageId }): Lead => [messageId && makers.get(messageId), 'injected']),
  'plan.decided': ({ makers }, { payload }) => [[makers.get(payload.runId), 'run']],
  'tool.requested': ({ askers }, { payload }) => [[askers.get(payload.callId), 'turn']],
  'tool.started': ({ makers }, { payload }) => [[makers.get(payload.callId), 'call']],
  'tool.completed': callEnd,
  'tool.failed': callEnd,
  'tool.refused': callEnd,
  'tool.unknown': callEnd,
  'approval.requested': ({ makers }, { payload }) => [[makers.get(payload.callId), 'call']],
  'approval.granted': decided,
  'approval.denied': decided,
  'approval.expired': decided,
  'question.asked': ({ makers }, { payload: { callId, runId } }) => [
    [callId && makers.get(callId), 'call'],
    [runId && makers.get(runId), 'run'],
  ],
  'question.answered': replied,
  'question.expired': replied,
  'task.created': ({ makers }, { payload: { callId, messageId } }) => [
    [callId && makers.get(callId), 'delegated'],
    [messageId && makers.get(messageId), 'asked'],
  ],
  'task.completed': ({ makers }, { payload: { taskId, result } }) => [
    [result.messageId && makers.get(result.messageId), 'answer'],
    [makers.get(taskId), 'task'],
  ],
  'task.failed': ({ makers }, { payload, runId }) => [
    [runId && makers.get(runId), 'run'],
    [makers.get(payload.taskId), 'task'],
  ],
  'run.reserved': ({ makers }, { payload }) => [[makers.get(payload.taskId), 'task']],
  'run.started': ownRun,
  'run.waiting': ownRun,
  'run.resumed': ownRun,
  'run.completed': ownRun,
  'run.failed': ownRun,
  'run.cancelled': ownRun,
  'report.received': ({ ends }, { payload }) => [[ends.get(payload.taskId), 'answer']],
  'fact.recorded': (index, { payload }) => [
    referred(index, payload.source),
    [payload.messageId && index.makers.get(payload.messageId), 'reference'],
  ],
  'memory.written': (index, { payload }) => payload.sources.map((id) => referred(index, id)),
  'knowledge.kept': (index, { payload }) => [
    referred(index, payload.messageId),
    referred(index, payload.blockId),
  ],
  'letter.answered': ({ makers }, { payload }) => [[makers.get(payload.letterId), 'asked']],
  'letter.expired': ({ makers }, { payload }) => [[makers.get(payload.letterId), 'asked']],
}

function lastTurn({ turns }: LineageIndex, runId: SessionEvent['runId']): EventId | undefined {
  const numbers = runId && turns.get(runId)
  return numbers?.get(numbers.size) ?? [...(numbers?.values() ?? [])].at(-1)
}

/** What an event rests on, structure first, then the causes it names. A cause comes before what it causes. */
export function bondsOf(
  index: LineageIndex,
  event: SessionEvent | UnknownEvent,
): readonly (readonly [EventId, Bond])[] {
  const found = new Map<EventId, Bond>()
  const all = [...(isKnown(event) ? leadsOf(index, event) : []), ...causesOf(event)]
  for (const [eventId, bond] of all) {
    const cause = eventId && index.events.get(eventId)
    if (cause && cause.seq < event.seq && !found.has(cause.eventId)) found.set(cause.eventId, bond)
  }
  return [...found]
}

function causesOf({ prevEvents }: SessionEvent | UnknownEvent): readonly Lead[] {
  return Array.isArray(prevEvents) ? prevEvents.map((cause: EventId): Lead => [cause, 'cause']) : []
}

function leadsOf<Type extends EventType>(index: LineageIndex, event: EventOf<Type>): readonly Lead[] {
  const lead = leads[event.type as Type] as Leads<Type> | undefined
  try {
    return lead?.(index, event) ?? []
  } catch {
    // A payload the codec would refuse leads nowhere; the causes it names still count.
    return []
  }
}
