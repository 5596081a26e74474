import { type Approval, type CallId, isFinal, type ToolCall, type WaitingFor } from '#protocol'
import { type AgentEvent, RecordRefused, type RunContext } from '../agent.ts'
import { type AnyTool, isLogTool } from '../log-tool.ts'
import { execute, failed } from './execute.ts'
import { gate, type Toolset } from './gate.ts'
import { merge } from './merge.ts'
import { unpark, waitFor } from './park.ts'
import { deadlineIn, placeOf } from './place.ts'
import { isEnded, type LastTurn, openCallsOf } from './turns.ts'
import { settleUnknown } from './unknown.ts'

/**
 * Runs the calls of one turn. Neighbours that are safe beside each other run at once, the others alone and in order.
 * Every call gets exactly one outcome; one that fails says so and holds nobody up.
 */
export async function* runBatch(
  context: RunContext,
  turn: LastTurn,
  tools: Toolset,
): AsyncGenerator<AgentEvent, void> {
  const fresh = turn.calls.filter(({ callId }) => !context.view.calls.has(callId))
  if (fresh.length > 0) yield { kind: 'record', drafts: gate(context, turn.turn, fresh, tools) }
  const open = openCallsOf(context.view, turn).map(({ callId }) => callId)
  for (const wave of wavesOf(context, open, tools, turn.entry.kind === 'plan')) {
    const parked = yield* park(context, wave, tools)
    yield* merge(
      wave.map((callId) => serve(context, callId, tools)),
      context.team.policy.maxParallelTools,
    )
    if (parked) yield* unpark(context)
  }
}

/** Groups calls that may run side by side; the steps of a plan never do. */
function wavesOf(
  context: RunContext,
  calls: readonly CallId[],
  tools: Toolset,
  ordered: boolean,
): CallId[][] {
  const waves: { readonly safe: boolean; readonly calls: CallId[] }[] = []
  for (const callId of calls) {
    const call = context.view.calls.get(callId)
    const safe = !ordered && call !== undefined && (tools.get(call.tool)?.concurrencySafe ?? true)
    const last = waves.at(-1)
    if (safe && last?.safe) last.calls.push(callId)
    else waves.push({ safe, calls: [callId] })
  }
  return waves.map((wave) => wave.calls)
}

function approvalOf(context: RunContext, callId: CallId): Approval | undefined {
  for (const approval of context.view.approvals.values()) if (approval.callId === callId) return approval
  return undefined
}

/** Says what the run waits for, when anything in the wave waits for somebody. True when it did. */
async function* park(
  context: RunContext,
  wave: readonly CallId[],
  tools: Toolset,
): AsyncGenerator<AgentEvent, boolean> {
  const waiting = wave.flatMap((callId): { readonly kind: WaitingFor['kind']; readonly id: string }[] => {
    const call = context.view.calls.get(callId)
    if (!call) return []
    if (call.status === 'held')
      return [{ kind: 'approval', id: approvalOf(context, callId)?.approvalId ?? callId }]
    const tool = tools.get(call.tool)
    return tool && isLogTool(tool) && tool.parks ? [{ kind: 'task', id: callId }] : []
  })
  const [first] = waiting
  if (!first) return false
  const ids = waiting.map(({ id }) => id)
  const reason =
    first.kind === 'approval'
      ? `${ids.length} approval(s) pending`
      : `waits for ${ids.length} delegated task(s)`
  yield* waitFor(context, { kind: first.kind, ids, until: longestWait(context) }, reason)
  return true
}

function longestWait(context: RunContext): string {
  const run = context.view.runs.get(context.runId)
  return run?.deadline ?? deadlineIn(context, context.team.policy.approvalTimeoutMs)
}

/** Brings one call to its outcome from wherever it is: fresh, held, or left over from a process that died. */
async function* serve(context: RunContext, callId: CallId, tools: Toolset): AsyncGenerator<AgentEvent, void> {
  const call = context.view.calls.get(callId)
  if (!call || isEnded(context.view, callId)) return
  const tool = tools.get(call.tool)
  if (!tool)
    return yield failed(context, call, {
      code: 'unknown_tool',
      message: `${call.tool} is not there any more`,
    })
  if (call.status === 'held' && !(yield* released(context, call))) return
  if (call.status === 'requested' || call.status === 'held') yield* start(context, call, tool)
  else if (!(yield* settleUnknown(context, call, tool))) return
  yield* execute(context, context.view.calls.get(callId) ?? call, tool)
}

/** Waits for the decision on a held call. False when it ended without a release. */
async function* released(context: RunContext, call: ToolCall): AsyncGenerator<AgentEvent, boolean> {
  await context.until(() => approvalOf(context, call.callId)?.status !== 'pending')
  const approval = approvalOf(context, call.callId)
  if (approval?.status === 'granted') return true
  const run = context.view.runs.get(context.runId)
  if (run && isFinal(run.status)) throw context.signal.reason
  const words = approval?.status === 'denied' ? 'the user said no' : 'nobody decided in time'
  yield {
    kind: 'record',
    drafts: [
      {
        type: 'tool.refused',
        ...placeOf(context),
        reason: words,
        ...(approval?.decidedBy ? { prevEvents: [approval.decidedBy] } : {}),
        payload: {
          runId: context.runId,
          callId: call.callId,
          tool: call.tool,
          turn: call.turn,
          error: { code: approval?.status ?? 'denied', message: `${call.tool} was not run: ${words}` },
        },
      },
    ],
  }
  return false
}

/** Records the start; before an effect that must not be repeated silently, it is on disk first. */
async function* start(context: RunContext, call: ToolCall, tool: AnyTool): AsyncGenerator<AgentEvent, void> {
  const release = approvalOf(context, call.callId)?.decidedBy
  for (;;) {
    await context.until((view) => view.session?.status !== 'paused')
    try {
      yield {
        kind: 'record',
        durable: tool.effect !== 'pure',
        drafts: [
          {
            type: 'tool.started',
            ...placeOf(context),
            prevEvents: release ? [call.requestedBy, release] : [call.requestedBy],
            payload: { runId: context.runId, callId: call.callId },
          },
        ],
      }
      return
    } catch (error) {
      if (!(error instanceof RecordRefused) || error.refusal.reason !== 'not-active') throw error
    }
  }
}
