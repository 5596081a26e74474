import type { Problem } from './problems.ts'
import type { Path, Source } from './source.ts'

/** `${NAME}`, `${NAME:-default}`; with a second `$` in front it is plain text. */
const variable = /\$?\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/**
 * Replaces `${NAME}` in every string by the environment's value, or by the default it names. A variable that is not
 * set is a problem at its place; the text then stays as it is. `$${NAME}` stands for the text `${NAME}`.
 */
export function interpolate(
  source: Source,
  env: Readonly<Record<string, string | undefined>>,
): { readonly value: unknown; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const fill = (text: string, path: Path): string =>
    text.replace(variable, (whole, name: string, fallback: string | undefined) => {
      if (whole.startsWith('$$')) return whole.slice(1)
      const found = (Object.hasOwn(env, name) ? env[name] : undefined) ?? fallback
      if (found !== undefined) return found
      problems.push(source.problem(path, 'missing-env', { name }))
      return whole
    })
  const walk = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') return fill(value, path)
    if (Array.isArray(value)) return value.map((item, place) => walk(item, [...path, place]))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, [...path, key])]))
  }
  return { value: walk(source.value, []), problems }
}
