export type { Content, ContentOf, ContentType } from '../content/kinds.ts'
export { canonicalJson } from './canonical.ts'
export type {
  Command,
  CommandEnvelope,
  Decision,
  Refusal,
  RefusalReason,
  StopTarget,
} from './command.ts'
export { decide } from './decide/decide.ts'
export { below } from './decide/stop.ts'
export { cutToWidth, displayWidth, graphemes, wrapToWidth } from './display.ts'
export { encodeEvent, movedEvent, viewDigestInput } from './encode.ts'
export {
  type Actor,
  type DraftOf,
  type EventDraft,
  type EventOf,
  type EventType,
  eventVersion,
  type PayloadOf,
  type SessionEvent,
  type UnknownEvent,
  type Visibility,
} from './event.ts'
export type { Injection } from './events/model.ts'
export type { BlobRef, Fact, Fault, Finish, Json, ModelPart, Usage, WaitingFor } from './events/parts.ts'
export type { TaskResult } from './events/task.ts'
export type { EffectClass, Risk, ToolResult } from './events/tool.ts'
export { rootOf } from './fold/draft-view.ts'
export { damagedType, emptyView, fold, isKnown } from './fold/fold.ts'
export type { Frozen } from './frozen.ts'
export { excerptKey, factKey, factLine, messageText, replacing } from './given.ts'
export {
  type AgentId,
  type ApprovalId,
  type BlockId,
  type CallId,
  composeId,
  type EventId,
  eventIdAt,
  type IdKind,
  type IdOf,
  isAgentId,
  isId,
  isOurs,
  type LetterId,
  type MessageId,
  parseAgentId,
  parseId,
  placeOfEvent,
  type QuestionId,
  type RunId,
  type SessionId,
  type TaskId,
} from './ids.ts'
export { isJson } from './json.ts'
export type { Bond } from './lineage/bonds.ts'
export { type LineageNode, lineage } from './lineage/lineage.ts'
export { type LineageIndex, lineageIndex } from './lineage/log-index.ts'
export { stopWords, weakWords } from './match/lexicon.ts'
export { modifierSpans, requestWords, valueSpans } from './match/modifiers.ts'
export { type Match, type MatchDocument, matchDocument, rankByText } from './match/rank.ts'
export { normalForm, type Word, wordsOf } from './match/words.ts'
export {
  type Frame,
  frames,
  type Playhead,
  type ReplayOptions,
  type StepOptions,
  seek,
  shownAt,
  stepFrom,
} from './replay.ts'
export { safeLine, safeText } from './safe.ts'
export {
  callsOfRun,
  conversationOf,
  type Holds,
  type HowItWasDone,
  howItWasDone,
  liveRuns,
  openHolds,
  type Round,
  roundsOf,
  type TaskNode,
  taskTree,
  usageOfTree,
  visibleStream,
} from './select.ts'
export {
  readSse,
  type SseEnd,
  type SseEvent,
  type SseLimits,
  type SseReader,
  SseTooLarge,
  type StreamDecoder,
  sseReader,
  writeSse,
  writeSseComment,
} from './sse.ts'
export {
  type ApprovalState,
  type CallState,
  isFinal,
  type MachineName,
  type MoveFor,
  machines,
  nextState,
  type QuestionState,
  type RunState,
  type SessionState,
  type StateOf,
  type TaskState,
} from './states.ts'
export { type CutOptions, cutText, type TextLimit, utf8Bytes, wellFormed } from './text.ts'
export {
  type Approval,
  addUsage,
  type ConversationEntry,
  isShownToUser,
  type Ledger,
  type LedgerFact,
  type MemoryBlock,
  type Message,
  noUsage,
  type Question,
  type Run,
  type RunConversation,
  type Session,
  type Task,
  type ToolCall,
  totalTokens,
  type UsageTotal,
  type View,
} from './view.ts'
