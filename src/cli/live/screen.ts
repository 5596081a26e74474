import { displayWidth } from '#tui'

/**
 * The bottom of the terminal, redrawn in place. What is printed above it stays. Only lines that changed are written,
 * so nothing flickers; when the width changed, everything is drawn anew.
 */
export class LiveBlock {
  readonly #write: (text: string) => void
  #lines: readonly string[] = []
  #columns = 0

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  /** Shows these lines as the block. */
  draw(lines: readonly string[], columns: number): void {
    if (columns !== this.#columns || lines.length < this.#lines.length) this.clear()
    this.#columns = columns
    const before = this.#lines
    let text = before.length > 0 ? `\u001B[${before.length}A` : ''
    lines.forEach((line, place) => {
      text += line === before[place] ? '\u001B[1B' : `\r\u001B[2K${line}\n`
    })
    this.#write(`\r${text}`)
    this.#lines = lines
  }

  /** Takes the block away. */
  clear(): void {
    if (this.#lines.length === 0) return
    const rows = this.#lines.reduce((sum, line) => sum + rowsOf(line, this.#columns), 0)
    this.#write(`\r\u001B[${rows}A\u001B[0J`)
    this.#lines = []
  }

  /** Prints lines that stay, above the block. */
  print(text: string): void {
    this.clear()
    this.#write(`${text}\n`)
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes take no columns
const colourCodes = /\u001B\[\d+m/g

function rowsOf(line: string, columns: number): number {
  return Math.max(1, Math.ceil(displayWidth(line.replace(colourCodes, '')) / Math.max(1, columns)))
}
