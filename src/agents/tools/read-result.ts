import { z } from 'zod'
import { type CallId, callsOfRun, cutText, isId } from '#protocol'
import type { RunContext } from '../agent.ts'
import { checkWith } from '../define-tool.ts'
import type { LogTool } from '../log-tool.ts'
import type { ToolOutcome } from '../tool.ts'
import { reading } from './reading.ts'

const pageChars = 8_000
const input = z.object({
  callId: z.string().describe('the call whose output to read'),
  offset: z.int().nonnegative().optional().describe('first character, from 0'),
  find: z.string().optional().describe('jump to the first place that holds this text'),
})

/** Reads any part of a tool result that was too long to show. Offered only when there is one. */
export const readResult: LogTool = {
  name: 'read_result',
  description: 'Reads a part of an earlier tool result that was too long to show whole.',
  input: z.toJSONSchema(input) as LogTool['input'],
  ...reading,
  check: (value) => checkWith(input, value),
  offer: ({ view, runId }) => callsOfRun(view, runId).some((call) => call.result?.blob !== undefined),
  // biome-ignore lint/correctness/useYield: it only reads; the interface is a generator for tools that write
  async *perform(call, context): AsyncGenerator<never, ToolOutcome> {
    const { callId, offset, find } = input.parse(call.input)
    const text = await wholeResult(context, callId)
    if (text === undefined)
      return { text: `there is no result of call ${callId} that you may read`, isError: true }
    const at = find === undefined ? (offset ?? 0) : text.indexOf(find)
    if (at < 0)
      return { text: `the result of ${callId} does not hold ${JSON.stringify(find)}`, isError: true }
    const page = cutText(text.slice(at), { chars: pageChars })
    return { text: `[characters ${at} to ${at + page.length} of ${text.length}]\n${page}` }
  },
}

/** The full text of a call of the same agent, from the blob store when it was too long for the log. */
async function wholeResult(context: RunContext, callId: string): Promise<string | undefined> {
  if (!isId('call', callId)) return undefined
  const call = context.view.calls.get(callId as CallId)
  const run = call && context.view.runs.get(call.runId)
  if (!call?.result || run?.agentId !== context.agent.id) return undefined
  if (!call.result.blob) return call.result.text
  return new TextDecoder().decode(await context.fetchBlob(call.result.blob.hash))
}
