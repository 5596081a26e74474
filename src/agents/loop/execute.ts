import { cutText, type Fault, type Json, type ToolCall, type ToolResult } from '#protocol'
import { type AgentEvent, RunAborted, type RunContext } from '../agent.ts'
import { errorWords } from '../error-words.ts'
import { type AnyTool, isLogTool } from '../log-tool.ts'
import type { Tool, ToolOutcome } from '../tool.ts'
import { readOutcome } from './outcome.ts'
import { placeOf } from './place.ts'

/** Characters of a result a model reads; more goes to the blob store and is read by handle. */
const maxResultChars = 16_000
const headChars = 10_000
const tailChars = 3_000

/** Runs a started call and records its one outcome. A tool that throws or runs over time gives an error result. */
export async function* execute(
  context: RunContext,
  call: ToolCall,
  tool: AnyTool,
): AsyncGenerator<AgentEvent, void> {
  const began = context.now()
  let outcome: ToolOutcome
  try {
    outcome = isLogTool(tool)
      ? yield* tool.perform({ callId: call.callId, key: call.key, input: call.arguments }, context)
      : await runTool(context, call, tool)
  } catch (error) {
    if (context.signal.aborted) return yield* aborted(context, call, tool)
    if (error instanceof RunAborted) throw error
    if (isLogTool(tool)) throw error
    return yield failed(context, call, faultOf(tool, error), began)
  }
  if (outcome.isError) {
    const result = await resultOf(context, call, outcome)
    return yield failed(context, call, { code: 'tool_error', message: result.text }, began)
  }
  const result = await resultOf(context, call, outcome)
  yield completed(context, call, result, { latencyMs: context.now() - began })
}

/** The record of a call that took effect. */
export function completed(
  context: RunContext,
  call: ToolCall,
  result: ToolResult,
  { latencyMs, reason }: { readonly latencyMs: number; readonly reason?: string },
): AgentEvent {
  return {
    kind: 'record',
    drafts: [
      {
        type: 'tool.completed',
        ...placeOf(context),
        actor: { kind: 'tool', id: call.tool },
        reason,
        prevEvents: call.startedBy ? [call.startedBy] : [],
        payload: { runId: context.runId, callId: call.callId, result, latencyMs },
      },
    ],
  }
}

/** The record of a call that failed. */
export function failed(context: RunContext, call: ToolCall, error: Fault, began = context.now()): AgentEvent {
  return {
    kind: 'record',
    drafts: [
      {
        type: 'tool.failed',
        ...placeOf(context),
        actor: { kind: 'tool', id: call.tool },
        reason: cutText(error.message, { graphemes: 200 }),
        prevEvents: call.startedBy ? [call.startedBy] : [],
        payload: { runId: context.runId, callId: call.callId, error, latencyMs: context.now() - began },
      },
    ],
  }
}

/** Stopped while the tool ran. Whether an unsafe effect took place is not known; on shutdown nothing is written. */
async function* aborted(
  context: RunContext,
  call: ToolCall,
  tool: AnyTool,
): AsyncGenerator<AgentEvent, void> {
  const why = context.signal.reason
  if (why instanceof RunAborted && why.code === 'shutdown') throw why
  const message = why instanceof Error ? why.message : String(why)
  if (tool.effect === 'unsafe') {
    const payload = { runId: context.runId, callId: call.callId }
    yield {
      kind: 'record',
      drafts: [{ type: 'tool.unknown', ...placeOf(context), reason: message, payload }],
    }
  } else yield failed(context, call, { code: 'stopped', message: `${tool.name} was stopped: ${message}` })
  throw why
}

function faultOf(tool: AnyTool, error: unknown): Fault {
  if (error instanceof ToolTimeout) return { code: 'timeout', message: error.message }
  return { code: 'tool_error', message: `${tool.name}: ${cutText(errorWords(error), { graphemes: 2_000 })}` }
}

class ToolTimeout extends Error {
  override readonly name = 'ToolTimeout'
}

/** Calls the tool with a signal that ends with the run's and with the timeout. A deaf tool is left behind. */
async function runTool(context: RunContext, call: ToolCall, tool: Tool): Promise<ToolOutcome> {
  const controller = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const end = (reason: unknown): void => {
    controller.abort(reason)
    reject(reason)
  }
  const onAbort = (): void => end(context.signal.reason)
  const late = `${tool.name} did not finish in ${tool.timeoutMs} ms`
  const cancelTimer = context.after(tool.timeoutMs, () => end(new ToolTimeout(late)))
  context.signal.addEventListener('abort', onAbort, { once: true })
  const { sessionId, taskId, runId, agent } = context
  try {
    context.signal.throwIfAborted()
    const work = tool.execute(call.arguments, {
      sessionId,
      taskId,
      runId,
      agentId: agent.id,
      callId: call.callId,
      key: call.key,
      request: context.view.tasks.get(taskId)?.goal ?? '',
      signal: controller.signal,
      now: () => context.now(),
      progress: (text) => context.progress(call.callId, text),
    })
    return readOutcome(await Promise.race([work, promise]))
  } finally {
    cancelTimer()
    context.signal.removeEventListener('abort', onAbort)
  }
}

/** What a model reads of an outcome. Over the limit: head, tail, size and the handle to read the rest by. */
export async function resultOf(
  context: RunContext,
  call: ToolCall,
  outcome: ToolOutcome,
): Promise<ToolResult> {
  const source = outcome.source ?? call.callId
  const facts = outcome.facts?.map((fact) => ({ ...fact, source }))
  const rest = {
    ...(facts && facts.length > 0 ? { facts } : {}),
    ...(outcome.source === undefined ? {} : { source: outcome.source }),
  }
  const { text } = outcome
  if (text.length <= maxResultChars) return { text, ...dataOf(outcome), ...rest }
  const blob = await context.keep(new TextEncoder().encode(text), 'text/plain; charset=utf-8')
  const head = cutText(text, { chars: headChars })
  const tail = tailOf(text, tailChars)
  const between = text.length - head.length - tail.length
  const note = `\n… [${between} of ${text.length} characters left out; read_result with callId ${call.callId} reads any part] …\n`
  return {
    text: `${head}${note}${tail}`,
    blob: { ...blob, preview: cutText(text, { chars: 1_000 }) },
    ...rest,
  }
}

function dataOf(outcome: ToolOutcome): { data?: Json } {
  return outcome.data === undefined ? {} : { data: outcome.data }
}

/** The end of a text, beginning at a whole character. */
function tailOf(text: string, chars: number): string {
  const tail = text.slice(-chars)
  return /^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail
}
