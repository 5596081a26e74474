import { getCallSites } from 'node:util'
import type { AnyTool, TeamSpec } from '#agents'
import { buildTeam } from './build.ts'
import { checkTeam } from './check/check.ts'
import { inlineAgents, type TeamParts } from './parts.ts'
import { describeProblem, type Problem } from './problems.ts'
import { readAs } from './repair.ts'
import { type AgentSource, type TeamSource, teamSchema } from './schema.ts'
import { type Source, sourceAt } from './source.ts'
import { toolbox } from './toolbox.ts'

/** An agent in TypeScript: tools by name, or the tools themselves. */
export interface AgentDefinition extends Omit<AgentSource, 'tools'> {
  readonly tools?: readonly (string | AnyTool)[] | undefined
}

/** A team in TypeScript: the shape of a team file, with tools as values instead of modules. */
export interface TeamDefinition extends Omit<TeamSource, 'tools' | 'agents' | 'coordinator'> {
  readonly agents: Readonly<Record<string, AgentDefinition>>
  readonly coordinator?: (AgentDefinition & { readonly id?: string | undefined }) | undefined
  /** Tools that agents may name. */
  readonly tools?: readonly AnyTool[] | undefined
}

/** A definition that is no team. `problems` holds everything found, at the line of the call. */
export class TeamInvalid extends Error {
  override readonly name = 'TeamInvalid'
  readonly code = 'team_invalid'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => describeProblem(problem)).join('\n'))
    this.problems = problems
  }
}

/** The problems a thrown thing carries when it is a TeamInvalid, of this copy of Loggia or of another. */
export function problemsOf(thrown: unknown): readonly Problem[] | undefined {
  const isOne =
    thrown instanceof Error && 'code' in thrown && thrown.code === 'team_invalid' && 'problems' in thrown
  return isOne && Array.isArray(thrown.problems) ? (thrown.problems as readonly Problem[]) : undefined
}

/**
 * Makes a team from a definition, with the defaults of a team file. Throws TeamInvalid that lists every error with its
 * path. Strings are taken as they are: variables are a matter of team files.
 */
export function defineTeam(definition: TeamDefinition): TeamSpec {
  const { tools = [], ...rest } = definition
  const own = new Set([
    ...tools,
    ...Object.values(rest.agents ?? {}).flatMap(toolsOf),
    ...toolsOf(rest.coordinator),
  ])
  const plain = {
    ...rest,
    agents: Object.fromEntries(
      Object.entries(rest.agents ?? {}).map(([name, agent]) => [name, withNames(agent)]),
    ),
    ...(rest.coordinator ? { coordinator: withNames(rest.coordinator) } : {}),
  }
  const source = sourceOf(plain)
  const { value: team, problems } = readAs(teamSchema, source, plain)
  if (!team) throw new TeamInvalid(problems)
  const parts: TeamParts = {
    team,
    source,
    agents: inlineAgents(team, source),
    toolbox: toolbox([{ module: 'defineTeam', path: ['tools'], tools: [...own] }], source),
    unread: new Set(),
    providers: [],
  }
  const errors = [...problems, ...parts.toolbox.problems, ...checkTeam(parts)].filter(
    ({ severity }) => severity === 'error',
  )
  if (errors.length > 0) throw new TeamInvalid(errors)
  return buildTeam(parts)
}

function toolsOf(agent: AgentDefinition | undefined): readonly AnyTool[] {
  return (agent?.tools ?? []).filter((tool) => typeof tool !== 'string')
}

function withNames<Agent extends AgentDefinition>(
  agent: Agent,
): Omit<Agent, 'tools'> & Pick<AgentSource, 'tools'> {
  const { tools, ...rest } = agent
  return tools ? { ...rest, tools: tools.map((tool) => (typeof tool === 'string' ? tool : tool.name)) } : rest
}

/** The line that called defineTeam: the nearest one outside of this file. */
function sourceOf(value: unknown): Source {
  const site = getCallSites().find(({ scriptName }) => !/^file:.*\/teams\/define\.[jt]s$/.test(scriptName))
  const place = { line: site?.lineNumber ?? 1, column: site?.columnNumber ?? 1 }
  return sourceAt('defineTeam', value, () => place)
}
