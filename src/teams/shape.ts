import type { z } from 'zod'
import { keysAt } from './keys.ts'
import { nearest } from './nearest.ts'
import type { Problem, ProblemCode } from './problems.ts'
import { type Path, type Source, valueAt } from './source.ts'

type Issue = z.core.$ZodIssue

/** One thing a schema found, down to the value that is wrong. */
export interface Misfit {
  readonly path: Path
  readonly issue: Issue
}

/** What a schema found, each at the deepest value it can be pinned to: a union's misfits are those of the meant branch. */
export function misfitsOf(issues: readonly Issue[], above: Path = []): readonly Misfit[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path.filter((key): key is string | number => typeof key !== 'symbol')]
    if (issue.code !== 'invalid_union') return [{ path, issue }]
    const meant = issue.errors.find((branch) => branch.length > 0 && !branch.some(isOtherKind))
    return meant ? misfitsOf(meant, path) : [{ path, issue }]
  })
}

/** The value is of another kind than the branch is for. */
function isOtherKind({ code, path }: Issue): boolean {
  return code === 'invalid_type' && path.length === 0
}

/** A misfit in words and with its place. Values are quoted as written, so that no variable's value is shown. */
export function shapeProblems(
  source: Source,
  schema: z.ZodType,
  { path, issue }: Misfit,
): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path)
    return issue.keys.map((key) =>
      source.problem([...path, key], 'unknown-key', { key, ...suggestion(key, known) }),
    )
  }
  const [code, about] = wordsFor(issue, valueAt(source.value, path), String(path.at(-1) ?? ''))
  return [source.problem(path, code, about)]
}

type Said = readonly [code: ProblemCode, about: Problem['about']]

function wordsFor(issue: Issue, value: unknown, key: string): Said {
  const found = typeof value === 'string' ? value : String(JSON.stringify(value))
  switch (issue.code) {
    case 'invalid_type':
      return ofWrongType(issue.expected, value, key)
    case 'invalid_union': {
      const wanted = wantedOf(issue)
      return wanted === 'int text' || wanted === 'number text'
        ? ['bad-duration', { found }]
        : ['wrong-type', { wanted, found: kindOfValue(value) }]
    }
    case 'invalid_value':
      return ['not-one-of', { found, ...suggestion(found, issue.values.map(String)) }]
    case 'too_small':
      return isNumeric(issue.origin)
        ? ['too-low', { found, least: String(issue.minimum) }]
        : ['empty-value', {}]
    case 'too_big':
      return ['too-high', { found, most: String(issue.maximum) }]
    case 'invalid_key':
      return ['bad-key', { found: key }]
    default:
      if (issue.message === 'bad-name' || issue.message === 'bad-duration') return [issue.message, { found }]
      return ['wrong-value', { why: issue.message }]
  }
}

function ofWrongType(expected: string, value: unknown, key: string): Said {
  if (value === undefined) return ['missing', { key }]
  return ['wrong-type', { wanted: kindOf(expected), found: kindOfValue(value) }]
}

function isNumeric(origin: string): boolean {
  return origin === 'number' || origin === 'int'
}

/** What was probably meant and what there is, for the words of a problem. */
export function suggestion(
  written: string,
  known: readonly string[],
): { readonly meant: string; readonly known: string } {
  return { meant: nearest(written, known) ?? '', known: known.join(', ') }
}

function wantedOf(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const expected = issue.errors.flatMap((branch) =>
    branch.flatMap((one) => (one.code === 'invalid_type' ? [kindOf(one.expected)] : [])),
  )
  return [...new Set(expected)].toSorted().join(' ')
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'list',
  object: 'map',
  record: 'map',
}

function kindOf(expected: string): string {
  return kinds[expected] ?? expected
}

function kindOfValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'list'
  return kindOf(typeof value)
}
