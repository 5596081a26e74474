import type { LoadOptions, ProblemCode } from '#teams'
import type { Files } from '../written.ts'

/** Files with one thing wrong, and the whole line a person is shown about it. */
export interface ProblemCase {
  readonly files: Files | string
  /** The file to load; default `team.yaml`. */
  readonly name?: string
  readonly env?: LoadOptions['env']
  readonly en: string
  readonly zh: string
}

export type Cases = Readonly<Partial<Record<ProblemCode, ProblemCase>>>

/** An agent nothing is wrong with. */
export const fine = 'description: { en: Does it., zh: 做事。 }'
