import {
  callsOfRun,
  cutToWidth,
  displayWidth,
  isFinal,
  type Run,
  safeLine,
  type Task,
  type TaskNode,
  type TaskState,
  type ToolCall,
  type View,
} from '#protocol'
import { cutLine, duration, type Line, lineWidth, type Span, type Style, span } from '#tui'
import { shortId } from '../ids.ts'
import type { Say } from '../words/words.ts'

export interface TaskLineOptions {
  readonly columns: number
  readonly say: Say
  /** Epoch milliseconds: how long open tasks have taken. */
  readonly nowMs: number
  /** Sign of a task at work; changes to show life. */
  readonly spinner: string
  /** Shows the ids that commands take, when a person looks for them. */
  readonly ids?: 'with-ids' | 'without-ids'
}

const signs: { readonly [State in TaskState]: Span } = {
  pending: span('·', 'soft'),
  running: span('•', 'accent'),
  waiting: span('•', 'soft'),
  done: span('✓', 'good'),
  failed: span('✗', 'bad'),
  cancelled: span('–', 'warn'),
}

/** A task and all below it, one line each: sign, agent, goal, what it does, how long it took. */
export function taskLines(view: View, node: TaskNode, options: TaskLineOptions): readonly Line[] {
  return linesOf(view, node, { ...options, first: '', rest: '' })
}

interface Placed extends TaskLineOptions {
  /** What stands before this task, and before those below it. */
  readonly first: string
  readonly rest: string
}

function linesOf(view: View, node: TaskNode, placed: Placed): readonly Line[] {
  const { children } = node
  const below = children.flatMap((child, place) => {
    const isLast = place === children.length - 1
    const first = `${placed.rest}${isLast ? '└─ ' : '├─ '}`
    return linesOf(view, child, { ...placed, first, rest: `${placed.rest}${isLast ? '   ' : '│  '}` })
  })
  return [taskLine(view, node.task, placed), ...below]
}

const maxAgent = 28
const gap = span('  ')

function taskLine(view: View, task: Task, placed: Placed): Line {
  const { columns, first } = placed
  const run = runOf(view, task)
  const agent = cutToWidth(safeLine(run?.agentId ?? task.assignees[0] ?? ''), maxAgent)
  const head: Line = [span(first, 'soft'), signOf(view, task, placed), span(' '), span(agent, 'strong')]
  const time = columns < 34 ? '' : timeOf(task, placed)
  const room = columns - lineWidth(head) - (time === '' ? 0 : displayWidth(time) + 2)
  const middle = fitMiddle(safeLine(task.goal), extrasOf(view, task, placed), room)
  const line = [...head, ...middle]
  if (time === '') return cutLine(line, columns)
  const filler = ' '.repeat(Math.max(1, columns - lineWidth(line) - displayWidth(time)))
  return cutLine([...line, span(filler), span(time, 'soft')], columns)
}

function runOf(view: View, { taskId }: Task): Run | undefined {
  const runId = view.runOfTask.get(taskId)
  return runId && view.runs.get(runId)
}

/** The goal gives way first, down to a stub; then what is beside it. */
function fitMiddle(goal: string, extras: readonly Span[], room: number): Line {
  const beside = extras.flatMap((extra) => [gap, extra])
  const wanted = lineWidth(beside)
  const forGoal = Math.max(room - wanted - 2, Math.min(12, room - 2))
  const cut = forGoal < 4 ? '' : cutToWidth(goal, forGoal)
  const shown: Line = cut === '' ? beside : [gap, span(cut), ...beside]
  return cutLine(shown, Math.max(0, room))
}

function signOf(view: View, task: Task, { spinner }: Placed): Span {
  if (task.status === 'waiting' && isHeld(task)) return span('?', 'warn')
  if (task.status === 'running' || (task.status === 'waiting' && hasLiveChild(view, task)))
    return span(spinner, task.status === 'running' ? 'accent' : 'soft')
  return signs[task.status]
}

function isHeld({ waitingFor }: Task): boolean {
  return waitingFor?.kind === 'approval' || waitingFor?.kind === 'question'
}

function hasLiveChild(view: View, task: Task): boolean {
  return task.children.some((child) => !isFinal(view.tasks.get(child)?.status ?? 'done'))
}

function timeOf(task: Task, { nowMs }: Placed): string {
  if (task.startedAt === undefined) return ''
  const end = task.finishedAt === undefined ? nowMs : Date.parse(task.finishedAt)
  return duration(end - Date.parse(task.startedAt))
}

/** What a task was given of others' words, what it called, what it waits for, why it ended badly. */
function extrasOf(view: View, task: Task, { say, ids }: TaskLineOptions): readonly Span[] {
  const run = runOf(view, task)
  return [
    ...(ids === 'with-ids' ? [idsOf(task, run)] : []),
    ...(task.attempt > 1 ? [span(say('attempt', { attempt: task.attempt }), 'warn')] : []),
    ...(task.stale ? [span(say('stale'), 'warn')] : []),
    ...(run ? workOf(view, task, run) : []),
    ...stateWords(task, say),
  ]
}

function idsOf({ taskId }: Task, run: Run | undefined): Span {
  return span(`task ${shortId(taskId)}${run ? ` run ${shortId(run.runId)}` : ''}`, 'soft')
}

/** Whose words it was given, and which tools it called. */
function workOf(view: View, task: Task, run: Run): readonly Span[] {
  const given = sourcesOf(view, run)
  const called = callsOfRun(view, run.runId).filter(({ tool }) => !tool.startsWith('delegate_to_'))
  return [
    ...(given.length > 0 ? [span(`← ${given.join(', ')}`, 'soft')] : []),
    ...(called.length > 0 ? [span(toolNames(called), callStyle(task, called))] : []),
  ]
}

function stateWords(task: Task, say: Say): readonly Span[] {
  const { status, waitingFor, error, reason } = task
  if (status === 'waiting' && waitingFor && waitingFor.kind !== 'task')
    return [span(say(`waitsFor.${waitingFor.kind}`), isHeld(task) ? 'warn' : 'soft')]
  if (status === 'failed' && error) return [span(safeLine(error.message), 'bad')]
  return status === 'cancelled' && reason ? [span(safeLine(reason), 'soft')] : []
}

function sourcesOf(view: View, run: Run): readonly string[] {
  const entries = view.conversations.get(run.runId)?.entries ?? []
  const names = entries.flatMap((entry) =>
    entry.kind === 'injection' ? safeLine(entry.injection.sourceAgent) : [],
  )
  return [...new Set(names)]
}

/** The names in the order of their first call, with how often where that is more than once. */
function toolNames(calls: readonly ToolCall[]): string {
  const counts = new Map<string, number>()
  for (const { tool } of calls) counts.set(tool, (counts.get(tool) ?? 0) + 1)
  return [...counts]
    .map(([tool, count]) => (count > 1 ? `${safeLine(tool)} ×${count}` : safeLine(tool)))
    .join(', ')
}

function callStyle(task: Task, calls: readonly ToolCall[]): Style {
  if (isFinal(task.status)) return 'soft'
  return calls.some(({ status }) => status === 'started') ? 'accent' : 'soft'
}
