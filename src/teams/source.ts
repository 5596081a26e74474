import type { Problem, ProblemCode } from './problems.ts'

export type Path = readonly (string | number)[]
/** A place in a file, from 1. */
export type Place = Pick<Problem, 'line' | 'column'>

/** Something a team was written in, which still knows where each value stands. */
export interface Source {
  readonly file: string
  /** As it was written, before variables were filled in. */
  readonly value: unknown
  /** A problem at the value at this path, or at the nearest one above it. */
  problem(
    path: Path,
    code: ProblemCode,
    about?: Readonly<Record<string, string>>,
    severity?: Problem['severity'],
  ): Problem
}

/** What is wrong in the key rather than in the value. */
const aboutKeys: ReadonlySet<ProblemCode> = new Set([
  'unknown-key',
  'ignored-key',
  'duplicate-key',
  'duplicate-agent',
  'bad-key',
  'no-description',
  'unreachable',
  'unused-rule',
  'idle-rules',
])

/** A source whose places `placeOf` finds. */
export function sourceAt(
  file: string,
  value: unknown,
  placeOf: (path: Path, atKey: boolean) => Place,
): Source {
  return {
    file,
    value,
    problem: (path, code, about = {}, severity = 'error') => ({
      severity,
      code,
      file,
      ...placeOf(path, aboutKeys.has(code)),
      path: pathText(path),
      about,
    }),
  }
}

/** `agents.weather.tools[1]`. */
export function pathText(path: Path): string {
  let text = ''
  for (const key of path) text += typeof key === 'number' ? `[${key}]` : text === '' ? key : `.${key}`
  return text
}

/** The value at a path, or undefined. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Readonly<Record<string | number, unknown>>)[key]
  }
  return at
}
