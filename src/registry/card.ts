import type { AgentId } from '#protocol'

/** Text for people and for matching, in one language or in both. A plain string serves both. */
export type LocalText = string | { readonly en?: string; readonly zh?: string }

/** Something an agent can do, and words people use when they want it. */
export interface Capability {
  readonly name: string
  readonly description?: LocalText
  readonly keywords: readonly string[]
  readonly examples: readonly string[]
}

/** Who an agent is, for choosing it. */
export interface AgentCard {
  readonly id: AgentId
  readonly description: LocalText
  readonly capabilities: readonly Capability[]
  readonly permissionTags: readonly string[]
  readonly inputConstraints: { readonly maxBatchSize?: number; readonly maxInputChars?: number }
  readonly maxConcurrentRuns: number
  readonly costClass: 'low' | 'medium' | 'high'
  readonly languages: readonly string[]
}

/** All wordings of a text, for matching in either language. */
export function wordings(text: LocalText): string {
  return typeof text === 'string' ? text : [text.en, text.zh].filter((part) => part !== undefined).join('\n')
}
