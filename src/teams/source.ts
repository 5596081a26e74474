import { isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { nearest, type Problem, type ProblemCode } from './problems.ts'

export type Path = readonly (string | number)[]

/** A parsed YAML text that still knows where each value stands. */
export interface YamlSource {
  readonly file: string
  readonly value: unknown
  /** A problem at the place of the value at this path, or of the nearest value above it. */
  problem(
    path: Path,
    code: ProblemCode,
    about?: Readonly<Record<string, string>>,
    severity?: Problem['severity'],
  ): Problem
}

/** Parses YAML; syntax errors become problems. `firstLine` is where the text begins in its file. */
export function parseYaml(
  text: string,
  file: string,
  firstLine = 1,
): { readonly source: YamlSource; readonly problems: readonly Problem[] } {
  const lines = new LineCounter()
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text
  const document = parseDocument(clean, { lineCounter: lines, uniqueKeys: true, merge: false })
  const at = (offset: number): { readonly line: number; readonly column: number } => {
    const { line, col } = lines.linePos(offset)
    return { line: line + firstLine - 1, column: col }
  }
  const problems = document.errors.map((error): Problem => {
    const why = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? error.code
    return { severity: 'error', code: 'syntax', file, ...at(error.pos[0]), path: '', about: { why } }
  })
  const offsetOf = (path: Path): number => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return node.range[0]
    }
    return 0
  }
  const value: unknown = problems.length > 0 ? undefined : document.toJS({ maxAliasCount: 50 })
  return {
    source: {
      file,
      value,
      problem: (path, code, about = {}, severity = 'error') => ({
        severity,
        code,
        file,
        ...at(offsetOf(path)),
        path: pathText(path),
        about,
      }),
    },
    problems,
  }
}

/** `agents.weather.tools[1]`. */
export function pathText(path: Path): string {
  let text = ''
  for (const key of path) text += typeof key === 'number' ? `[${key}]` : text === '' ? key : `.${key}`
  return text
}

/** What a schema found, as problems with places. Unknown keys get the key that was probably meant. */
export function schemaProblems(
  source: YamlSource,
  error: z.ZodError,
  known: (path: Path) => readonly string[],
): Problem[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.filter((key): key is string | number => typeof key !== 'symbol')
    if (issue.code !== 'unrecognized_keys') return [source.problem(path, 'shape', { why: issue.message })]
    const keys = known(path)
    return issue.keys.map((key) =>
      source.problem([...path, key], 'unknown-key', {
        key,
        meant: nearest(key, keys) ?? '',
        known: keys.join(', '),
      }),
    )
  })
}
