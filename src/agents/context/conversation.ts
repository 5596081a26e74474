import type { ModelMessage, ToolOutput } from '#llm'
import {
  type ConversationEntry,
  cutText,
  type ModelPart,
  type RunConversation,
  type RunId,
  type TaskId,
  type ToolCall,
  type View,
} from '#protocol'
import type { ContextPolicy } from '../team.ts'
import { quoteInjection, quoteNotice, quoteReport, quoteUserText, withoutMarkers } from './quote.ts'

/** A piece of a conversation that stays or goes as a whole: calls never part from their results. */
export interface Group {
  readonly kind: 'injection' | 'query' | 'conversation' | 'summary' | 'report' | 'notice'
  /** First and last log entry it covers. */
  readonly id: string
  readonly to?: string
  readonly messages: readonly ModelMessage[]
  /** Estimated tokens, before correction. */
  readonly tokens: number
}

/** An agent's conversation as the next model call sees it, and what of it stays out. */
export interface Conversation {
  readonly past: readonly Group[]
  readonly current: readonly Group[]
  readonly excluded: readonly {
    readonly kind: 'conversation'
    readonly id: string
    readonly to: string
    readonly why: string
  }[]
}

type Count = (text: string) => number

/** Projects conversations. Ended runs are projected once and kept, so the cost of a turn does not grow with the log. */
export function conversationProjector(
  count: Count,
): (view: View, runId: RunId, policy: ContextPolicy) => Conversation {
  const ended = new WeakMap<RunConversation, Group | undefined>()
  const summaries = new WeakMap<RunConversation, string | undefined>()

  const pastRun = (view: View, runId: RunId): Group | undefined => {
    const conversation = view.conversations.get(runId)
    if (!conversation) return undefined
    if (!ended.has(conversation)) ended.set(conversation, wholeRun(view, conversation, count))
    return ended.get(conversation)
  }
  const summary = (view: View, runId: RunId): string | undefined => {
    const conversation = view.conversations.get(runId)
    if (!conversation) return undefined
    if (!summaries.has(conversation)) summaries.set(conversation, summarise(view, conversation))
    return summaries.get(conversation)
  }

  return (view, runId, policy) => {
    const run = view.runs.get(runId)
    const runs = run ? (view.runsOfAgent.get(run.agentId) ?? []) : []
    const place = runs.lastIndexOf(runId)
    const tiers = tiersOf(place, policy)
    const verbatim = runs.slice(tiers.verbatimFrom, place).flatMap((id) => pastRun(view, id) ?? [])
    const summarised = summaryGroup(view, runs.slice(tiers.summaryFrom, tiers.verbatimFrom), summary, count)
    const [first] = runs
    const last = runs[tiers.summaryFrom - 1]
    const archived =
      first && last
        ? [
            {
              kind: 'conversation' as const,
              id: first,
              to: last,
              why: 'older than the window; kept in the archive',
            },
          ]
        : []
    return {
      past: [...(summarised ? [summarised] : []), ...verbatim],
      current: currentRun(view, runId, count),
      excluded: archived,
    }
  }
}

/**
 * Where the tiers of a conversation begin. The border moves a whole window at a time, so that between two moves each
 * prompt begins with the one before it and stays cacheable.
 */
function tiersOf(
  past: number,
  policy: ContextPolicy,
): { readonly verbatimFrom: number; readonly summaryFrom: number } {
  const size = Math.max(1, policy.verbatimRounds)
  const verbatimFrom = Math.max(0, Math.floor((past - size) / size) * size)
  return { verbatimFrom, summaryFrom: Math.max(0, verbatimFrom - policy.summaryRounds) }
}

/** A run counts in its agent's conversation unless a later attempt of the same task replaced it. */
function isSuperseded(view: View, taskId: TaskId, runId: RunId): boolean {
  return view.runOfTask.get(taskId) !== runId
}

function wholeRun(view: View, conversation: RunConversation, count: Count): Group | undefined {
  const { runId, taskId, entries } = conversation
  if (isSuperseded(view, taskId, runId) || entries.length === 0) return undefined
  const messages = entries.flatMap((entry) => entryMessages(view, entry, conversation.round))
  const run = view.runs.get(runId)
  if (run && run.status !== 'done') {
    const why = run.error?.message ?? run.reason ?? run.status
    messages.push(
      userText(
        `<note>The request above ended without an answer: ${withoutMarkers(why)}</note>`,
        conversation.round,
      ),
    )
  }
  const [first] = entries
  const last = entries.at(-1)
  if (!first || !last) return undefined
  return {
    kind: 'conversation',
    id: first.eventId,
    to: last.eventId,
    messages,
    tokens: countMessages(messages, count),
  }
}

function summarise(view: View, { taskId, runId, round }: RunConversation): string | undefined {
  const task = view.tasks.get(taskId)
  if (!task || isSuperseded(view, taskId, runId)) return undefined
  const asked = cutText(task.goal, { graphemes: 120 })
  const answered = task.result
    ? cutText(task.result.answer, { graphemes: 200 })
    : `(no answer: ${task.status})`
  return withoutMarkers(`Round ${round}. Asked: ${asked}\nAnswered: ${answered}`)
}

function summaryGroup(
  view: View,
  runs: readonly RunId[],
  summary: (view: View, runId: RunId) => string | undefined,
  count: Count,
): Group | undefined {
  const lines = runs.flatMap((runId) => summary(view, runId) ?? [])
  const [first] = runs
  const last = runs.at(-1)
  if (lines.length === 0 || !first || !last) return undefined
  const text = `<earlier-rounds note="extracts, not the full text">\n${lines.join('\n')}\n</earlier-rounds>`
  return { kind: 'summary', id: first, to: last, messages: [userText(text)], tokens: count(text) }
}

const entryKinds = {
  injection: 'injection',
  query: 'query',
  model: 'conversation',
  plan: 'conversation',
  report: 'report',
  notice: 'notice',
  reset: 'notice',
} as const

function currentRun(view: View, runId: RunId, count: Count): Group[] {
  const conversation = view.conversations.get(runId)
  if (!conversation) return []
  return conversation.entries.flatMap((entry): Group[] => {
    const messages = entryMessages(view, entry, conversation.round)
    if (messages.length === 0) return []
    return [
      { kind: entryKinds[entry.kind], id: entry.eventId, messages, tokens: countMessages(messages, count) },
    ]
  })
}

/** What one entry is on the wire: nothing, one message, or a call message with the message of all its results. */
function entryMessages(view: View, entry: ConversationEntry, round: number): ModelMessage[] {
  switch (entry.kind) {
    case 'injection': {
      const { sourceAgent, round: said, content } = entry.injection
      const injection = { sourceAgent, round: said, content }
      return [
        { role: 'user', parts: [{ type: 'text', text: quoteInjection(entry.injection) }], injection, round },
      ]
    }
    case 'query': {
      const extra = entry.instruction === undefined ? '' : `\n\n${entry.instruction}`
      return [userText(`${quoteUserText(entry.text)}${extra}`, round)]
    }
    case 'report':
      return [userText(quoteReport(entry.report), round)]
    case 'notice':
      return [userText(quoteNotice(entry.text), round)]
    case 'reset':
      return []
    case 'model':
    case 'plan':
      return turnMessages(view, entry.parts, round)
    default:
      return entry satisfies never
  }
}

function turnMessages(view: View, parts: readonly ModelPart[], round: number): ModelMessage[] {
  const calls = parts.flatMap((part) => (part.type === 'call' ? [part] : []))
  if (parts.length === 0) return []
  const said: ModelMessage = { role: 'assistant', parts, round }
  if (calls.length === 0) return [said]
  const results = calls.map(({ callId, tool }): ToolOutput => {
    const call = view.calls.get(callId)
    return { callId, tool, ...outputOf(call) }
  })
  return [said, { role: 'tool', results, round }]
}

function outputOf(call: ToolCall | undefined): Pick<ToolOutput, 'text' | 'isError'> {
  if (call?.result) return { text: call.result.text, isError: false }
  if (call?.error) return { text: call.error.message, isError: true }
  return { text: `no result: the call is ${call?.status ?? 'unknown'}`, isError: true }
}

function userText(text: string, round?: number): ModelMessage {
  return { role: 'user', parts: [{ type: 'text', text }], ...(round === undefined ? {} : { round }) }
}

function countMessages(messages: readonly ModelMessage[], count: Count): number {
  let sum = 0
  for (const message of messages) sum += 4 + countMessage(message, count)
  return sum
}

function countMessage(message: ModelMessage, count: Count): number {
  if (message.role === 'tool') return message.results.reduce((sum, result) => sum + 8 + count(result.text), 0)
  let sum = 0
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'reasoning') sum += count(part.text)
    else if (part.type === 'call') sum += 12 + count(part.tool) + count(part.argumentsText)
    else sum += 1_000
  }
  return sum
}
