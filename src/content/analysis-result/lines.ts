import { hanging, paragraphs } from '../kit/lines.ts'
import type { LinesOf } from '../lines.ts'
import { findingText } from './kind.ts'

export const analysisResultLines: LinesOf<'analysis_result'> = (content, width) => [
  ...(content.riskLevel === undefined ? [] : hanging('! ', content.riskLevel, width)),
  ...paragraphs(content.summary, width),
  ...content.findings.flatMap((found) => hanging('• ', findingText(found), width)),
  ...content.suggestions.flatMap((suggestion) => hanging('→ ', suggestion, width)),
]
