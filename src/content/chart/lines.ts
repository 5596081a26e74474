import { bars, hanging, paragraphs } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'

export const chartLines: LinesOf<'chart'> = ({ title, unit, labels, series }, width) => [
  ...(title === undefined ? [] : paragraphs(unit === undefined ? title : `${title} (${unit})`, width)),
  ...series.flatMap(({ name, values }) => [
    ...(series.length > 1 ? hanging('· ', name, width) : []),
    ...bars(
      labels.map((label, index) => ({ label, value: values[index] ?? undefined })),
      width,
    ),
  ]),
]
