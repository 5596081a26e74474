import type { Machine } from './machine.ts'
import type { Measured, Measurements } from './rounds.ts'
import type { Row, RowId } from './rows.ts'

/** One figure of one subject. */
export interface Cell extends Measured {
  readonly note?: string
}

/** A row with a figure for each subject that has one. */
export interface ResultRow extends Pick<Row, 'id' | 'what' | 'unit' | 'target'> {
  readonly figures: { readonly [subject: string]: Cell }
  /** Absent when ours was not measured. */
  readonly met?: boolean
}

/** All that was measured, as `--json` writes it. */
export interface Result {
  readonly at: string
  readonly command: string
  /** The built package, or the source that Node strips itself. */
  readonly measured: 'dist' | 'source'
  readonly machine: Machine
  readonly subjects: readonly { readonly name: string; readonly title: string; readonly missing?: string }[]
  readonly rows: readonly ResultRow[]
  /** What went wrong in a scenario, by subject. */
  readonly failures: readonly { readonly subject: string; readonly scenario: string; readonly why: string }[]
}

/** The name of our own column. */
export const ours = 'loggia'
/** The name of the limit's column. */
export const floor = 'floor'

/** A row of the result, from the figures of each subject. */
export function resultRow(
  row: Row,
  measurements: ReadonlyMap<string, Measurements>,
  noteOf: (subject: string) => string | undefined,
): ResultRow {
  const { id, what, unit, target } = row
  const figures = Object.fromEntries(
    [...measurements].flatMap(([subject, own]) => {
      const cell = cellOf(own, id, noteOf(subject))
      return cell ? [[subject, cell]] : []
    }),
  )
  const own = figures[ours]
  const value = target.of === 'floor' ? own?.toFloor : own?.value
  const met =
    value === undefined ? undefined : target.is === 'at most' ? value <= target.value : value >= target.value
  return { id, what, unit, target, figures, ...(met === undefined ? {} : { met }) }
}

function cellOf(own: Measurements, id: RowId, note: string | undefined): Cell | undefined {
  const measured = own.get(id)
  if (!measured) return undefined
  return note === undefined ? measured : { ...measured, note }
}
