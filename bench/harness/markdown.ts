import { machineLine } from './machine.ts'
import { floor, ours, type Result } from './result.ts'
import { figure, footLines, tableCells } from './table.ts'

/** A result as a section of the page: the table, its notes, and how steady the figures were. */
export function markdownReport(result: Result): string {
  return [
    `Measured ${result.at.slice(0, 10)} by \`${result.command}\`: ${machineLine(result.machine)}.`,
    result.subjects.map(({ title }) => title).join(' · '),
    lines(tableCells(result)),
    footLines(result)
      .map((line) => `- ${line}`)
      .join('\n'),
    'How steady they were:',
    lines(steadiness(result)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function lines(cells: readonly (readonly string[])[]): string {
  const [head = [], ...body] = cells
  return [head, head.map(() => '---'), ...body].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

/** Median, best round, p95 of what is timed run by run, and how many rounds of how many runs stand behind each figure. */
function steadiness({ rows }: Result): readonly (readonly string[])[] {
  const subject = (name: string): string[][] =>
    rows.flatMap(({ what, figures }) => {
      const cell = figures[name]
      if (!cell) return []
      const p95 = cell.p95 === undefined ? '–' : figure(cell.p95)
      return [
        [
          what,
          name,
          figure(cell.value),
          figure(cell.best),
          p95,
          String(cell.rounds),
          String(cell.runs),
          String(cell.thrown),
        ],
      ]
    })
  return [
    ['what', 'who', 'median', 'best round', 'p95', 'rounds', 'runs in each', 'rounds thrown away'],
    ...subject(floor),
    ...subject(ours),
  ]
}
