import type { ModelMessage, ModelRequest, ToolSpec, UserPart } from './model.ts'
import { estimateTokens } from './tokens.ts'

type Estimate = (text: string) => number

/** What wraps each message, part and tool on the wire. */
const envelopeTokens = 4
/** A picture's share: the middle of what providers charge. */
const fileTokens = 1_000

/** Estimated input tokens of a whole request. */
export function estimateRequest(request: ModelRequest, estimate: Estimate = estimateTokens): number {
  let total = request.system === '' ? 0 : estimate(request.system) + envelopeTokens
  for (const message of request.messages) total += estimateMessage(message, estimate)
  for (const tool of request.tools) total += estimateTool(tool, estimate)
  return total
}

/** Estimated tokens of one message with its envelope. */
export function estimateMessage(message: ModelMessage, estimate: Estimate = estimateTokens): number {
  let total = envelopeTokens
  switch (message.role) {
    case 'user':
      for (const part of message.parts) total += estimateUserPart(part, estimate)
      return total
    case 'assistant':
      for (const part of message.parts) {
        total +=
          part.type === 'call'
            ? envelopeTokens + estimate(part.tool) + estimate(part.argumentsText)
            : estimate(part.text)
      }
      return total
    case 'tool':
      for (const result of message.results) total += envelopeTokens + estimate(result.text)
      return total
    default:
      return message satisfies never
  }
}

function estimateUserPart(part: UserPart, estimate: Estimate): number {
  if (part.type === 'text') return estimate(part.text)
  return part.mediaType.startsWith('text/') ? Math.ceil(part.bytes.length / 3) : fileTokens
}

function estimateTool(tool: ToolSpec, estimate: Estimate): number {
  return (
    envelopeTokens + estimate(tool.name) + estimate(tool.description) + estimate(JSON.stringify(tool.input))
  )
}
