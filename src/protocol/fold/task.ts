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
    return because({ ...task, waitingFor: undefined, ...change, status }, event)
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
    const ended = isFinal(status) ? { finishedAt: event.at, openCall: undefined } : {}
    return because({ ...run, waitingFor: undefined, ...ended, ...change, status }, event)
  })
}

/** What a task has only once something happened to it. */
const untouched = {
  startedAt: undefined,
  finishedAt: undefined,
  waitingFor: undefined,
  result: undefined,
  error: undefined,
  instruction: undefined,
  stale: undefined,
  endedBy: undefined,
} as const

/** Key by key: a payload cannot bring along what only later events may say, and one shape keeps folding fast. */
function newTask({ payload, eventId, at }: EventOf<'task.created'>, parentTaskId: TaskId | undefined): Task {
  return {
    taskId: payload.taskId,
    parentTaskId,
    goal: payload.goal,
    assignees: payload.assignees,
    round: payload.round,
    depth: payload.depth,
    constraints: payload.constraints,
    labels: payload.labels,
    dependsOn: payload.dependsOn,
    callId: payload.callId,
    messageId: payload.messageId,
    background: payload.background,
    expectedOutput: payload.expectedOutput,
    status: 'pending',
    attempt: 1,
    createdAt: at,
    createdBy: eventId,
    children: [],
    startedAt: undefined,
    finishedAt: undefined,
    waitingFor: undefined,
    result: undefined,
    error: undefined,
    reason: undefined,
    instruction: undefined,
    stale: undefined,
    endedBy: undefined,
    retriedBy: undefined,
  }
}

/** A parent comes before its children; one that is not there was lost, and the task is shown at the top. */
function create(view: DraftView, event: EventOf<'task.created'>): void {
  const { taskId, parentTaskId } = event.payload
  if (view.tasks.has(taskId)) return
  const parent = parentTaskId && view.tasks.get(parentTaskId)
  view.tasks.set(taskId, newTask(event, parent?.taskId))
  view.liveTasks.add(taskId)
  if (!parent) {
    view.roots.push(taskId)
    return
  }
  // The list is one container of the parent for life, so that a wide tree costs no more than a narrow one.
  ;(parent.children as TaskId[]).push(taskId)
  view.tasks.set(parent.taskId, { ...parent })
}

/** A new attempt begins without what the former one left behind. */
function retry(view: DraftView, event: EventOf<'task.retried'>): void {
  const { taskId, attempt, agentId, instruction } = event.payload
  putTask(view, taskId, (task) => {
    const status = moved('task', task.status, 'retry')
    if (status === task.status) return task
    view.liveTasks.add(taskId)
    const assignees = agentId ? [agentId] : task.assignees
    return because(
      { ...task, ...untouched, status, attempt, assignees, instruction, retriedBy: event.eventId },
      event,
    )
  })
}

export const foldTask: Reducers<typeof taskEvents> = {
  'task.created': create,
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
  'task.retried': retry,
  'task.reassigned': (view, { payload }) =>
    putTask(view, payload.taskId, (task) => ({ ...task, assignees: payload.assignees })),
  'task.staled': (view, { payload }) =>
    putTask(view, payload.taskId, (task) => ({ ...task, stale: payload.because })),
}

function newRun({ payload }: EventOf<'run.reserved'>): Run {
  return {
    runId: payload.runId,
    taskId: payload.taskId,
    agentId: payload.agentId,
    attempt: payload.attempt,
    path: payload.path,
    parentRunId: payload.parentRunId,
    maxTokens: payload.maxTokens,
    deadline: payload.deadline,
    status: 'reserved',
    usage: noUsage,
    turns: 0,
    toolCalls: 0,
    startedAt: undefined,
    finishedAt: undefined,
    waitingFor: undefined,
    reason: undefined,
    error: undefined,
    openCall: undefined,
    lastTry: undefined,
    plan: undefined,
  }
}

function reserve(view: DraftView, event: EventOf<'run.reserved'>): void {
  const { runId, taskId, agentId } = event.payload
  if (view.runs.has(runId)) return
  view.runs.set(runId, newRun(event))
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
