import type { EventOf } from '../event.ts'
import type { runEvents, taskEvents } from '../events/task.ts'
import type { RunId, TaskId } from '../ids.ts'
import { isFinal, type RunMove, type TaskMove } from '../states.ts'
import { noUsage, type Run, type Task } from '../view.ts'
import { converse, type DraftView, moved, putRun, putTask, type Reducers } from './draft-view.ts'

interface Why {
  readonly reason?: string | undefined
}

/** The same entity with the words of its latest change, or without when none were given. */
function because<Entity extends Task | Run>(entity: Entity, { reason }: Why): Entity {
  return reason === undefined ? entity : { ...entity, reason }
}

function moveTask(
  view: DraftView,
  taskId: TaskId,
  move: TaskMove,
  event: Why,
  change: Partial<Task> = {},
): void {
  putTask(view, taskId, (task) => {
    const status = moved('task', task.status, move)
    if (status === task.status) return task
    if (isFinal(status)) view.liveTasks.delete(taskId)
    const { waitingFor: _left, ...rest } = task
    return because({ ...rest, ...change, status }, event)
  })
}

function moveRun(
  view: DraftView,
  runId: RunId,
  move: RunMove,
  event: Why & { readonly at: string },
  change: Partial<Run> = {},
): void {
  putRun(view, runId, (run) => {
    const status = moved('run', run.status, move)
    if (status === run.status) return run
    if (isFinal(status)) view.liveRuns.delete(runId)
    const { waitingFor: _left, openCall, ...rest } = run
    const ended = isFinal(status) ? { finishedAt: event.at } : openCall ? { openCall } : {}
    return because({ ...rest, ...ended, ...change, status }, event)
  })
}

export const foldTask: Reducers<typeof taskEvents> = {
  'task.created': (view, event) => {
    const { payload, eventId, at } = event
    if (view.tasks.has(payload.taskId)) return
    view.tasks.set(payload.taskId, {
      ...payload,
      status: 'pending',
      attempt: 1,
      createdAt: at,
      createdBy: eventId,
      children: [],
    })
    view.liveTasks.add(payload.taskId)
    if (!payload.parentTaskId) view.roots.push(payload.taskId)
    else
      putTask(view, payload.parentTaskId, (task) => ({
        ...task,
        children: [...task.children, payload.taskId],
      }))
  },
  'task.started': (view, event) =>
    moveTask(view, event.payload.taskId, 'start', event, { startedAt: event.at }),
  'task.waiting': (view, event) =>
    moveTask(view, event.payload.taskId, 'wait', event, { waitingFor: event.payload.waitingFor }),
  'task.resumed': (view, event) => moveTask(view, event.payload.taskId, 'resume', event),
  'task.completed': (view, event) => {
    const { taskId, result } = event.payload
    moveTask(view, taskId, 'finish', event, { result, finishedAt: event.at, endedBy: event.eventId })
  },
  'task.failed': (view, event) => {
    const { taskId, error, result } = event.payload
    const part = result ? { result } : {}
    moveTask(view, taskId, 'fail', event, { error, ...part, finishedAt: event.at, endedBy: event.eventId })
  },
  'task.cancelled': (view, event) =>
    moveTask(view, event.payload.taskId, 'cancel', event, { finishedAt: event.at, endedBy: event.eventId }),
  'task.retried': (view, event) => {
    const { taskId, attempt, agentId, instruction } = event.payload
    putTask(view, taskId, (task) => {
      const status = moved('task', task.status, 'retry')
      if (status === task.status) return task
      view.liveTasks.add(taskId)
      const {
        result: _result,
        error: _error,
        finishedAt: _at,
        endedBy: _by,
        stale: _stale,
        instruction: _old,
        ...rest
      } = task
      const extra = instruction === undefined ? {} : { instruction }
      return because(
        { ...rest, ...extra, status, attempt, assignees: agentId ? [agentId] : task.assignees },
        event,
      )
    })
  },
  'task.reassigned': (view, { payload }) =>
    putTask(view, payload.taskId, (task) => ({ ...task, assignees: payload.assignees })),
  'task.staled': (view, { payload }) =>
    putTask(view, payload.taskId, (task) => ({ ...task, stale: payload.because })),
}

function reserve(view: DraftView, { payload }: EventOf<'run.reserved'>): void {
  const { runId, taskId, agentId } = payload
  if (view.runs.has(runId)) return
  view.runs.set(runId, { ...payload, status: 'reserved', usage: noUsage, turns: 0, toolCalls: 0 })
  view.liveRuns.add(runId)
  view.runOfTask.set(taskId, runId)
  const runs = view.runsOfAgent.get(agentId)
  if (runs) (runs as RunId[]).push(runId)
  else view.runsOfAgent.set(agentId, [runId])
  const round = view.tasks.get(taskId)?.round ?? 1
  view.conversations.set(runId, { runId, taskId, round, entries: [] })
}

export const foldRun: Reducers<typeof runEvents> = {
  'run.reserved': reserve,
  'run.started': (view, event) => {
    const { runId, taskId } = event.payload
    if (view.runs.get(runId)?.status !== 'reserved') return
    putRun(view, runId, (run) => because({ ...run, status: 'running', startedAt: event.at }, event))
    const task = view.tasks.get(taskId)
    const extra = task?.instruction === undefined ? {} : { instruction: task.instruction }
    converse(view, runId, { kind: 'query', eventId: event.eventId, text: task?.goal ?? '', ...extra })
  },
  'run.waiting': (view, event) =>
    moveRun(view, event.payload.runId, 'wait', event, { waitingFor: event.payload.waitingFor }),
  'run.resumed': (view, event) => moveRun(view, event.payload.runId, 'resume', event),
  'run.completed': (view, event) => moveRun(view, event.payload.runId, 'finish', event),
  'run.failed': (view, event) =>
    moveRun(view, event.payload.runId, 'fail', event, { error: event.payload.error }),
  'run.cancelled': (view, event) => moveRun(view, event.payload.runId, 'cancel', event),
}
