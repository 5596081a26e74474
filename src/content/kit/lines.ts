import { cutToWidth, displayWidth, safeLine, safeText, wrapToWidth } from '#protocol'

/** The narrowest a line is laid out for; below it nothing readable fits. */
const narrowest = 8
const gap = '  '

/** Text as lines of at most `width` columns. */
export function paragraphs(text: string, width: number): readonly string[] {
  return wrapToWidth(safeText(text), Math.max(narrowest, width))
}

/** Text behind a mark; further lines begin where the text did. */
export function hanging(mark: string, text: string, width: number): readonly string[] {
  const indent = ' '.repeat(displayWidth(mark))
  const room = Math.max(narrowest, width) - indent.length
  return wrapToWidth(safeText(text), room).map((line, index) => (index === 0 ? mark : indent) + line)
}

/** One line, cut when it does not fit. Its own white space stays. */
export function cut(line: string, width: number): string {
  return cutToWidth(safeText(line).replaceAll('\n', ' '), Math.max(narrowest, width))
}

/** Columns wide enough for their cells; when all do not fit, the widest give way first. */
export function columnsOf(rows: readonly (readonly string[])[], width: number): readonly number[] {
  const count = Math.max(0, ...rows.map((cells) => cells.length))
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(1, ...rows.map((cells) => displayWidth(safeLine(cells[index] ?? '')))),
  )
  const room = Math.max(count, width - gap.length * Math.max(0, count - 1))
  let over = widths.reduce((sum, one) => sum + one, 0) - room
  while (over > 0 && Math.max(...widths) > 1) over -= narrowWidest(widths, over)
  return widths
}

/** Takes columns from the widest, down to the next width or as many as are over. Gives back how many. */
function narrowWidest(widths: number[], over: number): number {
  const most = Math.max(...widths)
  const next = Math.max(1, ...widths.filter((one) => one < most))
  const widest = widths.flatMap((one, index) => (one === most ? [index] : [])).slice(0, over)
  const by = Math.min(most - next, Math.max(1, Math.floor(over / widest.length)))
  for (const index of widest) widths[index] = most - by
  return by * widest.length
}

/** Cells side by side, each cut or filled up to its column. */
export function row(cells: readonly string[], widths: readonly number[]): string {
  return widths
    .map((columns, index) => filled(safeLine(cells[index] ?? ''), columns))
    .join(gap)
    .trimEnd()
}

function filled(text: string, columns: number): string {
  const fits = cutToWidth(text, columns)
  return fits + ' '.repeat(Math.max(0, columns - displayWidth(fits)))
}

export interface Bar {
  readonly label: string
  readonly value: number | undefined
}

/** Numbers as bars from zero, the longest as long as the width allows. Negative ones are drawn as long and say so. */
export function bars(all: readonly Bar[], width: number): readonly string[] {
  const heads = all.map(({ label, value }) => [label, value === undefined ? '–' : String(value)])
  const widths = columnsOf(heads, Math.floor((Math.max(narrowest, width) * 2) / 3))
  const used = widths.reduce((sum, columns) => sum + columns + gap.length, 0)
  const room = Math.max(1, Math.max(narrowest, width) - used)
  const most = Math.max(0, ...all.map(({ value }) => Math.abs(value ?? 0)))
  return all.map(({ value }, index) => {
    const length = most === 0 ? 0 : Math.round((Math.abs(value ?? 0) / most) * room)
    const bar = ((value ?? 0) < 0 ? '▒' : '█').repeat(length)
    return row([...(heads[index] ?? []), bar], [...widths, room])
  })
}
