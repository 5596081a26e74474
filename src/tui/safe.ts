/**
 * Text from people, agents, tools and files as a terminal may show it. What could move the cursor, change colours, set
 * the title, reorder or hide text becomes visible or goes: the terminal obeys nobody but this program.
 */

/** C0 controls but tab and newline, delete, and C1 controls, which some terminals take for escape sequences. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** Marks that turn the direction of what follows. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Tag characters, unassigned invisible ones and line separators that only some programs obey. */
const hidden = /[\u{e0000}-\u{e007f}\u2028\u2029\ufff9-\ufffb\u2060-\u2065\ufeff]/gu

/** The text with every such character replaced; newlines stay, tabs become spaces. */
export function safeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '  ')
    .replace(controls, shown)
    .replace(directions, (mark) => `<U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`)
    .replace(hidden, (mark) => (mark === '\u2028' || mark === '\u2029' ? '\n' : ''))
}

/** The same in one line. */
export function safeLine(text: string): string {
  return safeText(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim()
}

/** The picture Unicode has for a C0 control; for the others their number. */
function shown(control: string): string {
  const code = control.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
