import { estimateTokens } from '#llm'
import type { AgentId } from '#protocol'
import { wordings } from '#registry'
import type { Agent } from './agent.ts'
import { conversationProjector } from './context/conversation.ts'
import { fixedParts } from './context/fixed.ts'
import type { AnyTool } from './log-tool.ts'
import type { Toolset } from './loop/gate.ts'
import { llmAgent } from './loop/llm-agent.ts'
import { subAgentsOf, type TeamSpec } from './team.ts'
import { delegateTool } from './tools/delegate.ts'
import { readResult } from './tools/read-result.ts'

/**
 * The agent of that name in a team, with its own tools and one `delegate_to_…` for each agent below it. It does not
 * even see other tools. Throws TypeError when the team has no such agent.
 */
export function agentFrom(team: TeamSpec, id: AgentId): Agent {
  const spec = team.agents.get(id)
  if (!spec) throw new TypeError(`team ${team.teamId} has no agent ${id}`)
  const below = subAgentsOf(team, spec)
  const tools: readonly AnyTool[] = [...spec.tools, ...below.map(delegateTool), readResult]
  const toolset: Toolset = new Map(tools.map((tool) => [tool.name, tool]))
  return llmAgent({
    id,
    description: wordings(spec.description),
    toolset,
    get subAgents() {
      return below.map((agent) => agentFrom(team, agent.id))
    },
    prompts: { fixed: fixedParts(estimateTokens), project: conversationProjector(estimateTokens) },
  })
}
