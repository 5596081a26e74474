import type { DeclaredAgent } from '../markdown.ts'
import { everyAgent, type TeamParts } from '../parts.ts'
import type { Problem } from '../problems.ts'
import { suggestion } from '../shape.ts'
import { alwaysThere } from '../toolbox.ts'

/** Tools that are not there, or are listed in vain, and rulings on tools that contradict or hit nothing. */
export function toolProblems(parts: TeamParts): readonly Problem[] {
  return [
    ...everyAgent(parts).flatMap((declared) => listed(parts, declared)),
    ...ruled(parts),
    ...denied(parts),
  ]
}

function listed({ toolbox }: TeamParts, { agent, source, path }: DeclaredAgent): readonly Problem[] {
  const names = agent.tools ?? []
  return names.flatMap((tool, place): readonly Problem[] => {
    const at = [...path, 'tools', place]
    if (names.indexOf(tool) < place) return [source.problem(at, 'listed-twice', { name: tool }, 'warning')]
    if (alwaysThere.includes(tool)) return [source.problem(at, 'always-there', { tool }, 'warning')]
    if (toolbox.tools.has(tool) || !toolbox.isWhole || tool.includes('${')) return []
    return [source.problem(at, 'unknown-tool', { tool, ...suggestion(tool, [...toolbox.tools.keys()]) })]
  })
}

/** Rulings by name: on a tool nobody has, and against one that an agent was given. */
function ruled(parts: TeamParts): readonly Problem[] {
  const { team, source } = parts
  const owners = new Map(
    everyAgent(parts).flatMap(({ name, agent }) => (agent.tools ?? []).map((tool) => [tool, name] as const)),
  )
  return Object.entries(team.policies?.tools ?? {}).flatMap(([tool, ruling]): readonly Problem[] => {
    const path = ['policies', 'tools', tool]
    const agent = owners.get(tool)
    if (agent !== undefined)
      return ruling === 'deny' ? [source.problem(path, 'contradiction', { tool, agent })] : []
    if (isMade(tool) || alwaysThere.includes(tool)) return []
    return [source.problem(path, 'unused-rule', { tool, ...suggestion(tool, [...owners.keys()]) }, 'warning')]
  })
}

/** Tools that are made for an agent instead of being given to it. */
function isMade(tool: string): boolean {
  return tool.startsWith('delegate_to_')
}

/** Tools an agent was given whose risk is denied as a whole. */
function denied(parts: TeamParts): readonly Problem[] {
  const { team, toolbox } = parts
  return everyAgent(parts).flatMap(({ name, agent, source, path }) =>
    (agent.tools ?? []).flatMap((tool, place): readonly Problem[] => {
      const risk = toolbox.tools.get(tool)?.risk
      if (risk === undefined || team.policies?.risk?.[risk] !== 'deny') return []
      if (Object.hasOwn(team.policies.tools ?? {}, tool)) return []
      return [source.problem([...path, 'tools', place], 'denied-risk', { tool, agent: name, risk })]
    }),
  )
}
