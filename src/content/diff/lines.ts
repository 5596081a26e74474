import { cut, hanging, paragraphs } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'

/** A line of a diff is cut, not wrapped: its first character says what it is. */
export const diffLines: LinesOf<'diff'> = ({ path, patch, summary }, width) => [
  ...(summary === undefined ? [] : paragraphs(summary, width)),
  ...hanging('± ', path, width),
  ...patch
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => cut(line, width)),
]
