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
const report = /<report\b([^>\n]*)>\n?/gu
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
  const found: Extract<Note, { readonly kind: 'report' }>['reports'][number][] = []
  let closed = 0
  for (const match of text.matchAll(report)) {
    if (match.index < closed) continue
    const [whole, head = ''] = match
    const { body, end } = bodyOf(text, match.index + whole.length, fenceOf(head))
    closed = end
    const agent = attribute(head, 'from') ?? 'agent'
    const failed = failing.test(attribute(head, 'status') ?? attribute(head, 'type') ?? '')
    found.push({ tool: `report:${agent}`, args: {}, ...outcomeOf(agent, unquoted(body), failed) })
  }
  return found
}

const failing = /fail|error|cancel|refus|denied|expired/iu

/** The border of a fenced report: the word in its opening tag that is no attribute. */
function fenceOf(head: string): string | undefined {
  return /(?:^|\s)([\w-]+)\s*$/u.exec(head.replaceAll(/[\w-]+=(?:"[^"]*"|'[^']*')/gu, ' '))?.[1]
}

/** What stands between the tags. With a border only the closing tag that repeats it ends the body. */
function bodyOf(
  text: string,
  from: number,
  fence: string | undefined,
): { readonly body: string; readonly end: number } {
  const close = fence === undefined ? '</report>' : `</report ${fence}>`
  const at = text.indexOf(close, from)
  const end = at < 0 ? text.length : at
  const body = text.slice(from, end).replace(/\n$/u, '')
  return { body: fence === undefined ? unescaped(body) : body, end }
}

function attribute(head: string, name: string): string | undefined {
  return new RegExp(`\\b${name}=["']([^"']*)["']`, 'u').exec(head)?.[1]
}

/** The user's words. The runtime quotes them as a JSON string when they hold what looks like one of its markers. */
export function userWords(text: string): string {
  const quote = /^The user wrote:\n(".*")$/su.exec(text)?.[1]
  if (quote === undefined) return text
  try {
    return String(JSON.parse(quote))
  } catch {
    // Not our quoting: the words are as they stand.
    return text
  }
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

/** Without a border, bodies are escaped so that they cannot close their tag. */
function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
