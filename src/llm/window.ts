import { type ClosedGroup, closed, closedGroups } from './groups.ts'
import type { ModelMessage } from './model.ts'
import { estimateMessage } from './request-tokens.ts'

/** At least one limit; both count when both are given. */
export interface WindowLimits {
  readonly maxTokens?: number
  readonly maxMessages?: number
  /** Tokens of one message. A gauge's `ceiling` keeps within a window that must not be crossed. */
  readonly estimate?: (message: ModelMessage) => number
}

export interface Fitted {
  readonly messages: readonly ModelMessage[]
  readonly tokens: number
  /** Messages left out, counted after repair. */
  readonly dropped: number
  /** False when the last query alone is over the limit; it is kept, for there is nothing to say without it. */
  readonly fits: boolean
}

/**
 * Cuts a conversation to a limit in whole groups. Kept before anything else are the last query and the first task;
 * then the newest groups, without a hole between them. Calls without a result get an error result first, so that no
 * valid result of the same message is lost and nothing ends on an unanswered call.
 */
export function fitToWindow(messages: readonly ModelMessage[], limits: WindowLimits): Fitted {
  const estimate = limits.estimate ?? estimateMessage
  const groups = closedGroups(messages).groups.map((group) => measured(closed(group), estimate))
  const room = { tokens: limits.maxTokens ?? Infinity, messages: limits.maxMessages ?? Infinity }
  const queryAt = groups.findLastIndex(isUser)
  const taskAt = groups.findIndex(isUser)
  const kept = new Set<number>()
  const keep = (index: number): boolean => {
    const group = groups[index]
    if (!group || kept.has(index)) return true
    if (group.tokens > room.tokens || group.group.messages.length > room.messages) return false
    room.tokens -= group.tokens
    room.messages -= group.group.messages.length
    kept.add(index)
    return true
  }
  const fits = keep(queryAt)
  if (fits) {
    keep(taskAt)
    keepNewest(groups.length, keep)
  } else kept.add(queryAt)
  return result(groups, kept, fits)
}

interface Measured {
  readonly group: ClosedGroup
  readonly tokens: number
}

function measured(group: ClosedGroup, estimate: (message: ModelMessage) => number): Measured {
  return { group, tokens: group.messages.reduce((sum, message) => sum + estimate(message), 0) }
}

const isUser = ({ group }: Measured): boolean => group.messages[0]?.role === 'user'

function keepNewest(count: number, keep: (index: number) => boolean): void {
  for (let index = count - 1; index >= 0 && keep(index); index -= 1);
}

function result(groups: readonly Measured[], kept: ReadonlySet<number>, fits: boolean): Fitted {
  const chosen = groups.filter((_, index) => kept.has(index))
  const messages = chosen.flatMap(({ group }) => group.messages)
  const all = groups.reduce((sum, { group }) => sum + group.messages.length, 0)
  const tokens = chosen.reduce((sum, group) => sum + group.tokens, 0)
  return { messages, tokens, dropped: all - messages.length, fits }
}
