import type { WaitingFor } from '#protocol'
import type { AgentEvent, RunContext } from '../agent.ts'
import { placeOf, runOf } from './place.ts'

/** Moves run and task to waiting, unless they wait already: a resumed run finds itself parked. */
export async function* waitFor(
  context: RunContext,
  waitingFor: WaitingFor,
  reason: string,
): AsyncGenerator<AgentEvent, void> {
  if (context.view.runs.get(context.runId)?.status !== 'running') return
  const place = { ...placeOf(context), reason }
  yield {
    kind: 'record',
    drafts: [
      { type: 'run.waiting', ...place, payload: { ...runOf(context), waitingFor } },
      { type: 'task.waiting', ...place, payload: { taskId: context.taskId, waitingFor } },
    ],
  }
}

/** Moves run and task back to running. */
export async function* unpark(context: RunContext): AsyncGenerator<AgentEvent, void> {
  if (context.view.runs.get(context.runId)?.status !== 'waiting') return
  yield {
    kind: 'record',
    drafts: [
      { type: 'run.resumed', ...placeOf(context), payload: runOf(context) },
      { type: 'task.resumed', ...placeOf(context), payload: { taskId: context.taskId } },
    ],
  }
}
