import { displayWidth, graphemes } from '#protocol'

/** A terminal in memory: what a person would see after some writes. Knows what our screen sends, and wraps as terminals do. */
export class VirtualTerminal {
  #columns: number
  readonly #rows: number
  #lines: string[][] = [[]]
  #row = 0
  #column = 0
  /** Everything that was written, as it came. */
  written = ''
  cursorShown = true

  constructor(columns: number, rows: number) {
    this.#columns = columns
    this.#rows = rows
  }

  columns(): number {
    return this.#columns
  }

  rows(): number {
    return this.#rows
  }

  /** Makes it wider or narrower. Lines are wrapped anew, as most terminals do. */
  resize(columns: number): void {
    const before = this.#lines
    const cursor = this.#row
    this.#columns = columns
    this.#lines = []
    this.#row = 0
    for (const [place, line] of before.entries()) {
      const rows = wrapCells(line, columns)
      if (place === cursor) this.#row = this.#lines.length
      this.#lines.push(...rows)
    }
  }

  write(text: string): void {
    this.written += text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is a terminal
    for (const token of text.match(/\u001b\[[?\d;]*[A-Za-z]|[\r\n]|[^\u001b\r\n]+/g) ?? []) this.#take(token)
  }

  /** The lines a person sees, without the room at their ends. */
  get screen(): readonly string[] {
    const lines = this.#lines.map((line) => line.join('').trimEnd())
    while (lines.at(-1) === '') lines.pop()
    return lines
  }

  #take(token: string): void {
    if (token === '\r') this.#column = 0
    else if (token === '\n') this.#down()
    else if (!token.startsWith('\u001b')) this.#type(token)
    else this.#obey(token.slice(2, -1), token.at(-1) ?? '')
  }

  #obey(argument: string, command: string): void {
    if (argument === '?25') this.cursorShown = command === 'h'
    else if (command === 'A') this.#row = Math.max(0, this.#row - Number(argument || 1))
    else if (command === 'K') this.#line().length = this.#column
    else if (command === 'J') {
      this.#line().length = this.#column
      this.#lines.length = this.#row + 1
    } else if (command !== 'm' && argument !== '?2026')
      throw new Error(`this terminal does not know ${argument}${command}`)
  }

  #type(text: string): void {
    for (const grapheme of graphemes(text)) {
      const width = displayWidth(grapheme)
      if (this.#column + width > this.#columns) {
        this.#column = 0
        this.#down()
      }
      const line = this.#line()
      while (line.length < this.#column) line.push(' ')
      line.splice(this.#column, width, grapheme, ...Array.from({ length: width - 1 }, () => ''))
      this.#column += width
    }
  }

  #down(): void {
    this.#row += 1
    while (this.#lines.length <= this.#row) this.#lines.push([])
  }

  #line(): string[] {
    const line = this.#lines[this.#row] ?? []
    this.#lines[this.#row] = line
    return line
  }
}

function wrapCells(cells: readonly string[], columns: number): string[][] {
  const rows: string[][] = [[]]
  for (const cell of cells) {
    const last = rows.at(-1) ?? []
    if (last.length === columns) rows.push([cell])
    else last.push(cell)
  }
  return rows
}
