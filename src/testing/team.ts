import {
  type AgentSpec,
  type AnyTool,
  type ContextPolicy,
  defaultContext,
  defaultLimits,
  defaultPolicy,
  type RunLimits,
  type TeamPolicy,
  type TeamSpec,
} from '#agents'
import { parseAgentId } from '#protocol'

/** An agent for a test: what matters to it, the rest by default. */
export interface TestAgent {
  readonly description?: string
  readonly prompt?: string
  readonly model?: string
  readonly tools?: readonly AnyTool[]
  readonly subAgents?: readonly string[]
  readonly keywords?: readonly string[]
  readonly permissionTags?: readonly string[]
  readonly limits?: Partial<RunLimits>
}

/** A team for a test. The agent named `coordinator`, or else the first, leads; it may delegate to all that nobody else has. */
export function testTeam(
  agents: Readonly<Record<string, TestAgent>>,
  options: {
    readonly model?: string
    readonly policy?: Partial<TeamPolicy>
    readonly context?: Partial<ContextPolicy>
  } = {},
): TeamSpec {
  const names = Object.keys(agents)
  const [first = 'coordinator'] = names
  const lead = names.includes('coordinator') ? 'coordinator' : first
  const owned = new Set(
    Object.entries(agents).flatMap(([name, agent]) => (name === lead ? [] : (agent.subAgents ?? []))),
  )
  const specs = Object.entries(agents).map(([name, agent]): AgentSpec => {
    const ownTeam = names.filter((other) => other !== lead && !owned.has(other))
    const below = agent.subAgents ?? (name === lead ? ownTeam : [])
    return {
      id: parseAgentId(name),
      description: agent.description ?? name,
      capabilities: agent.keywords ? [{ name, keywords: agent.keywords, examples: [] }] : [],
      permissionTags: agent.permissionTags ?? [],
      inputConstraints: {},
      maxConcurrentRuns: 8,
      costClass: 'low',
      languages: ['en', 'zh'],
      prompt: agent.prompt ?? `You are ${name}.`,
      ...(agent.model === undefined ? {} : { model: agent.model }),
      fallbackModels: [],
      tools: agent.tools ?? [],
      subAgents: below.map(parseAgentId),
      limits: { ...defaultLimits, ...agent.limits },
    }
  })
  return {
    teamId: 'test',
    title: 'Test team',
    coordinator: parseAgentId(lead),
    agents: new Map(specs.map((spec) => [spec.id, spec])),
    model: options.model ?? 'scripted',
    policy: { ...defaultPolicy, ...options.policy },
    context: { ...defaultContext, ...options.context },
  }
}
