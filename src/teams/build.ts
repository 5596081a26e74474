import {
  type AgentSpec,
  type AnyTool,
  defaultContext,
  defaultLimits,
  defaultPolicy,
  type InjectionRule,
  type TeamPolicy,
  type TeamSpec,
} from '#agents'
import { type AgentId, isAgentId } from '#protocol'
import type { Capability } from '#registry'
import { everyAgent, servedBy, subAgentsBy, type TeamParts } from './parts.ts'
import { type AgentSource, type TeamSource, toMs } from './schema.ts'

const coordinatorDescription = {
  en: 'Takes the request, gives each part to the right agent, and answers.',
  zh: '接收请求，把各部分交给合适的智能体，并给出回答。',
}

/** Makes the team from parts that were checked: every name in them is known. */
export function buildTeam(parts: TeamParts): TeamSpec {
  const { team } = parts
  const below = subAgentsBy(parts)
  const specs = everyAgent(parts).map(({ name, agent }, place) =>
    specOf(name, {
      tools: parts.toolbox.tools,
      agent: {
        ...(place === 0 ? { description: coordinatorDescription } : {}),
        ...defined(agent),
        subAgents: [...(below.get(name) ?? [])],
      },
    }),
  )
  const [leader] = specs
  if (!leader) throw new TypeError(`team ${team.team} has no coordinator`)
  return {
    teamId: team.team,
    title: localText(team.title ?? team.team),
    coordinator: leader.id,
    agents: new Map(specs.map((spec) => [spec.id, spec])),
    model: team.model ?? 'offline',
    policy: policyOf(team.policies),
    context: {
      ...defaultContext,
      ...defined({ ...team.context, rules: undefined }),
      rules: rulesOf(parts),
    },
  }
}

/** Rules between capabilities become rules between the agents that have them. */
function rulesOf(parts: TeamParts): readonly InjectionRule[] {
  const pairs = (parts.team.context?.rules ?? []).flatMap(({ when, include }) =>
    servedBy(parts, when).flatMap((one) =>
      servedBy(parts, include)
        .filter((other) => other !== one)
        .map((other) => ({ when: named(one), include: named(other) })),
    ),
  )
  return [...new Map(pairs.map((rule) => [`${rule.when} ${rule.include}`, rule])).values()]
}

function named(name: string): AgentId {
  if (isAgentId(name)) return name
  throw new TypeError(`${name} passed the schema and is no agent id`)
}

function specOf(
  name: string,
  { agent, tools }: { readonly agent: AgentSource; readonly tools: ReadonlyMap<string, AnyTool> },
): AgentSpec {
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
    // `inherit` is what coding agents write for the model of the whole.
    ...defined({
      model: agent.model === 'inherit' ? undefined : agent.model,
      temperature: agent.temperature,
    }),
    fallbackModels: agent.fallbackModels ?? [],
    tools: [...new Set(agent.tools)].flatMap((tool) => tools.get(tool) ?? []),
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
