import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import type { CallId, ModelPart } from '#protocol'
import { parseArguments } from '../arguments.ts'
import type { ModelMessage, ModelRequest, ToolOutput, ToolSpec, UserPart } from '../model.ts'
import { isText } from '../request-text.ts'
import type { WireNames } from './names.ts'

/** How our messages become a provider's prompt. */
export interface PromptMap {
  readonly names: WireNames
  readonly callId: (id: CallId) => string
  /** The key of the metadata that the provider wants back. */
  readonly metadataKey: string
  /** Reasoning that another model made goes to nobody but a provider that takes any. */
  readonly takesAnyReasoning: boolean
}

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']
type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content']

/** The request's messages in the provider library's form. Parts that say nothing are left out. */
export function toPrompt(request: ModelRequest, map: PromptMap): LanguageModelV4Prompt {
  const system: LanguageModelV4Prompt =
    request.system === '' ? [] : [{ role: 'system', content: request.system }]
  return [...system, ...request.messages.flatMap((message) => toMessage(message, map))]
}

function toMessage(message: ModelMessage, map: PromptMap): LanguageModelV4Message[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.parts.flatMap(toUserPart) }]
    case 'assistant': {
      const content = message.parts.flatMap((part) => toAssistantPart(part, map))
      return content.length === 0 ? [] : [{ role: 'assistant', content }]
    }
    case 'tool':
      return [{ role: 'tool', content: message.results.map((result) => toResult(result, map)) }]
    default:
      return message satisfies never
  }
}

function toUserPart(part: UserPart): UserContent {
  if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }]
  const { mediaType, name, bytes } = part
  if (isText(mediaType)) return [{ type: 'text', text: `${name}:\n${new TextDecoder().decode(bytes)}` }]
  return [{ type: 'file', mediaType, filename: name, data: { type: 'data', data: bytes } }]
}

function toAssistantPart(part: ModelPart, map: PromptMap): AssistantContent {
  const metadata = metadataFor(part, map.metadataKey)
  switch (part.type) {
    case 'text':
      return part.text === '' && !metadata ? [] : [{ type: 'text', text: part.text, ...metadata }]
    case 'reasoning':
      return metadata || (map.takesAnyReasoning && part.text !== '')
        ? [{ type: 'reasoning', text: part.text, ...metadata }]
        : []
    case 'call':
      return [
        {
          type: 'tool-call',
          toolCallId: map.callId(part.callId),
          toolName: map.names.toWire(part.tool),
          input: inputOf(part.argumentsText),
          ...metadata,
        },
      ]
    default:
      return part satisfies never
  }
}

/** Only the provider's own metadata goes back, as it came. */
function metadataFor(
  part: ModelPart,
  key: string,
): { readonly providerOptions: SharedV4ProviderOptions } | undefined {
  const own = part.providerMetadata?.[key]
  if (typeof own !== 'object' || own === null || Array.isArray(own)) return undefined
  return { providerOptions: { [key]: own } as SharedV4ProviderOptions }
}

/** Providers take only objects; what was none is shown to the model as the text it wrote. */
function inputOf(argumentsText: string): unknown {
  const parsed = parseArguments(argumentsText)
  return parsed.ok ? parsed.value : { unreadable_arguments: argumentsText }
}

function toResult(
  result: ToolOutput,
  map: PromptMap,
): Extract<LanguageModelV4Message, { role: 'tool' }>['content'][number] {
  return {
    type: 'tool-result',
    toolCallId: map.callId(result.callId),
    toolName: map.names.toWire(result.tool),
    output: { type: result.isError ? 'error-text' : 'text', value: result.text },
  }
}

/** The tools in the provider library's form. A schema that leaves its type open is said to be an object. */
export function toTools(tools: readonly ToolSpec[], names: WireNames): LanguageModelV4FunctionTool[] {
  return tools.map((tool) => ({
    type: 'function',
    name: names.toWire(tool.name),
    description: tool.description,
    inputSchema: {
      type: 'object',
      properties: {},
      ...tool.input,
    } as LanguageModelV4FunctionTool['inputSchema'],
  }))
}
