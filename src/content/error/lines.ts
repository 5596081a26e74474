import { hanging } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'

export const errorLines: LinesOf<'error'> = ({ code, message }, width) =>
  hanging('✗ ', `${message} [${code}]`, width)
