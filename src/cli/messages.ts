import { type Message, safeText, type TaskId, type View, visibleStream } from '#protocol'
import { contentLines } from '#tui'

/**
 * What a message says to a person at a terminal, made harmless. Text is not broken into lines: the terminal does that,
 * and what is copied or piped stays whole. Every other kind is drawn for the width.
 */
export function messageText(
  { contentType, payload }: Pick<Message, 'contentType' | 'payload'>,
  columns = 100,
): string {
  const text = contentType === 'text' ? plainText(payload) : undefined
  return text === undefined ? contentLines(contentType, payload, columns).join('\n') : safeText(text)
}

function plainText(payload: Message['payload']): string | undefined {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined
  const { text } = payload as { readonly text?: unknown }
  return typeof text === 'string' ? text : undefined
}

/** What agents told the user about a request, what went wrong included. */
export function answersTo(view: View, taskId: TaskId): readonly Message[] {
  return visibleStream(view).filter((message) => message.taskId === taskId && message.role !== 'user')
}
