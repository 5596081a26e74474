/** How much room text takes on a screen of columns: two for Chinese, Japanese, Korean and pictures, one for the rest. */

const ascii = /^[ -~]*$/
/** East Asian Wide and Fullwidth (UAX #11), as ranges: JavaScript knows no such property. */
const wide =
  /^[\u1100-\u115f\u231a-\u231b\u2329-\u232a\u23e9-\u23ec\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u
const picture = /\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}{2}/u
const invisible = /^[\p{M}\p{Cf}\p{Cc}]+$/u

let shared: Intl.Segmenter | undefined

/** What a person sees as single characters. */
export function graphemes(text: string): readonly string[] {
  if (ascii.test(text)) return text.split('')
  // Made on first use: building one costs a millisecond.
  shared ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(shared.segment(text), ({ segment }) => segment)
}

function graphemeWidth(grapheme: string): number {
  if (grapheme.length === 1 && grapheme >= ' ' && grapheme <= '~') return 1
  if (invisible.test(grapheme)) return 0
  return wide.test(grapheme) || picture.test(grapheme) ? 2 : 1
}

const widthOfAll = (all: readonly string[]): number => all.reduce((sum, one) => sum + graphemeWidth(one), 0)

/** Columns of a text that holds no line break and no escape sequence. */
export function displayWidth(text: string): number {
  return ascii.test(text) ? text.length : widthOfAll(graphemes(text))
}

/** The text itself when it fits, else its longest head that fits with an ellipsis. */
export function cutToWidth(text: string, columns: number): string {
  if (columns <= 0) return ''
  if (displayWidth(text) <= columns) return text
  let used = 1
  let head = ''
  for (const grapheme of graphemes(text)) {
    used += graphemeWidth(grapheme)
    if (used > columns) break
    head += grapheme
  }
  return `${head}…`
}

/** May not begin a line in Chinese typesetting. */
const staysWithLast = /^[，。、；：？！）》」』】〉”’…,.;:?!)\]}]$/u
/** May not end one. */
const staysWithNext = /^[（《「『【〈“‘([{]$/u
const breaksAfter = /[\s\-/]$/u

/**
 * Breaks text into lines of at most `columns` (at least two): between words where it can, between characters where it
 * must, never inside what a person sees as one character. Nothing but the space at a break is lost.
 */
export function wrapToWidth(text: string, columns: number): readonly string[] {
  const room = Math.max(2, columns)
  return text.split('\n').flatMap((line) => wrapLine(line, room))
}

function wrapLine(line: string, room: number): readonly string[] {
  if (displayWidth(line) <= room) return [line]
  const all = graphemes(line)
  const lines: string[] = []
  let from = 0
  while (from < all.length) {
    const fit = fitting(all, from, room)
    const end = fit === all.length ? fit : breakPlace(all, from, fit)
    lines.push(all.slice(from, end).join('').trimEnd())
    from = end
    while (from < all.length && all[from] === ' ') from += 1
  }
  return lines
}

/** The end of the longest stretch from `from` that fits; at least one character. */
function fitting(all: readonly string[], from: number, room: number): number {
  let used = 0
  for (let at = from; at < all.length; at += 1) {
    used += graphemeWidth(all[at] ?? '')
    if (used > room) return Math.max(at, from + 1)
  }
  return all.length
}

/** Where to break at or before `fit`: at the last good place, unless that would leave less than half a line. */
function breakPlace(all: readonly string[], from: number, fit: number): number {
  for (let end = fit; end > from + (fit - from) / 2; end -= 1) {
    const here = all[end - 1] ?? ''
    const next = all[end] ?? ''
    if (next === ' ' || breaksAfter.test(here)) return end
    if (staysWithLast.test(next) || staysWithNext.test(here)) continue
    if (wide.test(here) || wide.test(next)) return end
  }
  return fit
}
