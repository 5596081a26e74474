import type { JsonRecord } from './json.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** What another agent said, given to this one as context. */
export interface Said {
  readonly sourceAgent: string
  readonly content: string
}

/** A user-role message is a request, or something the runtime put there. */
export type Note =
  | { readonly kind: 'request' }
  | { readonly kind: 'notice' }
  | { readonly kind: 'injection'; readonly said: Said }
  | {
      readonly kind: 'report'
      readonly reports: readonly (Outcome & { readonly tool: string; readonly args: JsonRecord })[]
    }

const opening = /^\s*For context:\s*\[([^\]\n]+)\]\s*said:[ \t]*\n?/u
const notice = /^\s*<(?:notice|note|earlier-rounds|summary|reminder)\b/u
const report = /<report\b([^>]*)>\n?([\s\S]*?)\n?<\/report(?:\s[^>]*)?>/gu
const fences: readonly RegExp[] = [
  /^<(quote[\w-]*)\b[^>]*>\n?([\s\S]*?)\n?<\/\1\b[^>]*>\s*$/u,
  /^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n\1\s*$/u,
  /^(<<<+|\[\[+|---+|===+)[^\n]*\n([\s\S]*?)\n[^\n]*(?:>>>+|\]\]+|---+|===+)\s*$/u,
]

/** Tells requests from context, reports and notices; the data of an injection wins over its text. */
export function noteOf(text: string, injection: Said | undefined): Note {
  if (injection) return { kind: 'injection', said: injection }
  const open = opening.exec(text)
  if (open) {
    return {
      kind: 'injection',
      said: { sourceAgent: open[1] ?? '', content: unquoted(text.slice(open[0].length)) },
    }
  }
  if (/^\s*<report\b/u.test(text)) return { kind: 'report', reports: reportsOf(text) }
  return notice.test(text) ? { kind: 'notice' } : { kind: 'request' }
}

function reportsOf(text: string): Extract<Note, { readonly kind: 'report' }>['reports'] {
  return [...text.matchAll(report)].map(([, head = '', body = '']) => {
    const agent = attribute(head, 'from') ?? 'agent'
    const type = attribute(head, 'type') ?? ''
    const status = attribute(head, 'status') ?? type
    const failed = /fail|error|cancel|refus|denied|expired/u.test(status)
    return { tool: `report:${agent}`, args: {}, ...outcomeOf(agent, unquoted(unescaped(body)), failed) }
  })
}

function attribute(head: string, name: string): string | undefined {
  return new RegExp(`\\b${name}=["']([^"']*)["']`, 'u').exec(head)?.[1]
}

/** The text inside a fence, or the whole when there is none. */
function unquoted(text: string): string {
  const trimmed = text.trim()
  for (const fence of fences) {
    const inner = fence.exec(trimmed)?.[2]
    if (inner !== undefined) return inner
  }
  return trimmed
}

/** Report bodies are escaped so that they cannot close their tag. */
function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
