import { columnsOf, paragraphs, row } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'
import { cellText } from './kind.ts'

export const tableLines: LinesOf<'table'> = ({ title, columns, rows }, width) => {
  const count = Math.max(columns.length, ...rows.map((cells) => cells.length))
  const at = (cells: readonly (string | number | boolean | null)[]): string[] =>
    Array.from({ length: count }, (_, index) => cellText(cells[index]))
  const body = rows.map(at)
  const head = at(columns)
  const widths = columnsOf([head, ...body], width)
  return [
    ...(title === undefined ? [] : paragraphs(title, width)),
    row(head, widths),
    row(
      widths.map((columns) => '─'.repeat(columns)),
      widths,
    ),
    ...body.map((cells) => row(cells, widths)),
  ]
}
