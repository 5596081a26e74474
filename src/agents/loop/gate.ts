import { createHash } from 'node:crypto'
import { parseArguments } from '#llm'
import { canonicalJson, type EventDraft, type Fault, type Json, type View } from '#protocol'
import type { RunContext } from '../agent.ts'
import type { AnyTool } from '../log-tool.ts'
import type { Ruling } from '../team.ts'
import { deadlineIn, placeOf } from './place.ts'
import type { CallPart } from './turns.ts'

/** The tools of a run by the name a model calls them by. */
export type Toolset = ReadonlyMap<string, AnyTool>

/**
 * What becomes of calls before anything runs: each is requested, held for an approval, or refused with the reason.
 * Nothing gets further unless it parsed and validated completely; ambiguity is an error result, never a guess.
 */
export function gate(
  context: RunContext,
  turn: number,
  calls: readonly CallPart[],
  tools: Toolset,
): EventDraft[] {
  return calls.flatMap((call, index) => gateOne(context, { turn, call, index }, tools))
}

interface Asked {
  readonly turn: number
  readonly call: CallPart
  readonly index: number
}

function gateOne(context: RunContext, asked: Asked, tools: Toolset): EventDraft[] {
  const { turn, call, index } = asked
  const tool = tools.get(call.tool)
  if (!tool) return [refusal(context, asked, 'unknown_tool', unknownTool(call.tool, tools))]
  const parsed = parseArguments(call.argumentsText, tool.input)
  if (!parsed.ok) return [refusal(context, asked, 'bad_arguments', `${call.tool}: ${parsed.problem}`)]
  const checked = tool.check(parsed.value)
  if (!checked.ok) return [refusal(context, asked, 'bad_arguments', `${call.tool}: ${checked.problem}`)]
  const ruling = rulingOf(context, tool)
  if (ruling === 'deny')
    return [
      refusal(
        context,
        asked,
        'denied',
        `${call.tool} is not allowed here by policy; find another way or say so`,
      ),
    ]
  const requested: EventDraft = {
    type: 'tool.requested',
    ...placeOf(context),
    payload: {
      runId: context.runId,
      callId: call.callId,
      turn,
      tool: call.tool,
      arguments: checked.value,
      key: `${context.runId}:${turn}:${index}`,
      effect: tool.effect,
      ...(parsed.repaired ? { repaired: true } : {}),
    },
  }
  if (ruling === 'allow') return [requested]
  const digest = digestOf(context, tool, checked.value)
  if (isStanding(context.view, digest, context)) return [requested]
  return [requested, approvalRequest(context, asked, { tool, input: checked.value, digest })]
}

function refusal(context: RunContext, { turn, call }: Asked, code: string, message: string): EventDraft {
  const { callId, tool } = call
  const error: Fault = { code, message }
  return {
    type: 'tool.refused',
    ...placeOf(context),
    reason: message,
    payload: { runId: context.runId, callId, tool, turn, error },
  }
}

function unknownTool(name: string, tools: Toolset): string {
  const known = [...tools.keys()].join(', ')
  return `there is no tool ${JSON.stringify(name)}; ${known === '' ? 'you have none' : `you have: ${known}`}`
}

/** The tool's own ruling, else the one for its risk. */
function rulingOf({ team }: RunContext, tool: AnyTool): Ruling {
  return team.policy.tools.get(tool.name) ?? team.policy.risk[tool.risk]
}

interface Bound {
  readonly tool: AnyTool
  readonly input: Json
  readonly digest: string
}

/**
 * What an approval is bound to: agent path, where the tool comes from, what it is, and the exact arguments. If any of
 * them changes it is another digest, and so another request.
 */
export function digestOf({ path }: Pick<RunContext, 'path'>, tool: AnyTool, input: Json): string {
  const { origin, name, description, input: schema } = tool
  const text = canonicalJson({
    path: [...path],
    tool: { origin, name, description, schema },
    arguments: input,
  })
  return `sha256-${createHash('sha256').update(text).digest('hex')}`
}

/** An earlier approval for this task or session of the very same call. */
function isStanding(view: View, digest: string, { taskId }: RunContext): boolean {
  for (const approval of view.approvals.values()) {
    if (approval.status !== 'granted' || approval.digest !== digest) continue
    if (approval.scope === 'session' || (approval.scope === 'task' && approval.taskId === taskId)) return true
  }
  return false
}

function approvalRequest(context: RunContext, { call }: Asked, { tool, input, digest }: Bound): EventDraft {
  return {
    type: 'approval.requested',
    ...placeOf(context),
    reason: `${context.agent.id} wants to run ${tool.name}`,
    visibility: 'user',
    payload: {
      approvalId: context.newId('approval'),
      digest,
      runId: context.runId,
      callId: call.callId,
      agentId: context.agent.id,
      path: context.path,
      tool: tool.name,
      arguments: input,
      risk: tool.risk,
      expiresAt: deadlineIn(context, context.team.policy.approvalTimeoutMs),
    },
  }
}
