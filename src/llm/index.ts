export { type ParsedArguments, parseArguments } from './arguments.ts'
export { inputTokens, TokenGauge } from './gauge.ts'
export {
  type AttemptRecord,
  type CallOptions,
  type JsonSchema,
  ModelError,
  type ModelErrorCode,
  type ModelEvent,
  type ModelMessage,
  type ModelPort,
  type ModelRequest,
  type ModelTurn,
  type ToolOutput,
  type ToolSpec,
  type UserPart,
} from './model.ts'
export { type OfflineOptions, offlineModel } from './offline/index.ts'
export { estimateTokens } from './tokens.ts'
