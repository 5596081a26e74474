import { paragraphs } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'

export const textLines: LinesOf<'text'> = ({ text }, width) => paragraphs(text, width)
