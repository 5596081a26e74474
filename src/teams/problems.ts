import { safeLine } from '#protocol'
import { problemWords } from './problem-words.ts'

/** What is wrong with a team's files, where, and how to mend it. The words are made when it is shown. */
export interface Problem {
  readonly severity: 'error' | 'warning'
  readonly code: ProblemCode
  readonly file: string
  /** From 1; 1 when the place is not known. */
  readonly line: number
  readonly column: number
  /** Keys down to the value: `agents.weather.tools[1]`. Empty for the whole file. */
  readonly path: string
  /** The values the words are about. */
  readonly about: Readonly<Record<string, string>>
}

export type Locale = 'en' | 'zh'
export type ProblemCode = keyof typeof problemWords

/** A problem in words. */
export interface Explanation {
  readonly problem: string
  readonly fix: string
}

/** What a problem is and how to mend it, in the reader's language, each in one line that is safe to show. */
export function explainProblem({ code, about }: Problem, locale: Locale = 'en'): Explanation {
  const make: (about: Problem['about']) => Explanation = problemWords[code][locale]
  const { problem, fix } = make(about)
  return { problem: safeLine(problem), fix: safeLine(fix) }
}

/** One problem in one line: place, what is wrong, how to mend it. */
export function describeProblem(found: Problem, locale: Locale = 'en'): string {
  const { file, line, column, path } = found
  const { problem, fix } = explainProblem(found, locale)
  const place = safeLine(`${file}:${line}:${column}${path === '' ? '' : ` ${path}`}`)
  return locale === 'zh' ? `${place} ${problem}。改法：${fix}` : `${place} ${problem}. fix: ${fix}`
}
