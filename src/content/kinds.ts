import type { z } from 'zod'
import type { Frozen } from '#protocol'
import { analysisResult } from './analysis-result/kind.ts'
import { approvalRequest } from './approval-request/kind.ts'
import { chart } from './chart/kind.ts'
import { diff } from './diff/kind.ts'
import { error } from './error/kind.ts'
import { file } from './file/kind.ts'
import type { ContentKind } from './kit/kind.ts'
import { planPreview } from './plan-preview/kind.ts'
import { questionToUser } from './question-to-user/kind.ts'
import { subtaskProgress } from './subtask-progress/kind.ts'
import { table } from './table/kind.ts'
import { text } from './text/kind.ts'
import { toolResult } from './tool-result/kind.ts'

/** Every kind of content a message may have, by the name it has on the wire. A new kind is a folder and a line here. */
export const contentKinds = {
  text,
  analysis_result: analysisResult,
  tool_result: toolResult,
  plan_preview: planPreview,
  question_to_user: questionToUser,
  approval_request: approvalRequest,
  subtask_progress: subtaskProgress,
  table,
  chart,
  diff,
  file,
  error,
} as const

export type ContentType = keyof typeof contentKinds
/** The payload of a kind, as reading gives it: what has a default is there. */
export type ContentOf<Type extends ContentType> = Frozen<z.infer<(typeof contentKinds)[Type]['schema']>>

/** A payload that was read as its kind, or why it was not: an unknown kind, or not what the kind wants. */
export type Content =
  | {
      readonly [Type in ContentType]: { readonly type: Type; readonly content: ContentOf<Type> }
    }[ContentType]
  | { readonly type: 'unknown'; readonly payload: unknown; readonly problem: string }

/** Reads a payload. Never throws: what cannot be read is kept, to be shown as data. */
export function readContent(contentType: string, payload: unknown): Content {
  if (!isContentType(contentType))
    return { type: 'unknown', payload, problem: `this version knows no content kind '${contentType}'` }
  const read = contentKinds[contentType].schema.safeParse(payload)
  if (read.success) return { type: contentType, content: read.data } as Content
  const [issue] = read.error.issues
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
  return {
    type: 'unknown',
    payload,
    problem: `not of kind ${contentType}: ${where}${issue?.message ?? 'no reason'}`,
  }
}

/** What a model, a copy or an export reads of a payload. Complete and without layout. */
export function plainText(contentType: string, payload: unknown): string {
  const content = readContent(contentType, payload)
  return content.type === 'unknown' ? inspect(payload) : plain(content.type, content.content)
}

function plain<Type extends ContentType>(type: Type, content: ContentOf<Type>): string {
  const kind = contentKinds[type] as unknown as ContentKind<z.ZodType<ContentOf<Type>>>
  return kind.plainText(content as Parameters<typeof kind.plainText>[0])
}

/** Data as text to look at, whatever it is. */
export function inspect(payload: unknown): string {
  try {
    return JSON.stringify(payload, undefined, 2) ?? String(payload)
  } catch (why) {
    return `(cannot be shown: ${why instanceof Error ? why.message : String(why)})`
  }
}

function isContentType(type: string): type is ContentType {
  return Object.hasOwn(contentKinds, type)
}
