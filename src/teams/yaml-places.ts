import { type Document, isAlias, isCollection, isMap, isNode, isScalar, isSeq, type YAMLMap } from 'yaml'
import type { Problem } from './problems.ts'
import type { Path, Place, Source } from './source.ts'

interface Step {
  readonly key?: unknown
  readonly value: unknown
}

/** Where a path leads to: its value, or its key when the value is a block below it, or what is deepest on the way. */
export function offsetOf(document: Document, path: Path, atKey: boolean): number {
  let at: Step = { value: document.contents }
  let deepest = startOf(at.value) ?? 0
  for (const key of path) {
    const next = stepInto(isAlias(at.value) ? at.value.resolve(document) : at.value, key)
    if (!next) return deepest
    at = next
    deepest = startOf(isBlock(at.value) ? (at.key ?? at.value) : at.value) ?? startOf(at.key) ?? deepest
  }
  return (atKey ? startOf(at.key) : undefined) ?? deepest
}

function stepInto(holder: unknown, key: string | number): Step | undefined {
  if (isMap(holder)) return holder.items.findLast((pair) => isScalar(pair.key) && pair.key.value === key)
  return isSeq(holder) && typeof key === 'number' && key < holder.items.length
    ? { value: holder.items[key] }
    : undefined
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined
}

function isBlock(node: unknown): boolean {
  return isCollection(node) && node.flow !== true
}

/** Keys written twice in one map: the later one would win in silence. */
export function duplicateKeys(document: Document, source: Source, at: (offset: number) => Place): Problem[] {
  return mapsIn(document.contents, []).flatMap(({ map, path }) =>
    [...startsByKey(map)].flatMap(([key, [first = 0, ...more]]) => {
      const { line } = at(first)
      return more.map((start) => ({ ...twice(source, [...path, key], line), ...at(start) }))
    }),
  )
}

interface PlacedMap {
  readonly map: YAMLMap
  readonly path: Path
}

function mapsIn(node: unknown, path: Path): readonly PlacedMap[] {
  if (isSeq(node)) return node.items.flatMap((item, place) => mapsIn(item, [...path, place]))
  if (!isMap(node)) return []
  const below = node.items.flatMap(({ key, value }) =>
    isScalar(key) ? mapsIn(value, [...path, String(key.value)]) : [],
  )
  return [{ map: node, path }, ...below]
}

function startsByKey(map: YAMLMap): ReadonlyMap<string, readonly number[]> {
  const keys = map.items.flatMap(({ key }) => (isScalar(key) && key.value !== '<<' ? [key] : []))
  const byName = Map.groupBy(keys, ({ value }) => String(value))
  return new Map([...byName].map(([name, same]) => [name, same.map((key) => startOf(key) ?? 0)]))
}

function twice(source: Source, path: Path, line: number): Problem {
  const key = String(path.at(-1))
  return path.length === 2 && path[0] === 'agents'
    ? source.problem(path, 'duplicate-agent', { agent: key, other: `${source.file}:${line}` })
    : source.problem(path, 'duplicate-key', { key, line: String(line) })
}
