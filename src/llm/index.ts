export { type ParsedArguments, parseArguments } from './arguments.ts'
export { type AttemptLimits, withAttempts } from './attempt.ts'
export type { CallClock } from './clock.ts'
export { withFallback } from './fallback.ts'
export { type Gauged, inputTokens, TokenGauge } from './gauge.ts'
export { type ClosedGroup, callsOf, closeCalls, closedGroups, type Grouped } from './groups.ts'
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
export { type OpenOptions, openModel } from './open.ts'
export {
  anthropicRules,
  compatibleRules,
  googleRules,
  openaiRules,
  type ProviderRules,
  strictRules,
} from './provider-rules.ts'
export { type ListedProvider, listProviders } from './providers/list.ts'
export { findLocalServers, type LocalServer } from './providers/local.ts'
export { estimateMessage, estimateRequest } from './request-tokens.ts'
export { checkRequest, type RuleName, type Violation } from './rules.ts'
export {
  type Script,
  type ScriptedModel,
  type ScriptedOptions,
  type ScriptedStep,
  scriptedModel,
} from './scripted.ts'
export { redactor, Secret, secretFromEnv } from './secret.ts'
export { ceilingTokens, estimateTokens } from './tokens.ts'
export { type Fitted, fitToWindow, type WindowLimits } from './window.ts'
export { withRules } from './with-rules.ts'
