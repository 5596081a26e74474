import { type TaskNode, type TaskState, taskTree, totalTokens, type View } from '#protocol'
import type { Paint } from './paint.ts'
import { safeLine } from './safe.ts'
import { fit } from './width.ts'

const marks: { readonly [State in TaskState]: string } = {
  pending: '○',
  running: '●',
  waiting: '◐',
  done: '✓',
  failed: '✗',
  cancelled: '⊘',
}

const colours: { readonly [State in TaskState]: keyof Paint } = {
  pending: 'dim',
  running: 'cyan',
  waiting: 'yellow',
  done: 'green',
  failed: 'red',
  cancelled: 'dim',
}

export interface TreeOptions {
  readonly columns: number
  readonly paint: Paint
  /** Only the requests from this one on. */
  readonly fromRound?: number
}

/** The task tree as lines: state, who, what, and what it took so far. */
export function treeLines(view: View, options: TreeOptions): string[] {
  return taskTree(view)
    .filter(({ task }) => task.round >= (options.fromRound ?? 0))
    .flatMap((node) => nodeLines(view, node, { ...options, indent: '', branch: '' }))
}

interface Place extends TreeOptions {
  readonly indent: string
  readonly branch: string
}

function nodeLines(view: View, { task, children }: TaskNode, place: Place): string[] {
  const { columns, paint, indent, branch } = place
  const run = view.runs.get(view.runOfTask.get(task.taskId) ?? ('' as never))
  const who = run?.agentId ?? task.assignees[0] ?? ''
  const tokens = run ? totalTokens(run.usage) : 0
  const took = tokens > 0 ? ` ${tokens} tok` : ''
  const head = `${indent}${branch}${marks[task.status]} ${who}`
  const room = columns - head.length - took.length - 2
  const goal = room > 6 ? `  ${fit(safeLine(task.goal), room)}` : ''
  const colour = paint[colours[task.status]]
  const line = `${paint.dim(indent + branch)}${colour(`${marks[task.status]} ${who}`)}${goal}${paint.dim(took)}`
  const below = indent + (branch === '' ? '' : branch === '└ ' ? '  ' : '│ ')
  return [
    line,
    ...children.flatMap((child, index) =>
      nodeLines(view, child, {
        ...place,
        indent: below,
        branch: index === children.length - 1 ? '└ ' : '├ ',
      }),
    ),
  ]
}
