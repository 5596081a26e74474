import { RunAborted } from '#agents'
import {
  type EventDraft,
  isFinal,
  type RunId,
  type SessionEvent,
  type Task,
  type TaskId,
  type View,
} from '#protocol'
import { type Deadlines, deadlines } from './deadlines.ts'
import { type Drive, drive } from './driver.ts'
import { electRoot, planOf, rootInjections } from './election.ts'
import type { Workshop } from './workshop.ts'

/**
 * Makes a session move: starts the runs the log asks for, ends the ones it ends, and opens the next request when the
 * one before is done. What it does is read from events, so a session that was just loaded moves by the same code.
 */
export interface Engine {
  /** Starts or goes on with everything in the log that is not finished. */
  start(): void
  /** Ends all work without recording anything: it goes on when the session is opened again. */
  shutdown(): Promise<void>
}

/** The engine of one session. */
export function engine(shop: Workshop): Engine {
  const { log } = shop
  const drives = new Map<RunId, Drive>()
  const waits: Deadlines = deadlines(shop, (runId) => timeOut(shop, runId as RunId))
  let down = false

  const begin = (runId: RunId): void => {
    if (down || drives.has(runId)) return
    const taskId = log.view.runs.get(runId)?.taskId
    const task = taskId && log.view.tasks.get(taskId)
    const running = drive(shop, runId, task && planOf(shop, task))
    drives.set(runId, running)
    void running.done.then(() => drives.delete(runId))
  }

  const act = (event: SessionEvent): void => {
    if (event.type === 'run.reserved') begin(event.payload.runId)
    else if (event.type === 'run.cancelled' || event.type === 'run.failed')
      drives.get(event.payload.runId)?.abort(whyEnded(event))
    // A run whose start was refused while the session rested.
    else if (event.type === 'session.resumed' || event.type === 'session.reopened')
      for (const runId of log.view.liveRuns) begin(runId)
  }

  const notice = (events: readonly SessionEvent[]): void => {
    if (down) return
    waits.notice(events)
    for (const event of events) act(event)
    if (events.some((event) => pumps.has(event.type))) openNext(shop)
  }
  log.onEvents(notice)

  return {
    start() {
      waits.restore()
      for (const runId of log.view.liveRuns) begin(runId)
      openNext(shop)
    },
    async shutdown() {
      down = true
      waits.clear()
      const open = [...drives.values()]
      for (const running of open) running.abort(new RunAborted('shutdown', 'the process is going down'))
      await Promise.all(open.map((running) => running.done))
    },
  }
}

/** Events after which a pending task may start. */
const pumps: ReadonlySet<SessionEvent['type']> = new Set<SessionEvent['type']>([
  'task.created',
  'task.retried',
  'task.completed',
  'task.failed',
  'task.cancelled',
  'run.waiting',
  'session.resumed',
  'session.completing',
  'session.reopened',
])

function whyEnded(event: SessionEvent): RunAborted {
  const timedOut = event.type === 'run.failed' && event.payload.error.code === 'timeout'
  return new RunAborted(timedOut ? 'timeout' : 'stopped', event.reason ?? 'stopped')
}

/** Reserves a run for each pending task that may start: retried subtasks at once, requests one after another. */
function openNext(shop: Workshop): void {
  const { view } = shop.log
  closeWhenDone(shop)
  if (view.session?.status !== 'active') return
  for (const task of pendingTasks(view)) reserve(shop, task)
}

function pendingTasks(view: View): Task[] {
  const retried: Task[] = []
  for (const taskId of view.liveTasks) {
    const task = view.tasks.get(taskId)
    if (task?.status === 'pending' && task.depth > 0 && !reservedAlready(view, taskId)) retried.push(task)
  }
  const root = nextRoot(view)
  return root ? [...retried, root] : retried
}

/** The oldest request not begun, unless an older one is at work. One that waits for a person does not hold others up. */
function nextRoot(view: View): Task | undefined {
  for (const taskId of view.liveTasks) {
    const task = view.tasks.get(taskId)
    if (!task || task.depth > 0) continue
    if (task.status === 'pending') return reservedAlready(view, taskId) ? undefined : task
    const kind = task.waitingFor?.kind
    if (task.status === 'running' || (kind !== 'approval' && kind !== 'question')) return undefined
  }
  return undefined
}

function reservedAlready(view: View, taskId: TaskId): boolean {
  const runId = view.runOfTask.get(taskId)
  return runId !== undefined && view.liveRuns.has(runId)
}

function reserve(shop: Workshop, task: Task): void {
  const { log, team } = shop
  const chosen = electRoot(shop, task)
  const { limits } = team.agents.get(chosen.agentId) ?? {
    limits: { maxTokens: undefined, timeoutMs: 300_000 },
  }
  const runId = shop.newId('run')
  const parentRun = task.parentTaskId ? log.view.runOfTask.get(task.parentTaskId) : undefined
  const parentPath = (parentRun && log.view.runs.get(parentRun)?.path) ?? []
  const system = { actor: { kind: 'system', id: 'engine' } as const, taskId: task.taskId }
  const drafts: EventDraft[] = [
    ...chosen.drafts,
    {
      type: 'run.reserved',
      ...system,
      runId,
      prevEvents: [task.createdBy],
      payload: {
        runId,
        taskId: task.taskId,
        agentId: chosen.agentId,
        attempt: task.attempt,
        path: [...parentPath, chosen.agentId],
        ...(parentRun ? { parentRunId: parentRun } : {}),
        ...(limits.maxTokens === undefined ? {} : { maxTokens: limits.maxTokens }),
        deadline: new Date(shop.clock.now() + limits.timeoutMs).toISOString(),
      },
    },
    ...rootInjections(shop, task, chosen.agentId, runId),
  ]
  const written = log.record(drafts)
  if (!written.ok)
    shop.report.warn('a task could not be started', { taskId: task.taskId, why: written.refusal.message })
}

/** A session that is completing closes when nothing is left to wait for. */
function closeWhenDone(shop: Workshop): void {
  const { view } = shop.log
  if (view.session?.status !== 'completing') return
  for (const taskId of view.liveTasks) if (view.tasks.get(taskId)?.status !== 'pending') return
  shop.log.execute({
    command: { type: 'close' },
    actor: { kind: 'system', id: 'engine' },
    reason: 'all tasks have ended',
  })
}

/** The run's time is up: it fails, everything below it is stopped, and the parent gets the outcome. */
function timeOut(shop: Workshop, runId: RunId): void {
  const { log } = shop
  const run = log.view.runs.get(runId)
  if (!run || isFinal(run.status)) return
  const actor = { kind: 'system', id: 'clock' } as const
  const message = `${run.agentId} did not finish by ${run.deadline ?? 'its deadline'}`
  const { taskId, agentId, attempt } = run
  for (const child of log.view.tasks.get(taskId)?.children ?? [])
    log.execute({
      command: { type: 'stop', target: { kind: 'task', taskId: child } },
      actor,
      reason: message,
    })
  const error = { code: 'timeout', message }
  const place = { actor, taskId, runId, reason: message }
  log.record([
    { type: 'run.failed', ...place, payload: { runId, taskId, agentId, attempt, error } },
    { type: 'task.failed', ...place, payload: { taskId, error } },
  ])
}
