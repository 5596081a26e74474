import {
  type AgentSpec,
  type AnyTool,
  defaultContext,
  defaultLimits,
  defaultPolicy,
  type TeamPolicy,
  type TeamSpec,
} from '#agents'
import { askUser } from '#agents/tools'
import { type AgentId, isAgentId } from '#protocol'
import type { Capability } from '#registry'
import type { DeclaredAgent } from './markdown.ts'
import { type AgentSource, type TeamSource, toMs } from './schema.ts'

/** Everything a team is made of, once its files have been read. */
export interface TeamParts {
  readonly team: TeamSource
  readonly agents: readonly DeclaredAgent[]
  readonly tools: ReadonlyMap<string, AnyTool>
}

const defaultCoordinator = 'coordinator'

/** The name of the agent that leads. */
export function coordinatorOf(team: TeamSource): string {
  return team.coordinator?.id ?? defaultCoordinator
}

/** Tools that every team has by name. */
export const builtinTools: readonly AnyTool[] = [askUser]

/** Makes the team from parts that were checked: every name in them is known. */
export function buildTeam({ team, agents, tools }: TeamParts): TeamSpec {
  const lead = coordinatorOf(team)
  const declared = agents.find(({ name }) => name === lead)
  const owned = new Set(
    agents.filter(({ name }) => name !== lead).flatMap(({ agent }) => agent.subAgents ?? []),
  )
  const free = agents.map(({ name }) => name).filter((name) => name !== lead && !owned.has(name))
  const { id: _id, ...coordinator } = team.coordinator ?? {}
  const leader: AgentSource = {
    description: {
      en: 'Takes the request, gives each part to the right agent, and answers.',
      zh: '接收请求，把各部分交给合适的智能体，并给出回答。',
    },
    ...declared?.agent,
    ...coordinator,
  }
  const specs = [
    specOf(lead, { ...leader, subAgents: leader.subAgents ?? free }, tools),
    ...agents.filter(({ name }) => name !== lead).map(({ name, agent }) => specOf(name, agent, tools)),
  ]
  return {
    teamId: team.team,
    title: localText(team.title ?? team.team),
    coordinator: named(lead),
    agents: new Map(specs.map((spec) => [spec.id, spec])),
    model: team.model ?? 'offline',
    policy: policyOf(team.policies),
    context: {
      ...defaultContext,
      ...defined({ ...team.context, rules: undefined }),
      rules: (team.context?.rules ?? []).map(({ when, include }) => ({
        when: named(when),
        include: named(include),
      })),
    },
  }
}

function named(name: string): AgentId {
  if (isAgentId(name)) return name
  throw new TypeError(`${name} passed the schema and is no agent id`)
}

function specOf(name: string, agent: AgentSource, tools: ReadonlyMap<string, AnyTool>): AgentSpec {
  const { limits } = agent
  return {
    id: named(name),
    description: localText(agent.description ?? name),
    capabilities: (agent.capabilities ?? []).map(capabilityOf),
    permissionTags: agent.permissionTags ?? [],
    inputConstraints: defined(agent.inputConstraints ?? {}),
    maxConcurrentRuns: agent.maxConcurrentRuns ?? 8,
    costClass: agent.costClass ?? 'low',
    languages: agent.languages ?? ['en', 'zh'],
    prompt: agent.prompt ?? '',
    ...defined({ model: agent.model, temperature: agent.temperature }),
    fallbackModels: agent.fallbackModels ?? [],
    tools: (agent.tools ?? []).flatMap((tool) => tools.get(tool) ?? []),
    subAgents: (agent.subAgents ?? []).map(named),
    limits: {
      ...defaultLimits,
      ...defined({ maxTurns: limits?.maxTurns, maxTokens: limits?.maxTokens }),
      ...(limits?.timeout === undefined ? {} : { timeoutMs: toMs(limits.timeout) }),
    },
  }
}

function capabilityOf(capability: NonNullable<AgentSource['capabilities']>[number]): Capability {
  if (typeof capability === 'string') return { name: capability, keywords: [], examples: [] }
  const { name, description, keywords = [], examples = [] } = capability
  return {
    name,
    keywords,
    examples,
    ...(description === undefined ? {} : { description: localText(description) }),
  }
}

function localText(
  text: NonNullable<AgentSource['description']>,
): string | { readonly en?: string; readonly zh?: string } {
  return typeof text === 'string' ? text : defined(text)
}

function policyOf(source: TeamSource['policies']): TeamPolicy {
  const { risk, tools, approvalTimeout, questionTimeout, ...numbers } = source ?? {}
  return {
    ...defaultPolicy,
    ...defined(numbers),
    risk: { ...defaultPolicy.risk, ...defined(risk ?? {}) },
    tools: new Map(Object.entries(tools ?? {})),
    ...(approvalTimeout === undefined ? {} : { approvalTimeoutMs: toMs(approvalTimeout) }),
    ...(questionTimeout === undefined ? {} : { questionTimeoutMs: toMs(questionTimeout) }),
  }
}

type Defined<T> = { readonly [Key in keyof T]?: Exclude<T[Key], undefined> }

/** The same record without keys that hold nothing, so that defaults show through. */
function defined<T extends object>(record: T): Defined<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Defined<T>
}
