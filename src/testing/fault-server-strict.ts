/** A provider that takes nothing loosely: names the first rule that an OpenAI chat request breaks. */

interface WireCall {
  readonly id?: unknown
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown }
}
interface WireMessage {
  readonly role?: unknown
  readonly content?: unknown
  readonly tool_calls?: readonly WireCall[]
  readonly tool_call_id?: unknown
}
interface WireTool {
  readonly function?: { readonly name?: unknown; readonly parameters?: unknown }
}
interface WireBody {
  readonly messages?: readonly WireMessage[]
  readonly tools?: readonly WireTool[]
  readonly tool_choice?: unknown
}

export interface StrictOptions {
  /** False: a picture is refused. */
  readonly takesPictures?: boolean
  /** Tokens it takes, and how it counts them. */
  readonly window?: { readonly maxTokens: number; readonly count: (text: string) => number }
  readonly maxSchemaBytes?: number
}

/** For the `judge` of a fault server: the rule a request breaks, or undefined. */
export function strictProvider(options: StrictOptions = {}): (body: unknown) => string | undefined {
  return (body) => {
    const { messages = [], tools, tool_choice: choice } = body as WireBody
    if (messages.length === 0) return 'messages.none'
    if (tools?.length === 0) return 'tools.empty'
    if (choice !== undefined && tools === undefined) return 'tool_choice.without_tools'
    return brokenPairing(messages) ?? brokenTool(tools ?? [], options) ?? brokenText(body, options)
  }
}

function brokenPairing(messages: readonly WireMessage[]): string | undefined {
  const open = new Set<unknown>()
  const all = new Set<unknown>()
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) return `result.without_call ${String(message.tool_call_id)}`
      continue
    }
    if (open.size > 0) return `call.unanswered ${[...open].join(' ')}`
    for (const call of message.tool_calls ?? []) {
      const broken = brokenCall(call, all)
      if (broken !== undefined) return broken
      open.add(call.id)
    }
  }
  return open.size > 0 ? `call.unanswered ${[...open].join(' ')}` : undefined
}

function brokenCall(call: WireCall, all: Set<unknown>): string | undefined {
  const { id } = call
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(id)) return `call.id ${String(id)}`
  if (all.has(id)) return `call.id_not_unique ${id}`
  all.add(id)
  if (!isWireName(call.function?.name)) return `call.name ${String(call.function?.name)}`
  return isJsonObject(call.function?.arguments)
    ? undefined
    : `call.arguments ${String(call.function?.arguments)}`
}

function isWireName(name: unknown): boolean {
  return typeof name === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(name)
}

function isJsonObject(text: unknown): boolean {
  try {
    const value: unknown = JSON.parse(String(text))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    // Not JSON is what is asked here.
    return false
  }
}

function brokenTool(
  tools: readonly WireTool[],
  { maxSchemaBytes = 64 * 1024 }: StrictOptions,
): string | undefined {
  const names = new Set<unknown>()
  for (const { function: tool } of tools) {
    if (!isWireName(tool?.name)) return `tool.name ${String(tool?.name)}`
    if (names.has(tool?.name)) return `tool.name_not_unique ${String(tool?.name)}`
    names.add(tool?.name)
    const schema = tool?.parameters as Readonly<Record<string, unknown>> | undefined
    if (schema?.['type'] !== 'object')
      return `tool.schema ${String(tool?.name)}: type ${String(schema?.['type'])}`
    const choice = ['anyOf', 'oneOf', 'allOf', 'enum', 'not'].find((key) => key in schema)
    if (choice !== undefined) return `tool.schema ${String(tool?.name)}: ${choice} at the top`
    const text = JSON.stringify(schema)
    if (text.includes('"$ref":"#"')) return `tool.schema ${String(tool?.name)}: refers to itself`
    if (Buffer.byteLength(text) > maxSchemaBytes) return `tool.schema ${String(tool?.name)}: too large`
  }
  return undefined
}

function brokenText(body: unknown, { takesPictures = true, window }: StrictOptions): string | undefined {
  const text = JSON.stringify(body)
  // JSON.stringify writes a lone surrogate as an escape, and only a lone one.
  if (/\\ud[89a-f][0-9a-f]{2}/i.test(text) || !text.isWellFormed()) return 'text.malformed'
  if (!takesPictures && text.includes('"image_url"')) return 'media.unsupported'
  if (window && window.count(text) > window.maxTokens)
    return `window.exceeded ${window.count(text)} > ${window.maxTokens}`
  return undefined
}
