import { shown } from '../kit/kind.ts'
import { hanging, paragraphs } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'

export const approvalRequestLines: LinesOf<'approval_request'> = (content, width) => [
  ...hanging('⛨ ', `${content.tool} ${shown(content.arguments)}`, width),
  ...hanging('! ', content.risk, width),
  ...(content.path.length === 0 ? [] : hanging('@ ', content.path.join(' › '), width)),
  ...(content.preview === undefined ? [] : paragraphs(content.preview, width)),
  ...(content.expiresAt === undefined ? [] : hanging('⏱ ', content.expiresAt, width)),
]
