import {
  callsOfRun,
  isFinal,
  type Run,
  type Task,
  type TaskNode,
  type TaskState,
  type ToolCall,
  type View,
} from '#protocol'
import { duration } from './figures.ts'
import { cutLine, type Line, lineWidth, type Span, type Style, span } from './paint.ts'
import { safeLine } from './safe.ts'
import { displayWidth, fit } from './width.ts'

/** Words of the tree in the person's language. */
export interface TreeWords {
  readonly waitsFor: { readonly [Kind in NonNullable<Task['waitingFor']>['kind']]: string }
  readonly attempt: (attempt: number) => string
  readonly stale: string
}

export interface TaskLineOptions {
  readonly columns: number
  readonly words: TreeWords
  /** Epoch milliseconds: how long open tasks have taken. */
  readonly nowMs: number
  /** Sign of a task at work; changes to show life. */
  readonly spinner: string
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
  const runId = view.runOfTask.get(task.taskId)
  const run = runId && view.runs.get(runId)
  const agent = fit(safeLine(run?.agentId ?? task.assignees[0] ?? ''), maxAgent)
  const head: Line = [span(first, 'soft'), signOf(view, task, placed), span(' '), span(agent, 'strong')]
  const time = columns < 34 ? '' : timeOf(task, placed)
  const room = columns - lineWidth(head) - (time === '' ? 0 : displayWidth(time) + 2)
  const middle = fitMiddle(safeLine(task.goal), extrasOf(view, task, run || undefined, placed.words), room)
  const line = [...head, ...middle]
  if (time === '') return cutLine(line, columns)
  const filler = ' '.repeat(Math.max(1, columns - lineWidth(line) - displayWidth(time)))
  return cutLine([...line, span(filler), span(time, 'soft')], columns)
}

/** The goal gives way first, down to a stub; then what is beside it. */
function fitMiddle(goal: string, extras: readonly Span[], room: number): Line {
  const beside = extras.flatMap((extra) => [gap, extra])
  const wanted = lineWidth(beside)
  const forGoal = Math.max(room - wanted - 2, Math.min(12, room - 2))
  const cut = forGoal < 4 ? '' : fit(goal, forGoal)
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
function extrasOf(view: View, task: Task, run: Run | undefined, words: TreeWords): readonly Span[] {
  const extras: Span[] = []
  if (task.attempt > 1) extras.push(span(words.attempt(task.attempt), 'warn'))
  if (task.stale) extras.push(span(words.stale, 'warn'))
  const given = run ? sourcesOf(view, run) : []
  if (given.length > 0) extras.push(span(`← ${given.join(', ')}`, 'soft'))
  const called = run ? callsOfRun(view, run.runId).filter(({ tool }) => !tool.startsWith('delegate_to_')) : []
  if (called.length > 0) extras.push(span(toolNames(called), callStyle(task, called)))
  if (task.status === 'waiting' && task.waitingFor && task.waitingFor.kind !== 'task')
    extras.push(span(words.waitsFor[task.waitingFor.kind], isHeld(task) ? 'warn' : 'soft'))
  if (task.status === 'failed' && task.error) extras.push(span(safeLine(task.error.message), 'bad'))
  if (task.status === 'cancelled' && task.reason) extras.push(span(safeLine(task.reason), 'soft'))
  return extras
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
