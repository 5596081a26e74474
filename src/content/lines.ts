import type { ContentOf, ContentType } from '#protocol'
import { inspectContent, readContent } from '#protocol/schemas'
import { analysisResultLines } from './analysis-result/lines.ts'
import { approvalRequestLines } from './approval-request/lines.ts'
import { chartLines } from './chart/lines.ts'
import { diffLines } from './diff/lines.ts'
import { errorLines } from './error/lines.ts'
import { fileLines } from './file/lines.ts'
import { hanging, paragraphs } from './kit/lines.ts'
import { planPreviewLines } from './plan-preview/lines.ts'
import { questionToUserLines } from './question-to-user/lines.ts'
import { subtaskProgressLines } from './subtask-progress/lines.ts'
import { tableLines } from './table/lines.ts'
import { textLines } from './text/lines.ts'
import { toolResultLines } from './tool-result/lines.ts'

/** One kind in a terminal: lines of at most `width` columns, without colour, safe to print. */
export type LinesOf<Type extends ContentType> = (content: ContentOf<Type>, width: number) => readonly string[]

const lines: { readonly [Type in ContentType]: LinesOf<Type> } = {
  text: textLines,
  analysis_result: analysisResultLines,
  tool_result: toolResultLines,
  plan_preview: planPreviewLines,
  question_to_user: questionToUserLines,
  approval_request: approvalRequestLines,
  subtask_progress: subtaskProgressLines,
  table: tableLines,
  chart: chartLines,
  diff: diffLines,
  file: fileLines,
  error: errorLines,
}

/** A message's payload in a terminal. A kind this version does not know, or a payload that is not of its kind, is shown as data. */
export function contentLines(contentType: string, payload: unknown, width: number): readonly string[] {
  const read = readContent(contentType, payload)
  if (read.type !== 'unknown') return drawn(read.type, read.content, width)
  return [...hanging('⚠ ', read.problem, width), ...paragraphs(inspectContent(payload), width)]
}

function drawn<Type extends ContentType>(
  type: Type,
  content: ContentOf<Type>,
  width: number,
): readonly string[] {
  const draw: LinesOf<Type> = lines[type]
  return draw(content, width)
}
