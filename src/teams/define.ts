import type { AnyTool, TeamSpec } from '#agents'
import { buildTeam, builtinTools } from './build.ts'
import { checkTeam } from './check.ts'
import type { DeclaredAgent } from './markdown.ts'
import { describeProblem, type Problem } from './problems.ts'
import { type AgentSource, type TeamSource, teamSchema } from './schema.ts'
import { pathText, type YamlSource } from './source.ts'

/** A team in TypeScript: the shape of a team file, with tools as values instead of modules. */
export interface TeamDefinition extends Omit<TeamSource, 'tools' | 'agents'> {
  readonly agents: Readonly<Record<string, AgentSource>>
  readonly tools?: readonly AnyTool[]
}

/** A definition that is no team. `problems` holds everything found; the message names the first ones. */
export class TeamInvalid extends Error {
  override readonly name = 'TeamInvalid'
  readonly code = 'team_invalid'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => describeProblem(problem)).join('\n'))
    this.problems = problems
  }
}

/** Makes a team from a definition. Throws TeamInvalid that lists every error with its path. */
export function defineTeam(definition: TeamDefinition): TeamSpec {
  const { tools = [], ...rest } = definition
  const source = sourceOf(rest)
  const parsed = teamSchema.safeParse(rest)
  if (!parsed.success)
    throw new TeamInvalid(
      parsed.error.issues.map((issue) =>
        source.problem(issue.path as (string | number)[], 'shape', { why: issue.message }),
      ),
    )
  const agents = Object.entries(parsed.data.agents ?? {}).map(
    ([name, agent]): DeclaredAgent => ({ name, agent, source, path: ['agents', name] }),
  )
  const known = new Map([...builtinTools, ...tools].map((tool) => [tool.name, tool]))
  const parts = { team: parsed.data, agents, tools: known }
  const errors = checkTeam(parts, source).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new TeamInvalid(errors)
  return buildTeam(parts)
}

function sourceOf(value: unknown): YamlSource {
  return {
    file: 'defineTeam',
    value,
    problem: (path, code, about = {}, severity = 'error') => ({
      severity,
      code,
      file: 'defineTeam',
      line: 1,
      column: 1,
      path: pathText(path),
      about,
    }),
  }
}
