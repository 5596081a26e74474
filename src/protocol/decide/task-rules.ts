import type { Refusal } from '../command.ts'
import type { runEvents, taskEvents } from '../events/task.ts'
import type { RunId, TaskId } from '../ids.ts'
import type { RunMove, TaskMove } from '../states.ts'
import { type Docket, firstOf, free, mayWork, type Rules, tryCreate, tryMove } from './docket.ts'

const task = (docket: Docket, taskId: TaskId, move: TaskMove): Refusal | undefined =>
  tryMove(docket, 'task', taskId, move)
const run = (docket: Docket, runId: RunId, move: RunMove): Refusal | undefined =>
  tryMove(docket, 'run', runId, move)

export const taskRules: Rules<typeof taskEvents> = {
  'task.created': (docket, { payload }) => {
    const { taskId, parentTaskId } = payload
    docket.parents.set(taskId, parentTaskId)
    return firstOf(
      () => (parentTaskId ? mayWork(docket, parentTaskId) : undefined),
      () => tryCreate(docket, 'task', taskId, 'pending'),
    )
  },
  'task.started': (docket, { payload }) =>
    firstOf(
      () => mayWork(docket, payload.taskId),
      () => task(docket, payload.taskId, 'start'),
    ),
  'task.waiting': (docket, { payload }) => task(docket, payload.taskId, 'wait'),
  'task.resumed': (docket, { payload }) => task(docket, payload.taskId, 'resume'),
  'task.completed': (docket, { payload }) => task(docket, payload.taskId, 'finish'),
  'task.failed': (docket, { payload }) => task(docket, payload.taskId, 'fail'),
  'task.cancelled': (docket, { payload }) => task(docket, payload.taskId, 'cancel'),
  'task.retried': (docket, { payload }) =>
    firstOf(
      () => task(docket, payload.taskId, 'retry'),
      () => mayWork(docket, payload.taskId),
    ),
  'task.reassigned': free,
  'task.staled': free,
}

export const runRules: Rules<typeof runEvents> = {
  'run.reserved': (docket, { payload }) =>
    firstOf(
      () => mayWork(docket, payload.taskId),
      () => tryCreate(docket, 'run', payload.runId, 'reserved'),
    ),
  'run.started': (docket, { payload }) =>
    firstOf(
      () => mayWork(docket, payload.taskId),
      () => run(docket, payload.runId, 'start'),
    ),
  'run.waiting': (docket, { payload }) => run(docket, payload.runId, 'wait'),
  'run.resumed': (docket, { payload }) => run(docket, payload.runId, 'resume'),
  'run.completed': (docket, { payload }) => run(docket, payload.runId, 'finish'),
  'run.failed': (docket, { payload }) => run(docket, payload.runId, 'fail'),
  'run.cancelled': (docket, { payload }) => run(docket, payload.runId, 'cancel'),
}
