import { z } from 'zod'
import { type EventDraft, isFinal, type TaskId, type View } from '#protocol'
import { wordings } from '#registry'
import type { AgentEvent, RunContext } from '../agent.ts'
import { injectionsFor } from '../context/choose.ts'
import { checkWith } from '../define-tool.ts'
import { type HandoffVerdict, judgeHandoff, type Wanted } from '../guard/handoff.ts'
import { notDelegated } from '../guard/history.ts'
import { mayDelegate } from '../guard/limits.ts'
import type { LogCall, LogTool } from '../log-tool.ts'
import { deadlineIn, placeOf } from '../loop/place.ts'
import type { AgentSpec } from '../team.ts'
import type { ToolOutcome } from '../tool.ts'
import { electionOf } from './delegate-election.ts'
import { outcomeOf } from './delegate-outcome.ts'

export const delegateInput = z.object({
  task: z.string().min(1).describe("what to do; the user's own words, untouched"),
  contextMessages: z
    .array(z.object({ sourceAgent: z.string(), content: z.string() }))
    .max(20)
    .optional()
    .describe('what other agents said that matters to this task, word for word, oldest first'),
  references: z.array(z.string()).max(50).optional().describe('ids of messages the task rests on'),
  expectedOutput: z
    .record(z.string(), z.json())
    .optional()
    .describe('JSON Schema of the result, when it must be structured'),
  background: z.boolean().optional().describe('go on at once; a report arrives when it is done'),
})
export type DelegateInput = z.infer<typeof delegateInput>
const delegateSchema = z.toJSONSchema(delegateInput) as LogTool['input']

/** The tool by which an agent gives a subtask to another: `delegate_to_<agentId>`. */
export function delegateTool(target: AgentSpec): LogTool {
  const does = wordings(target.description)
  const abilities = target.capabilities
  return {
    name: `delegate_to_${target.id}`,
    description: [
      does,
      ...abilities.map(({ name, description }) => (description ? `${name}: ${wordings(description)}` : name)),
    ].join('\n'),
    keywords: abilities.flatMap(({ keywords }) => keywords),
    examples: abilities.flatMap(({ examples }) => examples),
    input: delegateSchema,
    risk: 'none',
    effect: 'idempotent',
    concurrencySafe: true,
    timeoutMs: 0,
    origin: 'team',
    parks: true,
    check: (value) => checkWith(delegateInput, value),
    perform: (call, context) => perform(call, context, target),
  }
}

async function* perform(
  call: LogCall,
  context: RunContext,
  target: AgentSpec,
): AsyncGenerator<AgentEvent, ToolOutcome> {
  const input = delegateInput.parse(call.input)
  let taskId = childOf(context.view, context.taskId, call)
  if (!taskId) {
    const limit = mayDelegate(context.view, context.taskId, context.team.policy)
    if (limit) return { text: limit, isError: true }
    const verdict = judgeHandoff(context.view, wantedBy(context, { call, input, target }), roster(context))
    if (!verdict.ok) {
      yield { kind: 'record', drafts: [suspicion(context, verdict)] }
      return { text: `${notDelegated} ${verdict.evidence}. ${replan}`, isError: true }
    }
    taskId = context.newId('task')
    yield { kind: 'record', drafts: assignment(context, { call, input, target, taskId }) }
  }
  if (input.background) return { text: JSON.stringify({ agent: target.id, status: 'accepted', taskId }) }
  const child = taskId
  await context.until((view) => isFinal(view.tasks.get(child)?.status ?? 'pending'))
  return outcomeOf(context.view.tasks.get(child), target)
}

const replan =
  'Nothing new came of it: no fact, no file, no change of a task. Plan anew: do it yourself, ask for something else, or answer with what you have'

function wantedBy({ runId, taskId }: RunContext, { call, input, target }: Omit<Assigned, 'taskId'>): Wanted {
  const tool = `delegate_to_${target.id}`
  return { runId, taskId, target: target.id, tool, input: call.input, task: input.task }
}

/** How many agents there are to delegate to. */
function roster({ team }: RunContext): number {
  return team.agents.size - 1
}

function suspicion(
  context: RunContext,
  { evidence, period, repeats }: Extract<HandoffVerdict, { readonly ok: false }>,
): EventDraft {
  const payload = { runId: context.runId, evidence, period, repeats }
  return { type: 'loop.suspected', ...placeOf(context), reason: evidence, payload }
}

/** The subtask this very call opened before the process was cut off. */
function childOf(view: View, parent: TaskId, { callId }: LogCall): TaskId | undefined {
  return view.tasks.get(parent)?.children.find((taskId) => view.tasks.get(taskId)?.callId === callId)
}

interface Assigned {
  readonly call: LogCall
  readonly input: DelegateInput
  readonly target: AgentSpec
  readonly taskId: TaskId
}

/** Everything that opens a subtask, in one append: the task, why this agent, what it is given, and its run. */
function assignment(context: RunContext, { call, input, target, taskId }: Assigned): EventDraft[] {
  const { view } = context
  const parent = view.tasks.get(context.taskId)
  const runId = context.newId('run')
  const place = { ...placeOf(context), taskId }
  const cause = view.calls.get(call.callId)?.startedBy
  const prevEvents = cause ? [cause] : []
  const injected = injectionsFor(context, target, { input, callId: call.callId })
  return [
    {
      type: 'task.created',
      ...place,
      reason: `${context.agent.id} delegated`,
      prevEvents,
      payload: {
        taskId,
        parentTaskId: context.taskId,
        goal: input.task,
        assignees: [target.id],
        round: parent?.round ?? 1,
        depth: (parent?.depth ?? 0) + 1,
        labels: [],
        dependsOn: dependenciesOf(view, injected.messageIds),
        callId: call.callId,
        ...(input.background ? { background: true } : {}),
        ...(input.expectedOutput ? { expectedOutput: input.expectedOutput } : {}),
      },
    },
    {
      type: 'election.decided',
      ...place,
      prevEvents,
      payload: electionOf(context, { target, taskId, task: input.task }, chooserOf(context, call)),
    },
    {
      type: 'run.reserved',
      ...place,
      runId,
      prevEvents,
      payload: {
        runId,
        taskId,
        agentId: target.id,
        attempt: 1,
        path: [...context.path, target.id],
        parentRunId: context.runId,
        maxTokens: target.limits.maxTokens,
        deadline: deadlineIn(context, target.limits.timeoutMs),
      },
    },
    ...(injected.injections.length > 0
      ? [
          {
            type: 'context.injected' as const,
            ...place,
            runId,
            prevEvents: injected.causes,
            payload: { taskId, runId, agentId: target.id, by: injected.by, injections: injected.injections },
          },
        ]
      : []),
  ]
}

/** Who chose the agent: the user for a step of the user's own order, else the model. */
function chooserOf({ view, runId }: RunContext, { callId }: LogCall): 'user' | 'model' {
  const plan = view.runs.get(runId)?.plan
  return plan?.by === 'user' && plan.steps.some((step) => step.callId === callId) ? 'user' : 'model'
}

/** The tasks whose results were handed over: when one is retried, this one is stale. */
function dependenciesOf(view: View, messageIds: readonly string[]): TaskId[] {
  const tasks = messageIds.flatMap((id) => {
    for (const message of view.messages.values()) if (message.messageId === id) return message.taskId ?? []
    return []
  })
  return [...new Set(tasks)]
}
