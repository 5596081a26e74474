import { cutLine, type Line, lineWidth, type Paint, paintLine } from './paint.ts'

/** Where a screen draws. */
export interface ScreenPort {
  write(text: string): void
  columns(): number
  rows(): number
}

const csi = '\u001b['
/** Terminals that know it show what lies between at once; others ignore it. */
const beginFrame = `${csi}?2026h`
const endFrame = `${csi}?2026l`
const hideCursor = `${csi}?25l`
/** What a terminal must be sent when a program ends that drew on it. */
export const showCursor = `${csi}?25h`

interface Drawn {
  readonly text: string
  readonly width: number
}

/**
 * The lines at the bottom of the terminal that change, below the lines that stay. Draws only what changed, in one write
 * a frame. The cursor rests at the start of the line below. One writer: nobody else may write while lines are up.
 */
export class Screen {
  readonly #port: ScreenPort
  readonly #paint: Paint
  #drawn: readonly Drawn[] = []
  #columns = 0

  constructor(port: ScreenPort, paint: Paint) {
    this.#port = port
    this.#paint = paint
  }

  /** Lines that fit: the last column stays free, and a line above for the cursor to come from. */
  get room(): { readonly columns: number; readonly rows: number } {
    return { columns: Math.max(8, this.#port.columns() - 1), rows: Math.max(3, this.#port.rows() - 2) }
  }

  /** Shows these lines in place of those before. Lines too long are cut; too many lose their first ones. */
  draw(lines: readonly Line[]): void {
    const next = this.#cutToWidth(lines)
    const moved = this.#columns !== this.#port.columns() && this.#drawn.length > 0
    const frame = moved ? this.#erase() + next.map(({ text }) => `${text}\r\n`).join('') : this.#changes(next)
    this.#columns = this.#port.columns()
    this.#drawn = next
    if (frame !== '') this.#port.write(`${beginFrame}${hideCursor}${frame}${endFrame}`)
  }

  /** Puts lines that stay above those that change. They are not cut: the terminal wraps them, and copying gives them whole. */
  print(lines: readonly Line[]): void {
    const stay = lines.map((line) => `${paintLine(line, this.#paint)}\r\n`).join('')
    const again = this.#drawn.map(({ text }) => `${text}\r\n`).join('')
    this.#port.write(`${beginFrame}${this.#erase()}${stay}${again}${endFrame}`)
    this.#columns = this.#port.columns()
  }

  /** Takes the changing lines away. */
  clear(): void {
    const erase = this.#erase()
    this.#drawn = []
    if (erase !== '') this.#port.write(`${erase}${showCursor}`)
  }

  #cutToWidth(lines: readonly Line[]): readonly Drawn[] {
    const { columns, rows } = this.room
    return lines.slice(-rows).map((line) => {
      const cut = cutLine(line, columns)
      return { text: paintLine(cut, this.#paint), width: lineWidth(cut) }
    })
  }

  /** Goes up over what was drawn and erases it. A terminal made narrower has wrapped it into more rows. */
  #erase(): string {
    if (this.#drawn.length === 0) return ''
    const columns = Math.max(1, this.#port.columns())
    const rows = this.#drawn.reduce((sum, { width }) => sum + Math.max(1, Math.ceil(width / columns)), 0)
    return `\r${csi}${rows}A${csi}J`
  }

  #changes(next: readonly Drawn[]): string {
    const before = this.#drawn
    const same =
      next.length === before.length && next.every(({ text }, place) => text === before[place]?.text)
    if (same) return ''
    const up = before.length === 0 ? '' : `\r${csi}${before.length}A`
    const lines = next.map(({ text }, place) =>
      text === before[place]?.text ? '\r\n' : `${text}${csi}K\r\n`,
    )
    return `${up}${lines.join('')}${next.length < before.length ? `${csi}J` : ''}`
  }
}
