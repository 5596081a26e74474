export {
  type Agent,
  type AgentEvent,
  type PlanStep,
  RecordRefused,
  RunAborted,
  type RunContext,
  type RunOutcome,
  type RunSignal,
} from './agent.ts'
export { conversationProjector } from './context/conversation.ts'
export { factsIn, type ProseFact } from './context/facts.ts'
export { contextForNamed } from './context/named.ts'
export { checkWith, defineTool, type ToolDefinition } from './define-tool.ts'
export { errorWords } from './error-words.ts'
export { type AnyTool, isLogTool, type LogCall, type LogTool } from './log-tool.ts'
export { type LastTurn, lastTurnOf, openCallsOf } from './loop/turns.ts'
export { systemPrompt } from './prompt.ts'
export { summarise } from './summary.ts'
export {
  type AgentSpec,
  type ContextPolicy,
  defaultContext,
  defaultLimits,
  defaultPolicy,
  type InjectionRule,
  type Ruling,
  type RunLimits,
  subAgentsOf,
  type TeamPolicy,
  type TeamSpec,
} from './team.ts'
export { agentFrom } from './team-agent.ts'
export type { Checked, Tool, ToolContext, ToolOutcome } from './tool.ts'
export { standingOf } from './tools/delegate-election.ts'
