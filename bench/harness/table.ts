import { machineLine } from './machine.ts'
import { type Cell, floor, ours, type Result, type ResultRow } from './result.ts'
import type { Target } from './rows.ts'

/** Three figures that matter, without an exponent. */
export function figure(value: number): string {
  const size = Math.abs(value)
  const places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4
  return value.toFixed(places)
}

function targetText({ is, value, of }: Target): string {
  const sign = is === 'at most' ? '≤' : '≥'
  return of === undefined ? `${sign} ${value}` : `${sign} ${value * 100} % of the floor`
}

/** The header, then a line for each row: what, unit, floor, ours, ours beside the floor, target, met, then the peers. */
export function tableCells({ rows, subjects }: Result): readonly (readonly string[])[] {
  const peers = subjects.filter(
    ({ name, missing }) => name !== floor && name !== ours && missing === undefined,
  )
  const notes = notesOf(rows)
  const cell = (found: Cell | undefined): string => {
    if (!found) return '–'
    const mark = found.note === undefined ? '' : ` [${notes.indexOf(found.note) + 1}]`
    return `${found.noisy ? '~' : ''}${figure(found.value)}${mark}`
  }
  return [
    ['what', 'unit', floor, ours, '÷ floor', 'target', 'met', ...peers.map(({ name }) => name)],
    ...rows.map(({ what, unit, target, figures, met }) => [
      what,
      unit,
      cell(figures[floor]),
      cell(figures[ours]),
      figures[ours]?.toFloor === undefined ? '–' : figure(figures[ours].toFloor),
      targetText(target),
      met === undefined ? '–' : met ? 'yes' : 'no',
      ...peers.map(({ name }) => cell(figures[name])),
    ]),
  ]
}

/** The notes of the cells, each once, in the order of the table. */
export function notesOf(rows: readonly ResultRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ figures }) => Object.values(figures).flatMap(({ note }) => note ?? [])))]
}

/** Lines below a table: what its marks mean and what is missing. */
export function footLines(result: Result): readonly string[] {
  const cells = result.rows.flatMap(({ figures }) => Object.values(figures))
  const thrown = cells.reduce((sum, cell) => sum + cell.thrown, 0)
  return [
    ...notesOf(result.rows).map((note, index) => `[${index + 1}] ${note}`),
    ...(cells.some(({ noisy }) => noisy)
      ? ['~ the machine was not quiet: the floors beside most rounds differed by more than 15 %']
      : []),
    ...(thrown > 0 ? [`${thrown} figures of rounds between unequal floors were thrown away`] : []),
    ...result.subjects.flatMap(({ title, missing }) =>
      missing ? [`${title}: not measured: ${missing.split('\n')[0]}`] : [],
    ),
    ...result.failures.map(({ subject, scenario, why }) => `${subject}, ${scenario}: ${why.split('\n')[0]}`),
  ]
}

/** The whole table as text for a terminal. */
export function printTable(result: Result): string {
  const cells = tableCells(result)
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => (line[column] ?? '').length)),
  )
  const isText = (column: number): boolean => column < 2 || column === 5 || column === 6
  const lines = cells.map((line) =>
    line
      .map((text, column) =>
        isText(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  const rule = '─'.repeat(Math.max(...lines.map((line) => line.length)))
  const titles = result.subjects.map(({ title }) => title).join(' · ')
  return [
    machineLine(result.machine),
    `${result.command} · ${result.measured} · ${titles}`,
    '',
    ...lines.slice(0, 1),
    rule,
    ...lines.slice(1),
    '',
    ...footLines(result),
  ].join('\n')
}
