import type { Injection } from './events/model.ts'
import type { Fact } from './events/parts.ts'
import type { AgentId, MessageId } from './ids.ts'
import type { Message } from './view.ts'

type StatedFact = Pick<Fact, 'slot' | 'value'> & { readonly unit?: string | undefined }

/** A fact as one line, `slot: value unit`: the form in which it is sent to another agent and remembered. */
export function factLine({ slot, value, unit }: StatedFact): string {
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  return `${slot}: ${words}${unit === undefined ? '' : ` ${unit}`}`.replaceAll(/\s+/gu, ' ').trim()
}

/** The key under which a sent fact is remembered in `View.given`. */
export function factKey(fact: StatedFact & { readonly agentId: AgentId }): string {
  return lineKey(fact.agentId, factLine(fact))
}

/** What follows the line of a fact whose earlier value was sent before. */
export const replacing = ' (replaces '

function lineKey(agentId: AgentId, line: string): string {
  const end = line.lastIndexOf(replacing)
  return JSON.stringify([agentId, end < 0 ? line : line.slice(0, end)])
}

/** What a message says: its text, or its content as JSON. */
export function messageText({ payload }: Pick<Message, 'payload'>): string {
  if (typeof payload === 'string') return payload
  if (payload !== null && typeof payload === 'object' && !Array.isArray(payload)) {
    const { text } = payload as { readonly text?: unknown }
    if (typeof text === 'string') return text
  }
  return JSON.stringify(payload)
}

/** The key under which a part of a message is remembered; the whole message goes by its id. */
export function excerptKey(messageId: MessageId, content: string): string {
  return `${messageId}:${content}`
}

/** What an injection leaves in `View.given`: its facts as they were sent, the message, or the part of it that was sent. */
export function givenKeys(
  messages: ReadonlyMap<MessageId, Message>,
  { sourceAgent, messageId, content, slots }: Injection,
): readonly string[] {
  if (slots) return content.split('\n').map((line) => lineKey(sourceAgent, line))
  if (!messageId) return []
  const message = messages.get(messageId)
  return [message && messageText(message) !== content ? excerptKey(messageId, content) : messageId]
}
