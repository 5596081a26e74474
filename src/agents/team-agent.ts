import { estimateTokens } from '#llm'
import type { AgentId } from '#protocol'
import { wordings } from '#registry'
import type { Agent } from './agent.ts'
import type { PromptParts } from './context/assemble.ts'
import { conversationProjector } from './context/conversation.ts'
import { fixedParts } from './context/fixed.ts'
import type { AnyTool } from './log-tool.ts'
import { llmAgent } from './loop/llm-agent.ts'
import { subAgentsOf, type TeamSpec } from './team.ts'

/**
 * The agent of that name in a team, with its own tools and one `delegate_to_…` for each agent below it. It does not
 * even see other tools. Throws TypeError when the team has no such agent. The built-in tools bring the schema library
 * and are loaded here, so that importing Loggia does not pay for it.
 */
export async function agentFrom(team: TeamSpec, id: AgentId): Promise<Agent> {
  const [{ delegateTool }, { readResult }, { searchArchive }] = await Promise.all([
    import('./tools/delegate.ts'),
    import('./tools/read-result.ts'),
    import('./tools/search-archive.ts'),
  ])
  const prompts: PromptParts = {
    fixed: fixedParts(estimateTokens),
    project: conversationProjector(estimateTokens),
  }
  const build = (agentId: AgentId): Agent => {
    const spec = team.agents.get(agentId)
    if (!spec) throw new TypeError(`team ${team.teamId} has no agent ${agentId}`)
    const below = subAgentsOf(team, spec)
    const tools: readonly AnyTool[] = [...spec.tools, ...below.map(delegateTool), readResult, searchArchive]
    return llmAgent({
      id: agentId,
      description: wordings(spec.description),
      toolset: new Map(tools.map((tool) => [tool.name, tool])),
      get subAgents() {
        return below.map((agent) => build(agent.id))
      },
      prompts,
    })
  }
  return build(id)
}
