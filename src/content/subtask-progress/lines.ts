import { hanging, paragraphs } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'
import { countText } from './kind.ts'

const marks = {
  pending: '○ ',
  running: '◐ ',
  waiting: '◔ ',
  done: '● ',
  failed: '✗ ',
  cancelled: '⊘ ',
} as const

export const subtaskProgressLines: LinesOf<'subtask_progress'> = (content, width) => {
  const { agentId, title, status, done, total, text } = content
  const who = agentId === undefined ? '' : `@${agentId} `
  return [
    ...hanging(marks[status], `${who}${title}${countText(done, total)}`, width),
    ...(text === undefined ? [] : paragraphs(text, width)),
  ]
}
