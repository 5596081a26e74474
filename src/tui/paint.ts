import { cutToWidth, displayWidth } from '#protocol'

/** How a piece of a line looks. The sixteen basic colours only, so that the person's theme decides. */
export type Style = 'plain' | 'strong' | 'soft' | 'accent' | 'good' | 'bad' | 'warn'

export interface Span {
  readonly text: string
  readonly style: Style
}

/** One line of a screen: safe text without line breaks, in pieces. */
export type Line = readonly Span[]

/** Colours and weights of text, or the text as it is where there are none. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly cyan: (text: string) => string
  readonly green: (text: string) => string
  readonly red: (text: string) => string
  readonly yellow: (text: string) => string
}

/** Paint for a terminal that shows colours, or for anything else. */
export function paint({ colour }: { readonly colour: boolean }): Paint {
  const code =
    (number: number) =>
    (text: string): string =>
      colour && text !== '' ? `\u001b[${number}m${text}\u001b[0m` : text
  return { bold: code(1), dim: code(2), cyan: code(36), green: code(32), red: code(31), yellow: code(33) }
}

const looks: Readonly<Record<Exclude<Style, 'plain'>, keyof Paint>> = {
  strong: 'bold',
  soft: 'dim',
  accent: 'cyan',
  good: 'green',
  bad: 'red',
  warn: 'yellow',
}

export function span(text: string, style: Style = 'plain'): Span {
  return { text, style }
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + displayWidth(text), 0)
}

/** The line cut to fit, with an ellipsis where it was cut. */
export function cutLine(line: Line, columns: number): Line {
  if (lineWidth(line) <= columns) return line
  const cut: Span[] = []
  let left = columns
  for (const piece of line) {
    const width = displayWidth(piece.text)
    if (width < left) {
      cut.push(piece)
      left -= width
      continue
    }
    cut.push({
      ...piece,
      text: width === left ? cutToWidth(`${piece.text}  `, left) : cutToWidth(piece.text, left),
    })
    break
  }
  return cut
}

/** The line as the terminal is sent it. */
export function paintLine(line: Line, paint: Paint): string {
  return line.map(({ text, style }) => (style === 'plain' ? text : paint[looks[style]](text))).join('')
}
