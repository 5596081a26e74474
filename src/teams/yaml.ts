import { LineCounter, parseDocument, YAMLParseError, YAMLWarning } from 'yaml'
import type { Problem } from './problems.ts'
import { type Place, type Source, sourceAt } from './source.ts'
import { duplicateKeys, offsetOf } from './yaml-places.ts'

const maxSyntaxProblems = 20

/** Parses YAML; what is wrong with it becomes problems, never a throw. `firstLine` is where the text begins in its file. */
export function parseYaml(
  text: string,
  file: string,
  firstLine = 1,
): { readonly source: Source; readonly problems: readonly Problem[] } {
  const lines = new LineCounter()
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1) + firstLine - 1, column: Math.max(col, 1) }
  }
  const bad = (severity: Problem['severity'], error: Error, offset: number): Problem => {
    const [first = ''] = error.message.split('\n')
    const why = first.replace(/ at line \d+, column \d+:?$/, '').replace(/; please use YAML.*$/, '')
    return { severity, code: 'syntax', file, ...at(offset), path: '', about: { why, ...codeOf(error) } }
  }
  const nowhere = sourceAt(file, undefined, () => at(0))
  try {
    const document = parseDocument(text.replace(/^\uFEFF/, ''), {
      lineCounter: lines,
      uniqueKeys: false,
      stringKeys: true,
      merge: true,
    })
    const problems = firstOfEach([
      ...document.errors.map((error) => bad('error', error, error.pos[0])),
      ...document.warnings.map((error) => bad('warning', error, error.pos[0])),
    ])
    if (document.errors.length > 0) return { source: nowhere, problems }
    const value: unknown = document.toJS({ maxAliasCount: 50 })
    if (holdsItself(value)) throw new Error('an alias stands inside what it names, so the file has no end')
    const source = sourceAt(file, value, (path, atKey) => at(offsetOf(document, path, atKey)))
    return { source, problems: [...problems, ...duplicateKeys(document, source, at)] }
  } catch (error) {
    // The parser gives up on nesting without end and on aliases that multiply.
    return {
      source: nowhere,
      problems: [bad('error', error instanceof Error ? error : new Error(String(error)), 0)],
    }
  }
}

/** True when a value is reached again from inside itself, by an alias. */
function holdsItself(value: unknown, above: readonly unknown[] = []): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (above.includes(value)) return true
  const inside = [...above, value]
  return Object.values(value).some((item) => holdsItself(item, inside))
}

/** The parser's code: what other languages are told by. Trouble with aliases is thrown without one. */
function codeOf(error: Error): { readonly yaml?: string } {
  if (error instanceof YAMLParseError || error instanceof YAMLWarning) return { yaml: error.code }
  if (/^unresolved alias/i.test(error.message)) return { yaml: 'BAD_ALIAS' }
  return /excessive alias/i.test(error.message) ? { yaml: 'RESOURCE_EXHAUSTION' } : {}
}

/** One thing wrong makes the parser stumble again and again: one problem a place, and no more than a person reads. */
function firstOfEach(problems: readonly Problem[]): readonly Problem[] {
  const places = new Map(
    problems.toReversed().map((problem) => [`${problem.line}:${problem.column}`, problem]),
  )
  return [...places.values()].reverse().slice(0, maxSyntaxProblems)
}
