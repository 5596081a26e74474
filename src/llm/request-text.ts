import { wellFormed } from '#protocol'
import type { ModelMessage, ModelRequest } from './model.ts'

/** Files that are sent as text. */
export function isText(mediaType: string): boolean {
  return /^text\/|^application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|javascript)\b/.test(mediaType)
}

/** Every text of a request that is sent, tools aside. */
export function textsOf(request: ModelRequest): string[] {
  return [request.system, ...request.messages.flatMap(textsOfMessage)]
}

function textsOfMessage(message: ModelMessage): string[] {
  switch (message.role) {
    case 'tool':
      return message.results.map((result) => result.text)
    case 'user':
      return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    case 'assistant':
      return message.parts.map((part) => (part.type === 'call' ? part.argumentsText : part.text))
    default:
      return message satisfies never
  }
}

/** The same request with every half character replaced. */
export function mended(request: ModelRequest): ModelRequest {
  return { ...request, system: wellFormed(request.system), messages: request.messages.map(mendedMessage) }
}

function mendedMessage(message: ModelMessage): ModelMessage {
  switch (message.role) {
    case 'tool':
      return {
        ...message,
        results: message.results.map((result) => ({ ...result, text: wellFormed(result.text) })),
      }
    case 'user':
      return {
        ...message,
        parts: message.parts.map((part) =>
          part.type === 'text' ? { ...part, text: wellFormed(part.text) } : part,
        ),
      }
    case 'assistant':
      return {
        ...message,
        parts: message.parts.map((part) =>
          part.type === 'call'
            ? { ...part, argumentsText: wellFormed(part.argumentsText) }
            : { ...part, text: wellFormed(part.text) },
        ),
      }
    default:
      return message satisfies never
  }
}
