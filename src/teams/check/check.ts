import type { TeamParts } from '../parts.ts'
import type { Problem } from '../problems.ts'
import { agentProblems } from './agents.ts'
import { graphProblems } from './graph.ts'
import { limitProblems } from './limits.ts'
import { ruleProblems } from './rules.ts'
import { toolProblems } from './tools.ts'

/** What a team's files mean together: names that nobody has, agents nobody reaches, rules that contradict. */
export function checkTeam(parts: TeamParts): readonly Problem[] {
  return [
    ...agentProblems(parts),
    ...toolProblems(parts),
    ...graphProblems(parts),
    ...ruleProblems(parts),
    ...limitProblems(parts),
  ]
}
