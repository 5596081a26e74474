import type { ModelMessage, ToolOutput } from '#llm'
import type { RunContext } from '../agent.ts'
import type { Slice } from './assemble.ts'
import type { Conversation, Group } from './conversation.ts'

/** What gave way so that a prompt fits. */
export interface Truncation {
  readonly droppedTokens: number
  readonly dropped: readonly Slice[]
  /** Identifier-like words of the dropped output, which stay in the prompt. */
  readonly keptIds: readonly string[]
}

interface Fitted {
  readonly past: readonly Group[]
  readonly current: readonly Group[]
  readonly truncation?: Truncation
}

/** Turns of the run that always stay as they are. */
const recentGroups = 2
const keptIdsPerResult = 24
const identifier =
  /https?:\/\/[^\s"'<>]+|(?:[\w.-]+\/)+[\w.-]+|[A-Za-z]+[-_]?\d[\w-]*|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?|[¥$€£]?\d[\d,]*(?:\.\d+)?%?|[A-Z][a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z0-9]+)+/gu

/**
 * Makes a conversation fit, without a model call. First the raw tool output in the middle of the run becomes one-line
 * stubs that keep identifier-like words; then the oldest past rounds go. The first query, everything injected, the
 * last turns, and the bond of a call to its results always stay.
 */
export function truncate(conversation: Conversation, maxTokens: number, context: RunContext): Fitted {
  const { past, current } = conversation
  let over = total(past) + total(current) - maxTokens
  if (over <= 0) return { past, current }
  const dropped: Slice[] = []
  const keptIds: string[] = []
  const shortened = current.map((group, place) => {
    if (over <= 0 || group.kind !== 'conversation' || place >= current.length - recentGroups) return group
    const stub = stubbed(group, context, keptIds)
    if (stub.tokens >= group.tokens) return group
    over -= group.tokens - stub.tokens
    dropped.push({
      kind: 'conversation',
      id: group.id,
      tokens: group.tokens - stub.tokens,
      why: 'tool output dropped to stay in budget',
    })
    return stub
  })
  const kept = past.filter((group) => {
    if (over <= 0) return true
    over -= group.tokens
    dropped.push({
      kind: group.kind,
      id: group.id,
      ...(group.to ? { to: group.to } : {}),
      tokens: group.tokens,
      why: 'past round dropped to stay in budget',
    })
    return false
  })
  if (dropped.length === 0) return { past, current }
  const droppedTokens = dropped.reduce((sum, slice) => sum + slice.tokens, 0)
  return { past: kept, current: shortened, truncation: { droppedTokens, dropped, keptIds } }
}

function total(groups: readonly Group[]): number {
  return groups.reduce((sum, group) => sum + group.tokens, 0)
}

function stubbed(group: Group, context: RunContext, keptIds: string[]): Group {
  let saved = 0
  const messages = group.messages.map((message): ModelMessage => {
    if (message.role !== 'tool') return message
    const results = message.results.map((result) => {
      const short = stubOf(result, keptIds)
      saved += context.tokens(result.text) - context.tokens(short.text)
      return short
    })
    return { ...message, results }
  })
  return { ...group, messages, tokens: group.tokens - saved }
}

function stubOf(result: ToolOutput, keptIds: string[]): ToolOutput {
  const ids = [...new Set(result.text.match(identifier) ?? [])].slice(0, keptIdsPerResult)
  keptIds.push(...ids)
  const words = ids.length > 0 ? `; it held: ${ids.join(', ')}` : ''
  const text = `[output of ${result.text.length} characters dropped to save budget; read_result ${result.callId} shows it${words}]`
  return text.length < result.text.length ? { ...result, text } : result
}
