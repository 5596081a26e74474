import type { CallId, ModelPart } from '#protocol'
import type { ModelMessage, ToolOutput } from './model.ts'

/**
 * The unit of cutting: one message, or a message with calls and the message with all their results. `unanswered` names
 * the calls that have no result yet; a group with any of them must not be sent.
 */
export interface ClosedGroup {
  readonly messages: readonly ModelMessage[]
  readonly unanswered: readonly CallId[]
}

export type CallPart = Extract<ModelPart, { readonly type: 'call' }>

/** The calls an assistant message makes; none for other messages. */
export function callsOf(message: ModelMessage): readonly CallPart[] {
  return message.role === 'assistant' ? message.parts.filter((part) => part.type === 'call') : []
}

/** What `closedGroups` had to leave out: results that answer no open call. */
export interface Grouped {
  readonly groups: readonly ClosedGroup[]
  readonly orphans: readonly ToolOutput[]
}

/**
 * Divides a conversation into groups. A result belongs to the latest message before it that makes its call and has no
 * result for it; so valid results of parallel calls are never lost, also when they come late or in several messages.
 */
export function closedGroups(messages: readonly ModelMessage[]): Grouped {
  const groups: Draft[] = []
  const open = new Map<CallId, Draft>()
  const orphans: ToolOutput[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      for (const result of message.results) place(result, { open, orphans })
      continue
    }
    const group: Draft = { message, calls: callsOf(message), results: new Map() }
    groups.push(group)
    for (const call of group.calls) open.set(call.callId, group)
  }
  return { groups: groups.map(finished), orphans }
}

interface Draft {
  readonly message: ModelMessage
  readonly calls: readonly CallPart[]
  readonly results: Map<CallId, ToolOutput>
}

function place(
  result: ToolOutput,
  { open, orphans }: { open: Map<CallId, Draft>; orphans: ToolOutput[] },
): void {
  const group = open.get(result.callId)
  if (!group || group.results.has(result.callId)) orphans.push(result)
  else group.results.set(result.callId, result)
}

function finished({ message, calls, results }: Draft): ClosedGroup {
  if (calls.length === 0) return { messages: [message], unanswered: [] }
  const inOrder = calls.flatMap(({ callId }) => results.get(callId) ?? [])
  const unanswered = calls.filter(({ callId }) => !results.has(callId)).map(({ callId }) => callId)
  const round = message.round === undefined ? {} : { round: message.round }
  const answers: ModelMessage[] = inOrder.length === 0 ? [] : [{ role: 'tool', results: inOrder, ...round }]
  return { messages: [message, ...answers], unanswered }
}

const noResult = 'No result: the call was cut off before it gave one. Its effect is unknown.'

/** The conversation with an error result for each call that has none, and each result right behind its call. */
export function closeCalls(messages: readonly ModelMessage[], text: string = noResult): ModelMessage[] {
  return closedGroups(messages).groups.flatMap((group) => closed(group, text).messages)
}

/** The group with an error result for each unanswered call, results in call order. */
export function closed(group: ClosedGroup, text: string = noResult): ClosedGroup {
  const [message, answers] = group.messages
  if (group.unanswered.length === 0 || !message) return group
  const given =
    answers?.role === 'tool' ? new Map(answers.results.map((result) => [result.callId, result])) : new Map()
  const results = callsOf(message).map(
    ({ callId, tool }): ToolOutput => given.get(callId) ?? { callId, tool, text, isError: true },
  )
  const round = message.round === undefined ? {} : { round: message.round }
  return { messages: [message, { role: 'tool', results, ...round }], unanswered: [] }
}
