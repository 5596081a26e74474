export { checkWith, defineTool, type ToolDefinition } from './define-tool.ts'
export {
  type AgentSpec,
  type ContextPolicy,
  defaultContext,
  defaultLimits,
  defaultPolicy,
  type InjectionRule,
  type RunLimits,
  type Ruling,
  type TeamPolicy,
  type TeamSpec,
} from './team.ts'
export type { Checked, Tool, ToolContext, ToolOutcome } from './tool.ts'
