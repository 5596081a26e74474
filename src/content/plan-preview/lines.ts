import { hanging, paragraphs } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'
import { stepText } from './kind.ts'

export const planPreviewLines: LinesOf<'plan_preview'> = ({ title, steps }, width) => [
  ...(title === undefined ? [] : paragraphs(title, width)),
  ...steps.flatMap((step, index) => hanging(`${index + 1}. `, stepText(step), width)),
]
