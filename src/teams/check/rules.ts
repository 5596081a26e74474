import { defaultContext } from '#agents'
import { capabilitiesOf, everyAgent, servedBy, type TeamParts } from '../parts.ts'
import type { Problem } from '../problems.ts'
import { suggestion } from '../shape.ts'

/** Rules of context that nobody reads, whose agent or capability nobody serves, or that give an agent its own words. */
export function ruleProblems(parts: TeamParts): readonly Problem[] {
  return [...idle(parts), ...misled(parts)]
}

/** The model that decides reads no rules. */
function idle({ team, source }: TeamParts): readonly Problem[] {
  const { decider = defaultContext.decider, rules = [] } = team.context ?? {}
  if (decider === 'rules' || rules.length === 0) return []
  return [source.problem(['context', 'rules'], 'idle-rules', {}, 'warning')]
}

function misled(parts: TeamParts): readonly Problem[] {
  const known = everyAgent(parts).flatMap(({ name, agent }) => [name, ...capabilitiesOf(agent)])
  return (parts.team.context?.rules ?? []).flatMap((rule, place): readonly Problem[] => {
    const path = ['context', 'rules', place]
    const unserved = (['when', 'include'] as const).flatMap((key) => {
      const name = rule[key]
      if (servedBy(parts, name).length > 0 || parts.unread.has(name) || name.includes('${')) return []
      const about = { name, ...suggestion(name, [...new Set(known)]) }
      return [parts.source.problem([...path, key], 'unserved', about)]
    })
    const [when, include] = [servedBy(parts, rule.when), servedBy(parts, rule.include)]
    const [only] = include
    if (only === undefined || include.length > 1 || when.length > 1 || when[0] !== only) return unserved
    return [...unserved, parts.source.problem([...path, 'include'], 'own-words', { agent: only }, 'warning')]
  })
}
