/** How much room text takes in a terminal: two columns for Chinese, Japanese, Korean and pictures, one for the rest. */

const ascii = /^[ -~]*$/
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u
const picture = /\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}{2}/u
const invisible = /^[\p{M}\p{Cf}\p{Cc}\u200b]+$/u

let shared: Intl.Segmenter | undefined

/** What a person sees as single characters. */
export function graphemes(text: string): readonly string[] {
  if (ascii.test(text)) return text.split('')
  shared ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(shared.segment(text), ({ segment }) => segment)
}

function graphemeWidth(grapheme: string): number {
  if (grapheme.length === 1 && grapheme >= ' ' && grapheme <= '~') return 1
  if (invisible.test(grapheme)) return 0
  return wide.test(grapheme) || picture.test(grapheme) ? 2 : 1
}

/** Columns of a text that holds no line break and no escape sequence. */
export function displayWidth(text: string): number {
  if (ascii.test(text)) return text.length
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0)
}

/** The text itself when it fits, else its longest head that fits with an ellipsis. */
export function fit(text: string, columns: number): string {
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
const staysWithLast = /^[，。、；：？！）》」』”’…,.;:?!)\]}]$/u
const breaksAfter = /[\s\-/]$/u

/** Breaks text into lines of at most `columns`: between words where it can, between characters where it must. */
export function wrap(text: string, columns: number): readonly string[] {
  const room = Math.max(2, columns)
  return text.split('\n').flatMap((line) => wrapLine(line, room))
}

function wrapLine(line: string, room: number): string[] {
  if (displayWidth(line) <= room) return [line]
  const lines: string[] = []
  let current: string[] = []
  let used = 0
  for (const grapheme of graphemes(line)) {
    const width = graphemeWidth(grapheme)
    if (used + width > room) {
      const rest = breakPlace(current, grapheme)
      lines.push(
        current
          .slice(0, current.length - rest.length)
          .join('')
          .trimEnd(),
      )
      current = grapheme === ' ' && rest.length === 0 ? [] : [...rest]
      used = current.reduce((sum, one) => sum + graphemeWidth(one), 0)
      if (grapheme === ' ' && current.length === 0) continue
    }
    current.push(grapheme)
    used += width
  }
  if (current.length > 0) lines.push(current.join('').trimEnd())
  return lines
}

/** What of a full line moves to the next one with the grapheme that does not fit. */
function breakPlace(line: readonly string[], next: string): readonly string[] {
  if (next === ' ') return []
  const earliest = Math.min(line.length / 2, line.length - 2)
  for (let place = line.length - 1; place >= earliest; place -= 1) {
    const here = line[place] ?? ''
    const after = line[place + 1] ?? next
    if (staysWithLast.test(after)) continue
    if (breaksAfter.test(here) || wide.test(here) || wide.test(after)) return line.slice(place + 1)
  }
  return []
}
