import type { EventOf } from '../event.ts'
import type { memoryEvents } from '../events/memory.ts'
import type { messageEvents } from '../events/message.ts'
import type { AgentId, RunId } from '../ids.ts'
import { converse, type DraftView, type Reducers } from './draft-view.ts'

function post(view: DraftView, event: EventOf<'message.posted'>): void {
  const { payload, taskId, runId, reason } = event
  if (view.messages.has(payload.messageId)) return
  view.messages.set(payload.messageId, {
    ...payload,
    eventId: event.eventId,
    createdAt: event.at,
    taskId,
    runId,
    reason,
  })
  const { session } = view
  if (session && payload.round > session.round) view.session = { ...session, round: payload.round }
}

/** A report enters the conversation of the newest live run of the agent it is for. */
function report(view: DraftView, event: EventOf<'report.received'>): void {
  const runId = event.runId ?? newestLiveRun(view, event.payload.to)
  if (runId) converse(view, runId, { kind: 'report', eventId: event.eventId, report: event.payload })
}

function newestLiveRun(view: DraftView, agentId: AgentId): RunId | undefined {
  let newest: RunId | undefined
  for (const runId of view.liveRuns) if (view.runs.get(runId)?.agentId === agentId) newest = runId
  return newest
}

export const foldMessage: Reducers<typeof messageEvents> = {
  'message.posted': post,
  'letter.sent': () => undefined,
  'letter.answered': () => undefined,
  'letter.expired': () => undefined,
  'report.received': report,
  'handoff.made': () => undefined,
  'handoff.refused': () => undefined,
}

export const foldMemory: Reducers<typeof memoryEvents> = {
  'memory.written': (view, event) => {
    const known = view.blocks.get(event.payload.blockId)
    if (known && known.version >= event.payload.version) return
    view.blocks.set(event.payload.blockId, { ...event.payload, createdAt: event.at, eventId: event.eventId })
  },
  'memory.read': () => undefined,
  'memory.refused': () => undefined,
  'memory.granted': () => undefined,
  'memory.revoked': () => undefined,
  'memory.forgotten': (view, { payload }) => {
    view.blocks.delete(payload.blockId)
  },
  'knowledge.kept': () => undefined,
}
