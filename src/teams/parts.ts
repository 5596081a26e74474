import type { DeclaredAgent } from './markdown.ts'
import type { AgentSource, TeamSource } from './schema.ts'
import type { Source } from './source.ts'
import type { Toolbox } from './toolbox.ts'

/** Everything a team is made of, once its files have been read. */
export interface TeamParts {
  readonly team: TeamSource
  readonly source: Source
  /** All agents declared anywhere, in order; the coordinator among them only when it is declared like the others. */
  readonly agents: readonly DeclaredAgent[]
  readonly toolbox: Toolbox
  /** Names of agents that are there but could not be read. */
  readonly unread: ReadonlySet<string>
  /** Names of model providers. */
  readonly providers: readonly string[]
}

/** The name of the agent that leads. */
export function coordinatorOf({ coordinator }: TeamSource): string {
  return coordinator?.id ?? 'coordinator'
}

/** The agents a team file declares itself. */
export function inlineAgents({ agents }: TeamSource, source: Source): readonly DeclaredAgent[] {
  if (agents === undefined || typeof agents === 'string' || Array.isArray(agents)) return []
  return Object.entries(agents).map(([name, agent]) => ({ name, agent, source, path: ['agents', name] }))
}

/** All agents with the coordinator first, as its own part of the team file completes it. */
export function everyAgent({ team, agents, source }: TeamParts): readonly DeclaredAgent[] {
  const lead = coordinatorOf(team)
  const declared = agents.find(({ name }) => name === lead)
  const { id: _id, ...own } = team.coordinator ?? {}
  const leader: DeclaredAgent = team.coordinator
    ? { name: lead, agent: { ...declared?.agent, ...own }, source, path: ['coordinator'] }
    : (declared ?? { name: lead, agent: {}, source, path: [] })
  return [leader, ...agents.filter(({ name }) => name !== lead)]
}

/** Whom each agent may delegate to. The coordinator gets those that are nobody else's, unless it names its own. */
export function subAgentsBy(parts: TeamParts): ReadonlyMap<string, readonly string[]> {
  const [leader, ...others] = everyAgent(parts)
  const names = new Set([leader, ...others].map((declared) => declared?.name))
  const known = (subAgents: readonly string[] = []): readonly string[] =>
    [...new Set(subAgents)].filter((name) => names.has(name))
  const below = new Map(others.map(({ name, agent }) => [name, known(agent.subAgents)]))
  if (!leader) return below
  const owned = new Set([...below.values()].flat())
  const free = [...below.keys()].filter((name) => !owned.has(name))
  return new Map([[leader.name, known(leader.agent.subAgents ?? free)], ...below])
}

/** The names of an agent's capabilities. */
export function capabilitiesOf({ capabilities = [] }: AgentSource): readonly string[] {
  return capabilities.map((capability) => (typeof capability === 'string' ? capability : capability.name))
}

/** The agents a rule means: the one of that name, else all that have that capability. */
export function servedBy(parts: TeamParts, name: string): readonly string[] {
  const agents = everyAgent(parts)
  if (agents.some((one) => one.name === name)) return [name]
  return agents.filter(({ agent }) => capabilitiesOf(agent).includes(name)).map((one) => one.name)
}
