import type { Problem } from './problems.ts'
import type { Path, YamlSource } from './source.ts'

const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/**
 * Replaces `${NAME}` in every string by the environment's value. A variable that is not set is a problem at its place;
 * the text then stays as it is.
 */
export function interpolate(
  source: YamlSource,
  env: Readonly<Record<string, string | undefined>>,
): { readonly value: unknown; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const walk = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string')
      return value.replace(variable, (whole, name: string) => {
        const found = env[name]
        if (found !== undefined) return found
        problems.push(source.problem(path, 'missing-env', { name }))
        return whole
      })
    if (Array.isArray(value)) return value.map((item, place) => walk(item, [...path, place]))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, [...path, key])]))
  }
  return { value: walk(source.value, []), problems }
}
