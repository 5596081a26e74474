import { hanging, paragraphs } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'
import { fileText } from './kind.ts'

export const fileLines: LinesOf<'file'> = (content, width) => [
  ...hanging('▤ ', fileText(content), width),
  ...(content.preview === undefined ? [] : paragraphs(content.preview, width)),
]
