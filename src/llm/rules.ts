import { callsOf } from './groups.ts'
import type { ModelMessage, ModelRequest, ToolSpec, UserPart } from './model.ts'
import type { ProviderRules } from './provider-rules.ts'
import { isText, textsOf } from './request-text.ts'
import { estimateRequest } from './request-tokens.ts'
import { problemOfTool } from './tool-rules.ts'

export type RuleName =
  | 'messages.none'
  | 'message.empty'
  | 'first.not_user'
  | 'last.is_assistant'
  | 'call.unanswered'
  | 'call.answered_twice'
  | 'call.id_not_unique'
  | 'call.id_too_long'
  | 'result.without_call'
  | 'text.malformed'
  | 'media.unsupported'
  | 'tool.refused'
  | 'tool.name_not_unique'
  | 'tools.too_many'
  | 'window.exceeded'

/** One demand a request does not meet. */
export interface Violation {
  readonly rule: RuleName
  readonly message: string
}

/** Everything the provider would refuse the request for, in order. Empty: it may be sent. */
export function checkRequest(request: ModelRequest, rules: ProviderRules): readonly Violation[] {
  const found: Violation[] = []
  const say = (rule: RuleName, message: string): void => {
    found.push({ rule, message })
  }
  checkEnds(request.messages, rules, say)
  checkCalls(request.messages, rules, say)
  checkContent(request, rules, say)
  checkTools(request.tools, rules, say)
  checkWindow(request, rules, say)
  return found
}

type Say = (rule: RuleName, message: string) => void

function checkEnds(messages: readonly ModelMessage[], rules: ProviderRules, say: Say): void {
  const first = messages[0]
  if (!first) say('messages.none', 'there is no message to answer')
  if (rules.firstIsUser && first && first.role !== 'user')
    say('first.not_user', `the first message is of role ${first.role}; wanted user`)
  const last = messages.at(-1)
  if (rules.lastIsNotAssistant && last?.role === 'assistant' && callsOf(last).length === 0) {
    say('last.is_assistant', "the last message is the model's own; there is nothing to answer")
  }
}

function checkCalls(messages: readonly ModelMessage[], rules: ProviderRules, say: Say): void {
  const ids = new Set<string>()
  for (const [place, message] of messages.entries()) {
    if (message.role === 'tool') checkResults(message, messages[place - 1], say)
    const next = messages[place + 1]
    const answered = new Set<string>(next?.role === 'tool' ? next.results.map((result) => result.callId) : [])
    for (const { callId, tool } of callsOf(message)) {
      if (ids.has(callId)) say('call.id_not_unique', `two calls have the id ${callId}`)
      ids.add(callId)
      checkCallId(callId, rules, say)
      if (!answered.has(callId))
        say('call.unanswered', `the call ${callId} of ${tool} has no result right after it`)
    }
  }
}

function checkCallId(callId: string, rules: ProviderRules, say: Say): void {
  const { maxCallIdChars } = rules
  if (callId.length > maxCallIdChars)
    say('call.id_too_long', `the call id ${callId} is longer than ${maxCallIdChars}`)
}

function checkResults(
  message: Extract<ModelMessage, { role: 'tool' }>,
  before: ModelMessage | undefined,
  say: Say,
): void {
  const calls = new Set<string>(before ? callsOf(before).map((call) => call.callId) : [])
  const seen = new Set<string>()
  for (const { callId } of message.results) {
    if (!calls.has(callId))
      say('result.without_call', `the result for ${callId} does not follow the message that made the call`)
    else if (seen.has(callId)) say('call.answered_twice', `the call ${callId} has two results`)
    seen.add(callId)
  }
  if (message.results.length === 0) say('message.empty', 'a tool message has no result')
}

function checkContent(request: ModelRequest, rules: ProviderRules, say: Say): void {
  for (const text of textsOf(request)) {
    if (!text.isWellFormed())
      say('text.malformed', `half a character in ${JSON.stringify(text.slice(0, 40))}`)
  }
  for (const message of request.messages)
    if (message.role === 'user') checkUserParts(message.parts, rules, say)
}

function checkUserParts(parts: readonly UserPart[], rules: ProviderRules, say: Say): void {
  const isSaid = (part: UserPart): boolean => part.type === 'file' || part.text.trim() !== ''
  if (!parts.some(isSaid)) say('message.empty', 'a user message has no text')
  for (const part of parts) {
    if (part.type !== 'file' || isText(part.mediaType)) continue
    if (rules.media.some((start) => part.mediaType.startsWith(start))) continue
    say('media.unsupported', `${rules.provider} takes no ${part.mediaType} (${part.name})`)
  }
}

function checkTools(tools: readonly ToolSpec[], rules: ProviderRules, say: Say): void {
  const names = new Set<string>()
  for (const tool of tools) {
    if (names.has(tool.name)) say('tool.name_not_unique', `two tools are called ${JSON.stringify(tool.name)}`)
    names.add(tool.name)
    const problem = problemOfTool(tool, rules)
    if (problem !== undefined)
      say('tool.refused', `the tool ${JSON.stringify(tool.name)} cannot be offered: ${problem}`)
  }
  if (tools.length > rules.maxTools)
    say('tools.too_many', `${tools.length} tools; ${rules.provider} takes ${rules.maxTools}`)
}

function checkWindow(request: ModelRequest, rules: ProviderRules, say: Say): void {
  if (rules.contextWindow === undefined) return
  const tokens = estimateRequest(request)
  if (tokens > rules.contextWindow) {
    say('window.exceeded', `about ${tokens} tokens; the model takes ${rules.contextWindow}`)
  }
}
