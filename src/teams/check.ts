import { coordinatorOf, type TeamParts } from './build.ts'
import type { DeclaredAgent } from './markdown.ts'
import { nearest, type Problem } from './problems.ts'
import type { YamlSource } from './source.ts'

/** What a team's files mean together: names that nobody has, agents nobody reaches, rules that contradict. */
export function checkTeam(parts: TeamParts, source: YamlSource): Problem[] {
  return [
    ...agentProblems(parts, source),
    ...parts.agents.flatMap((declared) => [
      ...toolProblems(parts, declared),
      ...subAgentProblems(parts, declared),
    ]),
    ...coordinatorProblems(parts, source),
    ...cycleProblems(parts),
    ...reachProblems(parts, source),
    ...policyProblems(parts, source),
    ...ruleProblems(parts, source),
  ]
}

function namesOf({ team, agents }: TeamParts): string[] {
  return [...new Set([coordinatorOf(team), ...agents.map(({ name }) => name)])]
}

function agentProblems(parts: TeamParts, source: YamlSource): Problem[] {
  if (parts.agents.length === 0 && !parts.team.coordinator) return [source.problem(['agents'], 'no-agents')]
  const seen = new Map<string, DeclaredAgent>()
  return parts.agents.flatMap((declared): Problem[] => {
    const { name, agent, path } = declared
    const other = seen.get(name)
    seen.set(name, declared)
    if (other)
      return [declared.source.problem(path, 'duplicate-agent', { agent: name, other: other.source.file })]
    const { description } = agent
    if (description === undefined)
      return [declared.source.problem(path, 'no-description', { agent: name }, 'warning')]
    const missing = missingLanguage(description)
    if (!missing) return []
    return [
      declared.source.problem([...path, 'description'], 'one-language', { agent: name, missing }, 'warning'),
    ]
  })
}

function missingLanguage(
  description: NonNullable<DeclaredAgent['agent']['description']>,
): string | undefined {
  const text =
    typeof description === 'string' ? description : `${description.en ?? ''}\n${description.zh ?? ''}`
  const hasHan = /\p{Script=Han}/u.test(text)
  const hasLatin = /[A-Za-z]{3,}/.test(text)
  if (hasHan && hasLatin) return undefined
  return hasHan ? 'en: …' : 'zh: …'
}

function toolProblems({ tools }: TeamParts, { agent, source, path }: DeclaredAgent): Problem[] {
  return (agent.tools ?? []).flatMap((tool, place) => {
    if (tools.has(tool)) return []
    const known = [...tools.keys()]
    const about = { tool, meant: nearest(tool, known) ?? '', known: known.join(', ') }
    return [source.problem([...path, 'tools', place], 'unknown-tool', about)]
  })
}

function unknownAgent(parts: TeamParts, name: string): Readonly<Record<string, string>> | undefined {
  const known = namesOf(parts)
  if (known.includes(name)) return undefined
  return { agent: name, meant: nearest(name, known) ?? '', known: known.join(', ') }
}

function subAgentProblems(parts: TeamParts, { agent, source, path }: DeclaredAgent): Problem[] {
  return (agent.subAgents ?? []).flatMap((name, place) => {
    const about = unknownAgent(parts, name)
    return about ? [source.problem([...path, 'subAgents', place], 'unknown-agent', about)] : []
  })
}

function coordinatorProblems(parts: TeamParts, source: YamlSource): Problem[] {
  const { coordinator } = parts.team
  if (!coordinator) return []
  const lead: DeclaredAgent = {
    name: coordinatorOf(parts.team),
    agent: coordinator,
    source,
    path: ['coordinator'],
  }
  return [...toolProblems(parts, lead), ...subAgentProblems(parts, lead)]
}

/** Who may delegate to whom, the coordinator included. */
function edgesOf(parts: TeamParts): ReadonlyMap<string, readonly string[]> {
  const lead = coordinatorOf(parts.team)
  const edges = new Map(parts.agents.map(({ name, agent }) => [name, agent.subAgents ?? []]))
  const owned = new Set(
    parts.agents.filter(({ name }) => name !== lead).flatMap(({ agent }) => agent.subAgents ?? []),
  )
  const free = parts.agents.map(({ name }) => name).filter((name) => name !== lead && !owned.has(name))
  const given =
    parts.team.coordinator?.subAgents ?? parts.agents.find(({ name }) => name === lead)?.agent.subAgents
  return edges.set(lead, given ?? free)
}

function cycleProblems(parts: TeamParts): Problem[] {
  const edges = edgesOf(parts)
  const done = new Set<string>()
  const visit = (name: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name]
    if (done.has(name)) return undefined
    for (const next of edges.get(name) ?? []) {
      const found = visit(next, [...way, name])
      if (found) return found
    }
    done.add(name)
    return undefined
  }
  for (const { name, source, path } of parts.agents) {
    const way = visit(name, [])
    if (way) return [source.problem([...path, 'subAgents'], 'cycle', { way: way.join(' → ') })]
  }
  return []
}

function reachProblems(parts: TeamParts, source: YamlSource): Problem[] {
  const edges = edgesOf(parts)
  const reached = new Set<string>()
  const visit = (name: string): void => {
    if (reached.has(name)) return
    reached.add(name)
    for (const next of edges.get(name) ?? []) visit(next)
  }
  visit(coordinatorOf(parts.team))
  return parts.agents
    .filter(({ name }) => !reached.has(name))
    .map((declared) =>
      (declared.source ?? source).problem(declared.path, 'unreachable', { agent: declared.name }),
    )
}

function policyProblems({ team, agents }: TeamParts, source: YamlSource): Problem[] {
  const used = new Set([
    ...agents.flatMap(({ agent }) => agent.tools ?? []),
    ...(team.coordinator?.tools ?? []),
  ])
  return Object.entries(team.policies?.tools ?? {}).flatMap(([tool, ruling]): Problem[] => {
    const path = ['policies', 'tools', tool]
    if (!used.has(tool)) return [source.problem(path, 'unused-rule', { tool }, 'warning')]
    return ruling === 'deny' ? [source.problem(path, 'contradiction', { tool })] : []
  })
}

function ruleProblems(parts: TeamParts, source: YamlSource): Problem[] {
  return (parts.team.context?.rules ?? []).flatMap((rule, place) =>
    (['when', 'include'] as const).flatMap((key) => {
      const about = unknownAgent(parts, rule[key])
      return about ? [source.problem(['context', 'rules', place, key], 'unknown-agent', about)] : []
    }),
  )
}
