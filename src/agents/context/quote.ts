import type { Injection, PayloadOf } from '#protocol'

/** Tags by which the runtime marks what it puts into a conversation. */
const tags = ['report', 'quote', 'notice', 'note', 'task-chain', 'memory', 'earlier-rounds']
/** Characters nobody sees: they may stand inside a word without a reader noticing. */
const unseen = '[\\p{Cf}\\p{Mn}\\u00AD\\u115F\\u3164]*'

/** Cyrillic and Greek letters that look like Latin ones. */
const lookalikes: { readonly [letter: string]: string } = {
  a: 'аα',
  c: 'сϲ',
  e: 'еεё',
  h: 'нһ',
  i: 'іι',
  k: 'кκ',
  m: 'м',
  n: 'пη',
  o: 'оο',
  p: 'рρ',
  q: 'ԛ',
  r: 'г',
  s: 'ѕ',
  t: 'тτ',
  u: 'υц',
  x: 'хχ',
  y: 'уγ',
}

/** A word in any case, in full-width or look-alike letters, or with unseen characters inside. */
function disguised(word: string): string {
  return [...word]
    .map((letter) => (letter === '-' ? '[-‐-―－]' : `[${letter}${wide(letter)}${lookalikes[letter] ?? ''}]`))
    .join(unseen)
}

function wide(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0)
}

const names = tags.map(disguised).join('|')
const tag = new RegExp(`[<＜﹤‹〈](?=[\\s/／\\\\\\p{Cf}]*(?:${names})(?![\\p{L}\\p{N}_]))`, 'giu')
const opening = new RegExp(
  `${disguised('for')}[\\s\\p{Cf}]+${disguised('context')}[\\s\\p{Cf}]*(?=[:：﹕])`,
  'giu',
)
const speakers = /[\p{C}\p{Z}"'<>&[\]]+/gu

/** Text of others with what looks like our own markers made plain text: it can close nothing and forge nobody. */
export function withoutMarkers(text: string): string {
  return text.replaceAll(tag, '&lt;').replaceAll(opening, (words) => `${words.trimEnd()} (quoted)`)
}

/** True when text holds what looks like a marker of ours, in any disguise. */
export function hasMarkers(text: string): boolean {
  return text.search(tag) >= 0 || text.search(opening) >= 0
}

/** A name inside a tag or brackets: it cannot end them. */
function speaker(name: string): string {
  return name.replaceAll(speakers, '_')
}

/**
 * Another agent's words as reference: one wrapper, closed only by a border nobody could know. Who said it is a field of
 * the event, never read from the text.
 */
export function quoteInjection({ sourceAgent, content, fence }: Injection): string {
  return `For context: [${speaker(sourceAgent)}] said:\n<quote ${fence}>\n${withoutMarkers(content)}\n</quote ${fence}>`
}

/** A report that wakes a run. Sender and kind are fields of the event, never read from the text. */
export function quoteReport({ from, kind, body, fence }: PayloadOf<'report.received'>): string {
  return `<report from="${speaker(from)}" type="${kind}" ${fence}>\n${withoutMarkers(body)}\n</report ${fence}>`
}

/** What the runtime noticed. Calls and results are told in it, so it is cleaned like any text of others. */
export function quoteNotice(text: string): string {
  return `<notice>${withoutMarkers(text)}</notice>`
}

/** The user's words as they are; quoted when they hold what looks like a marker of ours, so that they stay words. */
export function quoteUserText(text: string): string {
  return hasMarkers(text) ? `The user wrote:\n${JSON.stringify(text)}` : text
}
