import type { AgentId, MessageId, RunId, TaskId } from './ids.ts'
import {
  type Approval,
  isShownToUser,
  type Message,
  noUsage,
  type Question,
  type RunConversation,
  type Task,
  type ToolCall,
  type UsageTotal,
  type View,
} from './view.ts'

/** A task with what is below it. */
export interface TaskNode {
  readonly task: Task
  readonly children: readonly TaskNode[]
}

/** The requests of a session with their subtasks, in the order they were opened. */
export function taskTree(view: View): readonly TaskNode[] {
  return view.roots.flatMap((taskId) => nodeOf(view, taskId) ?? [])
}

function nodeOf(view: View, taskId: TaskId): TaskNode | undefined {
  const task = view.tasks.get(taskId)
  if (!task) return undefined
  return { task, children: task.children.flatMap((child) => nodeOf(view, child) ?? []) }
}

/** What a person reads, in order: never what agents say to each other. */
export function visibleStream(view: View): readonly Message[] {
  return [...view.messages.values()].filter(isShownToUser)
}

/** What waits for a person. */
export interface Holds {
  readonly approvals: readonly Approval[]
  readonly questions: readonly Question[]
}

/** Open approvals and questions, oldest first. */
export function openHolds(view: View): Holds {
  const approvals: Approval[] = []
  const questions: Question[] = []
  for (const id of view.openHolds) {
    const approval = view.approvals.get(id as Approval['approvalId'])
    const question = view.questions.get(id as Question['questionId'])
    if (approval) approvals.push(approval)
    if (question) questions.push(question)
  }
  return { approvals, questions }
}

/**
 * An agent's own session: its runs in order, each with the entries it added. An attempt that a later one replaced is
 * left out, as is a run that ended without success unless it is the latest.
 */
export function conversationOf(view: View, agentId: AgentId): readonly RunConversation[] {
  const runs = view.runsOfAgent.get(agentId) ?? []
  return runs.flatMap((runId, place) => {
    const run = view.runs.get(runId)
    const conversation = view.conversations.get(runId)
    if (!run || !conversation || view.runOfTask.get(run.taskId) !== runId) return []
    const ended = run.status === 'failed' || run.status === 'cancelled'
    return ended && place < runs.length - 1 ? [] : [conversation]
  })
}

/** The calls a run made, in the order it made them. */
export function callsOfRun(view: View, runId: RunId): readonly ToolCall[] {
  const entries = view.conversations.get(runId)?.entries ?? []
  return entries.flatMap((entry) =>
    entry.kind === 'model' || entry.kind === 'plan'
      ? entry.parts.flatMap((part) => (part.type === 'call' ? (view.calls.get(part.callId) ?? []) : []))
      : [],
  )
}

/** Tokens a task spent itself, and with everything below it. */
export function usageOfTree(
  view: View,
  taskId: TaskId,
): { readonly own: UsageTotal; readonly tree: UsageTotal } {
  const own = usageOfTask(view).get(taskId) ?? noUsage
  const all = usageOfTask(view)
  const below = (id: TaskId): UsageTotal =>
    (view.tasks.get(id)?.children ?? []).reduce(
      (sum, child) => plus(sum, below(child)),
      all.get(id) ?? noUsage,
    )
  return { own, tree: below(taskId) }
}

/** Attempts that were replaced count too: their tokens were spent. */
function usageOfTask(view: View): ReadonlyMap<TaskId, UsageTotal> {
  const totals = new Map<TaskId, UsageTotal>()
  for (const run of view.runs.values())
    totals.set(run.taskId, plus(totals.get(run.taskId) ?? noUsage, run.usage))
  return totals
}

function plus(one: UsageTotal, other: UsageTotal): UsageTotal {
  return {
    input: one.input + other.input,
    cached: one.cached + other.cached,
    output: one.output + other.output,
    calls: one.calls + other.calls,
    estimated: one.estimated + other.estimated,
  }
}

/** How an answer came about, for the line "how this was done". */
export interface HowItWasDone {
  readonly task: Task
  readonly agents: readonly AgentId[]
  readonly calls: readonly ToolCall[]
  /** Where the data comes from, as the tools said. */
  readonly sources: readonly string[]
}

/** Everything that was done for the task of a message. */
export function howItWasDone(view: View, messageId: MessageId): HowItWasDone | undefined {
  const taskId = view.messages.get(messageId)?.taskId
  const task = taskId && view.tasks.get(taskId)
  if (!task) return undefined
  const tasks = subtree(view, task.taskId)
  const runs = tasks.flatMap((id) => view.runOfTask.get(id) ?? [])
  const calls = runs.flatMap((runId) => callsOfRun(view, runId))
  const sources = calls
    .flatMap((call) => call.result?.source ?? [])
    .filter((source) => !source.startsWith('msg_'))
  const agents = runs.flatMap((runId) => view.runs.get(runId)?.agentId ?? [])
  return { task, agents: [...new Set(agents)], calls, sources: [...new Set(sources)] }
}

function subtree(view: View, taskId: TaskId): TaskId[] {
  return [taskId, ...(view.tasks.get(taskId)?.children ?? []).flatMap((child) => subtree(view, child))]
}
