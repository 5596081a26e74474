import {
  cutText,
  type Fact,
  type Json,
  type MessageId,
  type RunId,
  type TaskResult,
  totalTokens,
  type View,
} from '#protocol'

/** What the end of a run adds to its summary. */
export interface SummaryParts {
  readonly answer: string
  readonly messageId?: MessageId
  readonly facts: readonly Fact[]
  readonly structured?: Json
  /** Paths changed, in the order they were first changed. */
  readonly filesChanged?: readonly string[]
}

/** The result of a run, extracted from the log: the last answer cut by graphemes, facts, files, and what it took. */
export function summarise(view: View, runId: RunId, parts: SummaryParts): TaskResult {
  const run = view.runs.get(runId)
  return {
    answer: cutText(parts.answer, { graphemes: 1_000 }),
    ...(parts.messageId ? { messageId: parts.messageId } : {}),
    ...(parts.structured === undefined ? {} : { structured: parts.structured }),
    facts: parts.facts,
    filesChanged: parts.filesChanged ?? [],
    turns: run?.turns ?? 0,
    toolCalls: run?.toolCalls ?? 0,
    tokens: run ? totalTokens(run.usage) : 0,
  }
}
