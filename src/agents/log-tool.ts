import type { CallId, Json } from '#protocol'
import type { AgentEvent, RunContext } from './agent.ts'
import type { Tool, ToolOutcome } from './tool.ts'

/** The call a log tool serves. */
export interface LogCall {
  readonly callId: CallId
  readonly key: string
  readonly input: Json
}

/**
 * A tool that works through the log instead of calling out: delegating, asking the user, reading what was stored. It
 * finds in the view how far it had come, so a resumed run goes on where it was.
 */
export interface LogTool extends Omit<Tool, 'execute' | 'reconcile' | 'offer'> {
  /** Waits for others: while it works the run is `waiting`. */
  readonly parks: boolean
  /** Leaves the tool out of a prompt while there is nothing it could do. */
  offer?(context: RunContext): boolean
  perform(call: LogCall, context: RunContext): AsyncGenerator<AgentEvent, ToolOutcome>
}

export type AnyTool = Tool | LogTool

/** True when the tool works through the log. */
export function isLogTool(tool: AnyTool): tool is LogTool {
  return 'perform' in tool
}
