/** Anything JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Nesting beyond this is refused: writing and comparing go one call deeper per level. */
export const maxJsonDepth = 1_000

/** True for what JSON.stringify writes and JSON.parse gives back: plain, finite, free of cycles, not nested too deep. */
export function isJson(value: unknown): value is Json {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: here, depth } = next
    if (isLeaf(here)) continue
    if (depth >= maxJsonDepth || typeof here !== 'object' || here === null) return false
    for (const inner of Array.isArray(here) ? here : members(here))
      open.push({ value: inner, depth: depth + 1 })
  }
  return true
}

function isLeaf(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

/** An `undefined` member equals a missing one. A value of a class is none: as a member it gives a symbol, which no JSON has. */
function members(value: object): readonly unknown[] {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return [Symbol.iterator]
  return Object.values(value).filter((inner) => inner !== undefined)
}
