/** What `import … from 'loggia'` gives: the runtime, without a server. */
export {
  type Agent,
  type AgentEvent,
  type AgentSpec,
  type AnyTool,
  defineTool,
  type RunContext,
  type RunOutcome,
  type RunSignal,
  type TeamSpec,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolOutcome,
} from '#agents'
export {
  ModelError,
  type ModelPort,
  type ModelRequest,
  type ModelTurn,
  type OfflineOptions,
  type OpenOptions,
  offlineModel,
  openModel,
} from '#llm'
export type { SessionEvent, TaskResult, View } from '#protocol'
export {
  type Broadcast,
  type Clock,
  CommandRefused,
  type ModelSource,
  openRuntime,
  type Runtime,
  RuntimeError,
  type RuntimeOptions,
  type SessionHandle,
  systemClock,
} from '#runtime'
export { memoryStore, type Store, StoreConflict, StoreUnavailable, sqliteStore } from '#store'
