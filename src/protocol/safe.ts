/**
 * Text from people, agents, tools and files as a screen may show it. What could move the cursor, change colours, set a
 * title, reorder or hide text becomes visible or goes: a terminal obeys nobody but the program that owns it.
 */

/** C0 controls but tab and newline, delete, and C1 controls, which some terminals take for escape sequences. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** Marks that turn the direction of what follows. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Invisible characters that carry words past a reader: tags, supplementary selectors, joiners that join nothing. */
const hidden =
  /[\u{e0000}-\u{e0fff}\u00ad\u115f\u1160\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]/gu
const lineEnds = /\r\n|[\r\u0085\u2028\u2029]/g

/** The text with every such character shown as what it is, or gone; lines stay, tabs become two spaces. */
export function safeText(text: string): string {
  return text
    .toWellFormed()
    .replace(lineEnds, '\n')
    .replaceAll('\t', '  ')
    .replace(controls, picture)
    .replace(directions, numbered)
    .replace(hidden, '')
}

/** The same in one line. */
export function safeLine(text: string): string {
  return safeText(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim()
}

/** The picture Unicode has for a control; for the others their number. */
function picture(control: string): string {
  const code = control.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : numbered(control)
}

function numbered(mark: string): string {
  return `<U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`
}
