import { defaultPolicy } from '#agents'
import { coordinatorOf, everyAgent, subAgentsBy, type TeamParts } from '../parts.ts'
import type { Problem } from '../problems.ts'
import { suggestion } from '../shape.ts'

/** Who delegates to whom: names nobody has, circles, agents nobody reaches, more levels than are allowed. */
export function graphProblems(parts: TeamParts): readonly Problem[] {
  const circles = circlesIn(subAgentsBy(parts))
  return [
    ...unknown(parts),
    ...cycles(parts, circles),
    ...unreached(parts, new Set(circles.flat())),
    ...(circles.length > 0 ? [] : tooDeep(parts)),
  ]
}

function unknown(parts: TeamParts): readonly Problem[] {
  const known = everyAgent(parts).map(({ name }) => name)
  return everyAgent(parts).flatMap(({ agent, source, path }) =>
    (agent.subAgents ?? []).flatMap((name, place): readonly Problem[] => {
      const at = [...path, 'subAgents', place]
      if ((agent.subAgents ?? []).indexOf(name) < place)
        return [source.problem(at, 'listed-twice', { name }, 'warning')]
      if (known.includes(name) || parts.unread.has(name)) return []
      return [source.problem(at, 'unknown-agent', { agent: name, ...suggestion(name, known) })]
    }),
  )
}

/** Each circle once, as its agents in order. */
function circlesIn(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>()
  const done = new Set<string>()
  const visit = (name: string, way: readonly string[]): void => {
    const from = way.indexOf(name)
    if (from >= 0) {
      const circle = way.slice(from)
      found.set(circle.toSorted().join(' '), circle)
      return
    }
    if (done.has(name)) return
    for (const next of edges.get(name) ?? []) visit(next, [...way, name])
    done.add(name)
  }
  for (const name of edges.keys()) visit(name, [])
  return [...found.values()]
}

/** A circle is told at the first agent of it that says whom it delegates to. */
function cycles(parts: TeamParts, circles: readonly (readonly string[])[]): readonly Problem[] {
  return circles.flatMap((circle): readonly Problem[] => {
    const declared = everyAgent(parts).find(
      ({ name, agent }) => circle.includes(name) && agent.subAgents !== undefined,
    )
    if (!declared) return []
    const { source, path } = declared
    return [
      source.problem([...path, 'subAgents'], 'cycle', { way: turned(circle, declared.name).join(' → ') }),
    ]
  })
}

/** The same circle told from this agent on. */
function turned(circle: readonly string[], first: string): readonly string[] {
  const from = circle.indexOf(first)
  return [...circle.slice(from), ...circle.slice(0, from), first]
}

/** In a circle nobody is free for the coordinator: that is told as a circle. */
function unreached(parts: TeamParts, inCircles: ReadonlySet<string>): readonly Problem[] {
  const edges = subAgentsBy(parts)
  const reached = new Set<string>()
  const visit = (name: string): void => {
    if (reached.has(name)) return
    reached.add(name)
    for (const next of edges.get(name) ?? []) visit(next)
  }
  visit(coordinatorOf(parts.team))
  return everyAgent(parts)
    .filter(({ name }) => !reached.has(name) && !inCircles.has(name))
    .map(({ name, source, path }) => source.problem(path, 'unreachable', { agent: name }))
}

/** The longest way down is longer than `maxDepth` lets anybody go. */
function tooDeep(parts: TeamParts): readonly Problem[] {
  const edges = subAgentsBy(parts)
  const longest = new Map<string, readonly string[]>()
  const wayFrom = (name: string): readonly string[] => {
    const known = longest.get(name)
    if (known) return known
    let below: readonly string[] = []
    for (const next of edges.get(name) ?? []) {
      const way = wayFrom(next)
      if (way.length > below.length) below = way
    }
    const way = [name, ...below]
    longest.set(name, way)
    return way
  }
  const way = wayFrom(coordinatorOf(parts.team))
  const depth = way.length - 1
  const limit = parts.team.policies?.maxDepth ?? defaultPolicy.maxDepth
  if (depth <= limit) return []
  const about = { way: way.join(' → '), depth: String(depth), limit: String(limit) }
  return [parts.source.problem(['policies', 'maxDepth'], 'too-deep', about, 'warning')]
}
