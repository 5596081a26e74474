import type { AgentId, EventDraft, Finish, ModelPart } from '#protocol'
import { type Agent, type AgentEvent, RecordRefused, type RunContext, type RunOutcome } from '../agent.ts'
import { assemble, type PromptParts } from '../context/assemble.ts'
import { isLogTool } from '../log-tool.ts'
import type { Tool } from '../tool.ts'
import { abandonOpenCall, outputReserve, spent } from './attempts.ts'
import { awaitReports, backgroundOpen } from './background.ts'
import { runBatch } from './batch.ts'
import { callModel } from './call-model.ts'
import { gate, type Toolset } from './gate.ts'
import { unpark } from './park.ts'
import { placeOf } from './place.ts'
import { checkProgress } from './progress.ts'
import { answeredCalls, type LastTurn, lastTurnOf, openCallsOf, textOf } from './turns.ts'

/** What an `llm` agent is made of. */
export interface LlmAgentParts {
  readonly id: AgentId
  readonly description: string
  readonly toolset: Toolset
  readonly subAgents: readonly Agent[]
  readonly prompts: PromptParts
}

/**
 * Thinks and acts in turns until a turn makes no call. What it does next is always read from the log, so a run that
 * was cut off anywhere goes on from there by the same code.
 */
export function llmAgent(parts: LlmAgentParts): Agent {
  return {
    id: parts.id,
    description: parts.description,
    run: (context) => loop(context, parts),
    tools: () => [...parts.toolset.values()].filter((tool): tool is Tool => !isLogTool(tool)),
    subAgents: () => parts.subAgents,
  }
}

async function* loop(context: RunContext, parts: LlmAgentParts): AsyncGenerator<AgentEvent, void> {
  const leftOver = abandonOpenCall(context)
  if (leftOver) yield leftOver
  if (context.plan && !context.view.runs.get(context.runId)?.plan) yield planned(context, context.plan)
  for (;;) {
    const turn = lastTurnOf(context.view, context.runId)
    if (turn && openCallsOf(context.view, turn).length > 0) {
      yield* runBatch(context, turn, parts.toolset)
      continue
    }
    // A run that was cut off between the last outcome and its own resuming is still parked.
    yield* unpark(context)
    if (turn && turn.calls.length === 0 && !turn.answeredSince) {
      if (!backgroundOpen(context)) return yield { kind: 'finish', outcome: judge(context, turn) }
      yield* awaitReports(context)
      continue
    }
    const outcome = yield* think(context, parts, turn)
    if (outcome) return yield { kind: 'finish', outcome }
  }
}

/** One model call with the checks before it. An outcome ends the run. */
async function* think(
  context: RunContext,
  parts: LlmAgentParts,
  turn: LastTurn | undefined,
): AsyncGenerator<AgentEvent, RunOutcome | undefined> {
  await context.until((view) => view.session?.status !== 'paused')
  const stuck = turn ? yield* checkProgress(context, parts.toolset) : undefined
  if (stuck) return stuck
  const { limits } = context.agent
  const done = answeredCalls(context.view, context.runId)
  if (done > limits.maxTurns) return tooManyTurns(context)
  const last = done === limits.maxTurns
  const left = limits.maxTokens - spent(context)
  const tools = last ? [] : [...parts.toolset.values()].filter((tool) => !tool.offer || tool.offer(context))
  const prompt = assemble(context, tools, { ...parts.prompts, maxTokens: promptRoom(limits.maxTokens, left) })
  if (context.calibrated(prompt.tokens) + outputReserve > left)
    return yield* exhausted(context, prompt.tokens, left)
  if (prompt.truncation) yield truncated(context, prompt.truncation)
  try {
    const called = yield* callModel(context, prompt, (said, call) =>
      gateSaid(context, said, call, last ? new Map() : parts.toolset),
    )
    if (!called.ok) return called.outcome
    return hollow(called.parts, called.finish)
  } catch (error) {
    if (error instanceof RecordRefused && error.refusal.reason === 'not-active') return undefined
    throw error
  }
}

function gateSaid(
  context: RunContext,
  parts: readonly ModelPart[],
  call: number,
  tools: Toolset,
): readonly EventDraft[] {
  const calls = parts.flatMap((part) => (part.type === 'call' ? [part] : []))
  return calls.length === 0 ? [] : gate(context, call, calls, tools)
}

/** From 80 % of the budget on, the prompt may take no more than leaves room for two more calls. */
function promptRoom(maxTokens: number, left: number): number {
  return left > maxTokens * 0.2 ? left : Math.floor(left / 2)
}

const hollowWhy: { readonly [Reason in Finish]?: string } = {
  length: 'the output limit was reached before any answer',
  'content-filter': 'the provider filtered the answer',
  interrupted: 'the stream ended without its end mark',
  error: 'the provider reported an error',
}

/** A turn that says and asks nothing is no success: the run fails with the reason. */
function hollow(parts: readonly ModelPart[], finish: Finish): RunOutcome | undefined {
  if (parts.some((part) => part.type === 'call')) return undefined
  const text = textOf(parts)
  if (finish === 'content-filter')
    return {
      status: 'failed',
      error: { code: 'content_filter', message: 'the provider filtered the answer' },
      answer: text,
    }
  if (text !== '') return undefined
  const why =
    hollowWhy[finish] ?? (parts.length > 0 ? 'the model thought but said nothing' : 'the model said nothing')
  return { status: 'failed', error: { code: 'empty', message: `no answer: ${why}` } }
}

function judge(context: RunContext, turn: LastTurn): RunOutcome {
  const answer = textOf(turn.entry.parts)
  if (answer === '')
    return { status: 'failed', error: { code: 'empty', message: 'no answer: the model said nothing' } }
  const schema = context.view.tasks.get(context.taskId)?.expectedOutput
  if (schema === undefined) return { status: 'done', answer }
  const structured = structuredIn(answer)
  return structured === undefined ? { status: 'done', answer } : { status: 'done', answer, structured }
}

/** The JSON an answer is or ends with, when a structured conclusion was asked for. */
function structuredIn(answer: string): EventJson | undefined {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/u.exec(answer)?.[1] ?? answer
  try {
    return JSON.parse(fenced) as EventJson
  } catch {
    // Prose is a fine answer too: the caller sees that there is no structured part.
    return undefined
  }
}
type EventJson = Extract<RunOutcome, { status: 'done' }>['structured']

function tooManyTurns(context: RunContext): RunOutcome {
  const { maxTurns } = context.agent.limits
  const message = `${context.agent.id} took ${maxTurns} turns without an answer; give it a smaller task or more turns`
  return { status: 'failed', error: { code: 'max_turns', message } }
}

async function* exhausted(
  context: RunContext,
  needed: number,
  left: number,
): AsyncGenerator<AgentEvent, RunOutcome> {
  const { runId, taskId, agent } = context
  const used = spent(context)
  const message = `${agent.id} has used ${used} of ${agent.limits.maxTokens} tokens; the next call needs about ${needed} and ${Math.max(0, left)} are left`
  const payload = { taskId, runId, limit: agent.limits.maxTokens, used, wanted: needed }
  yield {
    kind: 'record',
    drafts: [{ type: 'budget.exhausted', ...placeOf(context), reason: message, payload }],
  }
  return { status: 'failed', error: { code: 'budget', message }, budgetExhausted: true }
}

function truncated(
  context: RunContext,
  { droppedTokens, keptIds }: { droppedTokens: number; keptIds: readonly string[] },
): AgentEvent {
  const payload = { runId: context.runId, droppedTokens, keptIds }
  return { kind: 'record', drafts: [{ type: 'budget.truncated', ...placeOf(context), payload }] }
}

/** Puts the user's own sequence into the log: as a plan to see, and as the calls it will make. */
function planned(context: RunContext, steps: NonNullable<RunContext['plan']>): AgentEvent {
  const withIds = steps.map((step) => ({ ...step, callId: context.newId('call') }))
  const place = placeOf(context)
  const round = context.view.tasks.get(context.taskId)?.round ?? 1
  return {
    kind: 'record',
    drafts: [
      {
        type: 'message.posted',
        ...place,
        visibility: 'user',
        reason: 'the user asked for this order',
        payload: {
          messageId: context.newId('message'),
          agentId: context.agent.id,
          role: 'agent',
          contentType: 'plan_preview',
          payload: {
            steps: steps.map(({ agentId, goal }, index) => ({
              title: goal,
              assignee: agentId,
              dependsOn: index === 0 ? [] : [index],
            })),
          },
          visibility: 'user',
          references: [],
          round,
        },
      },
      { type: 'plan.decided', ...place, payload: { runId: context.runId, by: 'user', steps: withIds } },
    ],
  }
}
