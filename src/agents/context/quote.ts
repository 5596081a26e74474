import type { Injection, PayloadOf } from '#protocol'

/** What looks like one of our own markers in a user's words. */
const markerLike = /for\s+context\s*:|<\s*\/?\s*(?:report|quote|notice|task-chain|memory|earlier-rounds)\b/iu

/** Another agent's words as reference: one wrapper, closed only by a border nobody could know. */
export function quoteInjection({ sourceAgent, content, fence }: Injection): string {
  return `For context: [${sourceAgent}] said:\n<quote ${fence}>\n${content}\n</quote ${fence}>`
}

/** A report that wakes a run. Sender and kind are fields of the event, never read from the text. */
export function quoteReport({ from, kind, body, fence }: PayloadOf<'report.received'>): string {
  return `<report from="${from}" type="${kind}" ${fence}>\n${body}\n</report ${fence}>`
}

/** The user's words as they are; quoted when they hold what looks like a marker of ours, so that they stay words. */
export function quoteUserText(text: string): string {
  return markerLike.test(text) ? `The user wrote:\n${JSON.stringify(text)}` : text
}
