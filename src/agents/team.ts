import type { AgentId, Risk } from '#protocol'
import type { AgentCard, LocalText } from '#registry'
import type { AnyTool } from './log-tool.ts'

/** What a policy says about a call: run it, ask a person, or refuse it. */
export type Ruling = 'allow' | 'ask' | 'deny'

/** Bounds of one agent's run. */
export interface RunLimits {
  /** Model calls in one run. */
  readonly maxTurns: number
  /** Tokens of one run, input and output. */
  readonly maxTokens: number
  /** Wall time of one run. */
  readonly timeoutMs: number
}

/** An agent as a team declares it. */
export interface AgentSpec extends AgentCard {
  /** Words that tell the model who it is; the runtime adds who else is there. */
  readonly prompt: string
  /** `offline`, `provider/model`, or undefined for the team's. */
  readonly model?: string
  readonly fallbackModels: readonly string[]
  readonly tools: readonly AnyTool[]
  /** Agents this one may delegate to. The coordinator gets all that are nobody else's. */
  readonly subAgents: readonly AgentId[]
  readonly limits: RunLimits
  readonly temperature?: number
}

/** When this capability is called, the last result of that agent goes with it. */
export interface InjectionRule {
  readonly when: AgentId
  readonly include: AgentId
}

export interface TeamPolicy {
  /** Ruling by a tool's risk; a tool named in `tools` overrides it. */
  readonly risk: { readonly [Level in Risk]: Ruling }
  readonly tools: ReadonlyMap<string, Ruling>
  readonly approvalTimeoutMs: number
  readonly questionTimeoutMs: number
  /** Tokens of one root task and everything below it. */
  readonly maxTokensPerRequest: number
  readonly maxDepth: number
  /** Live runs below one root task. */
  readonly maxLive: number
  /** Runs ever started below one root task. */
  readonly maxLifetime: number
  readonly maxParallelTools: number
}

export interface ContextPolicy {
  /** Who chooses what of one agent's words another is given. */
  readonly decider: 'model' | 'rules'
  readonly rules: readonly InjectionRule[]
  /** Rounds kept word for word in a conversation. */
  readonly verbatimRounds: number
  /** Older rounds kept as summaries; what is older is only in the archive. */
  readonly summaryRounds: number
}

/** A team, ready to run: everything checked, every tool resolved. */
export interface TeamSpec {
  readonly teamId: string
  readonly title: LocalText
  readonly coordinator: AgentId
  readonly agents: ReadonlyMap<AgentId, AgentSpec>
  /** Model of agents that name none. */
  readonly model: string
  readonly policy: TeamPolicy
  readonly context: ContextPolicy
}

export const defaultLimits: RunLimits = { maxTurns: 12, maxTokens: 64_000, timeoutMs: 300_000 }

export const defaultPolicy: TeamPolicy = {
  risk: { none: 'allow', low: 'allow', high: 'ask' },
  tools: new Map(),
  approvalTimeoutMs: 24 * 3_600_000,
  questionTimeoutMs: 24 * 3_600_000,
  maxTokensPerRequest: 400_000,
  maxDepth: 4,
  maxLive: 16,
  maxLifetime: 64,
  maxParallelTools: 8,
}

export const defaultContext: ContextPolicy = {
  decider: 'model',
  rules: [],
  verbatimRounds: 6,
  summaryRounds: 20,
}

/** The agents this one may delegate to, in the order they are declared. */
export function subAgentsOf(team: TeamSpec, agent: AgentSpec): readonly AgentSpec[] {
  return agent.subAgents.flatMap((id) => team.agents.get(id) ?? [])
}
