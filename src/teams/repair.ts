import type { z } from 'zod'
import { keysAt } from './keys.ts'
import { nearest } from './nearest.ts'
import type { Problem } from './problems.ts'
import { type Misfit, misfitsOf, shapeProblems } from './shape.ts'
import { type Path, type Source, valueAt } from './source.ts'

/** What could be read of a value, and everything about it that did not fit. */
export interface Reading<Value> {
  /** Present when the rest makes sense without the parts that did not fit. */
  readonly value?: Value
  readonly problems: readonly Problem[]
  /** Names of records that were left out: who refers to them is not told that they do not exist. */
  readonly dropped: readonly string[]
}

/** Each pass takes out every misfit found; what was hidden behind them shows in the next one. */
const maxPasses = 8

/**
 * Checks a value against a schema and reads on past what does not fit: a misspelt key is taken for the one it was meant
 * to be, any other misfit is left out. So that one look finds everything, not only what stands in front.
 */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  source: Source,
  filled: unknown,
): Reading<z.output<Schema>> {
  const found = new Map<string, Problem>()
  const dropped: string[] = []
  for (const path of hidden(filled, [])) {
    const problem = source.problem(path, 'bad-key', { found: hiddenKey })
    found.set(`${problem.code} ${problem.path}`, problem)
    dropped.push(hiddenKey)
  }
  const value = copyOf(filled)
  // What is quoted comes from the text as written, mended in step with the value.
  const written = { ...source, value: copyOf(source.value) }
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { value: parsed.data, problems: [...found.values()], dropped }
    const misfits = misfitsOf(parsed.error.issues)
    for (const problem of misfits.flatMap((misfit) => shapeProblems(written, schema, misfit))) {
      const key = `${problem.code} ${problem.path}`
      if (!found.has(key)) found.set(key, problem)
    }
    for (const misfit of misfits) {
      if (misfit.issue.code === 'invalid_key') dropped.push(String(misfit.path.at(-1)))
      mend(value, misfit, schema)
      mend(written.value, misfit, schema)
    }
  }
  return { problems: [...found.values()], dropped }
}

/** A key that objects read as their prototype: schemas pass over it without a word. */
const hiddenKey = '__proto__'

function hidden(value: unknown, path: Path): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, place) => hidden(item, [...path, place]))
  return Object.entries(value).flatMap(([key, item]) =>
    key === hiddenKey ? [[...path, key]] : hidden(item, [...path, key]),
  )
}

/** A copy down to the values, so that mending changes nobody else's. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== hiddenKey)
  return Object.fromEntries(entries.map(([key, item]) => [key, copyOf(item)]))
}

/** Takes what does not fit out of the value, in place. */
function mend(value: unknown, { path, issue }: Misfit, schema: z.ZodType): void {
  if (issue.code === 'unrecognized_keys') {
    rename(value, path, issue.keys, keysAt(schema, path))
    return
  }
  // In a list the places of the others must stay what they are: the whole list goes.
  const listAt = path.findIndex((key) => typeof key === 'number')
  const target = listAt > 0 ? path.slice(0, listAt) : path
  const holder = holderAt(value, target.slice(0, -1))
  const key = target.at(-1)
  if (!holder || key === undefined) return
  // The team's own name is the one thing that cannot be left out.
  if (target.length === 1 && key === 'team') holder[key] = 'unnamed'
  else delete holder[key]
}

type Holder = Record<string | number, unknown>

function holderAt(value: unknown, path: Path): Holder | undefined {
  const holder = valueAt(value, path)
  return typeof holder === 'object' && holder !== null ? (holder as Holder) : undefined
}

function rename(value: unknown, path: Path, keys: readonly string[], known: readonly string[]): void {
  const holder = holderAt(value, path)
  if (!holder) return
  for (const key of keys) {
    const meant = nearest(key, known)
    if (meant !== undefined && !Object.hasOwn(holder, meant)) holder[meant] = holder[key]
    delete holder[key]
  }
}

/** Problems but those of values where another one says why already. */
export function but(problems: readonly Problem[], said: readonly Problem[]): readonly Problem[] {
  const places = new Set(said.map(({ file, path }) => `${file} ${path}`))
  return problems.filter(
    ({ file, path, code }) => path === '' || code === 'unknown-key' || !places.has(`${file} ${path}`),
  )
}
