import { hanging } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'

export const questionToUserLines: LinesOf<'question_to_user'> = ({ text, choices, expiresAt }, width) => [
  ...hanging('? ', text, width),
  ...(choices ?? []).flatMap(({ value, label }, index) =>
    hanging(`${index + 1}) `, value === label ? label : `${label} [${value}]`, width),
  ),
  ...(expiresAt === undefined ? [] : hanging('⏱ ', expiresAt, width)),
]
