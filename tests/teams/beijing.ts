import assert from 'node:assert/strict'
import type { Tool, ToolContext, ToolOutcome } from '#agents'
import type { Json } from '#protocol'
import { parseAgentId, parseId } from '#protocol'
import { beijingTools } from '../../src/teams/beijing/tools.ts'

/** Tuesday, 1 December 2026, 13:00 in Beijing. */
export const december = Date.parse('2026-12-01T05:00:00Z')
/** Friday, 10 July 2026, 13:00 in Beijing. */
export const july = Date.parse('2026-07-10T05:00:00Z')

export interface Circumstances {
  readonly now?: number
  /** What the agent was asked. */
  readonly request?: string
  /** The public weather service; without it there is no network. */
  readonly fetch?: typeof fetch
  readonly signal?: AbortSignal
}

const noNetwork: typeof fetch = () => Promise.reject(new TypeError('there is no network in this test'))

/** The tools of the Beijing team by name. */
export function toolsOf(get?: typeof fetch): ReadonlyMap<string, Tool> {
  const tools = beijingTools({ fetch: get ?? noNetwork, live: get !== undefined })
  return new Map(tools.map((tool) => [tool.name, tool]))
}

/** Calls a tool as an agent would: arguments are checked first. */
export async function call(
  name: string,
  args: Json,
  circumstances: Circumstances = {},
): Promise<ToolOutcome> {
  const tool = toolsOf(circumstances.fetch).get(name)
  assert.ok(tool, `there is no tool ${name}`)
  const checked = tool.check(args)
  assert.ok(checked.ok, checked.ok ? '' : checked.problem)
  return tool.execute(checked.value, contextOf(circumstances))
}

function contextOf({ now = december, request = '', signal }: Circumstances): ToolContext {
  const id = '01M8R0097QXFE3BTX5CF6D4XVC'
  return {
    sessionId: parseId('session', `sess_${id}`),
    taskId: parseId('task', `task_${id}`),
    runId: parseId('run', `run_${id}`),
    callId: parseId('call', `call_${id}`),
    agentId: parseAgentId('weather_agent'),
    request,
    key: 'run/1',
    signal: signal ?? new AbortController().signal,
    now: () => now,
    progress: () => undefined,
  }
}

/** The value a fact holds, by its slot. */
export function fact({ facts = [] }: ToolOutcome, slot: string): unknown {
  return facts.find((one) => one.slot === slot)?.value
}

/** The lines of a numbered list. */
export function listed({ text }: ToolOutcome): readonly string[] {
  return text.split('\n').filter((line) => /^\d+\. /.test(line))
}
