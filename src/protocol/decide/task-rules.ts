import type { Refusal } from '../command.ts'
import type { DraftOf } from '../event.ts'
import type { runEvents, taskEvents } from '../events/task.ts'
import type { RunId, TaskId } from '../ids.ts'
import { isFinal, type RunMove, type TaskMove } from '../states.ts'
import {
  type Docket,
  firstOf,
  free,
  latestRun,
  type Rules,
  refusal,
  stateIn,
  taskOfRun,
  tryCreate,
  tryMove,
} from './docket.ts'
import { mayGoOn, nothingEndedAbove, runMayBeReserved, sessionIs, taskMayStart } from './may.ts'

const task = (docket: Docket, taskId: TaskId, move: TaskMove): Refusal | undefined =>
  tryMove(docket, 'task', { id: taskId, move })

function createTask(docket: Docket, { payload }: DraftOf<'task.created'>): Refusal | undefined {
  const { taskId, parentTaskId } = payload
  return firstOf(
    () => sessionIs(docket, parentTaskId ? ['active', 'paused', 'completing'] : ['active', 'paused']),
    () => (parentTaskId ? mayGoOn(docket, parentTaskId) : undefined),
    () => tryCreate(docket, 'task', { id: taskId, initial: 'pending' }),
    () => void docket.parents.set(taskId, parentTaskId),
  )
}

/** A task ends when its run has: the run's end is written before it, or with it. */
function endTask(docket: Docket, taskId: TaskId, move: TaskMove): Refusal | undefined {
  return firstOf(
    () => task(docket, taskId, move),
    () => {
      const runId = liveRunOf(docket, taskId)
      return (
        runId && refusal('illegal-move', `run ${runId} of task ${taskId} has not ended; end it first`, runId)
      )
    },
  )
}

function liveRunOf(docket: Docket, taskId: TaskId): RunId | undefined {
  const runId = latestRun(docket, taskId)
  const state = runId && stateIn(docket, 'run', runId)
  return state && !isFinal(state) ? runId : undefined
}

export const taskRules: Rules<typeof taskEvents> = {
  'task.created': createTask,
  'task.started': (docket, { payload }) =>
    firstOf(
      () => startable(docket, payload.taskId),
      () => task(docket, payload.taskId, 'start'),
    ),
  'task.waiting': (docket, { payload }) => task(docket, payload.taskId, 'wait'),
  'task.resumed': (docket, { payload }) => task(docket, payload.taskId, 'resume'),
  'task.completed': (docket, { payload }) => endTask(docket, payload.taskId, 'finish'),
  'task.failed': (docket, { payload }) => endTask(docket, payload.taskId, 'fail'),
  'task.cancelled': (docket, { payload }) => endTask(docket, payload.taskId, 'cancel'),
  'task.retried': (docket, { payload }) =>
    firstOf(
      () => task(docket, payload.taskId, 'retry'),
      () => sessionIs(docket, ['active', 'paused']),
      () => void docket.retried.add(payload.taskId),
      () => nothingEndedAbove(docket, payload.taskId),
    ),
  'task.reassigned': (docket, { payload }) =>
    stateIn(docket, 'task', payload.taskId) === undefined
      ? refusal('unknown', `there is no task ${payload.taskId}`, payload.taskId)
      : undefined,
  'task.staled': free,
}

/** Whether the session lets a task begin that its table lets begin; a move the table lacks is refused by the table. */
function startable(docket: Docket, taskId: TaskId): Refusal | undefined {
  return stateIn(docket, 'task', taskId) === 'pending' ? taskMayStart(docket, taskId) : undefined
}

function reserveRun(docket: Docket, { payload }: DraftOf<'run.reserved'>): Refusal | undefined {
  const { runId, taskId } = payload
  return firstOf(
    () => runMayBeReserved(docket, taskId),
    () => tryCreate(docket, 'run', { id: runId, initial: 'reserved' }),
    () => {
      const live = liveRunOf(docket, taskId)
      return live && refusal('exists', `run ${live} is at work on task ${taskId}; end it first`, live)
    },
    () => void docket.tasksOfRuns.set(runId, taskId),
    () => void docket.runsOfTasks.set(taskId, runId),
  )
}

type RunMoved = DraftOf<'run.started'> | DraftOf<'run.waiting'> | DraftOf<'run.resumed'>
type RunEnded = DraftOf<'run.completed'> | DraftOf<'run.failed'> | DraftOf<'run.cancelled'>

function moveRun(docket: Docket, { payload }: RunMoved | RunEnded, move: RunMove): Refusal | undefined {
  const { runId, taskId } = payload
  return firstOf(
    () => tryMove(docket, 'run', { id: runId, move }),
    () =>
      taskOfRun(docket, runId) === taskId
        ? undefined
        : refusal('invalid', `run ${runId} is not a run of task ${taskId}`, runId),
  )
}

export const runRules: Rules<typeof runEvents> = {
  'run.reserved': reserveRun,
  'run.started': (docket, draft) =>
    firstOf(
      () => moveRun(docket, draft, 'start'),
      () => taskMayStart(docket, draft.payload.taskId),
    ),
  'run.waiting': (docket, draft) => moveRun(docket, draft, 'wait'),
  'run.resumed': (docket, draft) => moveRun(docket, draft, 'resume'),
  'run.completed': (docket, draft) => moveRun(docket, draft, 'finish'),
  'run.failed': (docket, draft) => moveRun(docket, draft, 'fail'),
  'run.cancelled': (docket, draft) => moveRun(docket, draft, 'cancel'),
}
