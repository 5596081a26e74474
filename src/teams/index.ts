export { type AgentDefinition, defineTeam, type TeamDefinition, TeamInvalid } from './define.ts'
export { type FoundTeam, findTeam, shippedTeams } from './find.ts'
export { type LoadOptions, type LoadResult, loadTeam } from './load.ts'
export {
  describeProblem,
  type Explanation,
  explainProblem,
  type Locale,
  type Problem,
  type ProblemCode,
} from './problems.ts'
export { teamJsonSchema } from './schema.ts'
