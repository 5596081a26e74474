import { shown } from '../kit/kind.ts'
import { hanging, paragraphs } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'

export const toolResultLines: LinesOf<'tool_result'> = (content, width) => {
  const input = content.arguments === undefined ? '' : ` ${shown(content.arguments)}`
  return [
    ...hanging(content.isError ? '✗ ' : '✓ ', `${content.tool}${input}`, width),
    ...paragraphs(content.text, width),
    ...(content.source === undefined ? [] : hanging('↳ ', content.source, width)),
  ]
}
