import { taskTree, type View } from '#protocol'
import { paintLine } from '#tui'
import type { Terminal } from '../terminal.ts'
import { taskLines } from './task-lines.ts'

/** The task tree of a session as it stands, painted and cut to the terminal. */
export function treeText(
  terminal: Pick<Terminal, 'columns' | 'say' | 'paint'>,
  view: View,
  ids: 'with-ids' | 'without-ids' = 'without-ids',
): readonly string[] {
  const { columns, say, paint } = terminal
  const options = { columns: columns - 1, say, nowMs: Date.now(), spinner: '•', ids }
  return taskTree(view)
    .flatMap((node) => taskLines(view, node, options))
    .map((line) => paintLine(line, paint))
}
