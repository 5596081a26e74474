import { below } from './decide/stop.ts'
import { type AgentId, isOurs, type MessageId, type RunId, type TaskId } from './ids.ts'
import { isFinal } from './states.ts'
import {
  type Approval,
  isShownToUser,
  type Message,
  noUsage,
  type Question,
  type Run,
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

/** The requests of a session with their subtasks, in the order they were opened. Any depth. */
export function taskTree(view: View): readonly TaskNode[] {
  const top: TaskNode[] = []
  const lists = new Map<TaskId, TaskNode[]>()
  // A parent was opened before its children, so its node is there when they come.
  for (const task of view.tasks.values()) {
    const children: TaskNode[] = []
    lists.set(task.taskId, children)
    const siblings = (task.parentTaskId && lists.get(task.parentTaskId)) || top
    siblings.push({ task, children })
  }
  return top
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

/** Runs that have not ended, in the order they were reserved. */
export function liveRuns(view: View): readonly Run[] {
  return [...view.liveRuns].flatMap((runId) => view.runs.get(runId) ?? [])
}

/** One user turn and all that followed from it. */
export interface Round {
  readonly round: number
  readonly messages: readonly Message[]
  /** The requests it opened. */
  readonly tasks: readonly Task[]
  /** Whether everything it opened has ended. */
  readonly isOver: boolean
}

/** The rounds of a session, oldest first, each with what a person reads of it. */
export function roundsOf(view: View): readonly Round[] {
  const rounds = new Map<number, { messages: Message[]; tasks: Task[] }>()
  const at = (round: number): { messages: Message[]; tasks: Task[] } => {
    const known = rounds.get(round) ?? { messages: [], tasks: [] }
    rounds.set(round, known)
    return known
  }
  for (const message of visibleStream(view)) at(message.round).messages.push(message)
  for (const taskId of view.roots) {
    const task = view.tasks.get(taskId)
    if (task) at(task.round).tasks.push(task)
  }
  return [...rounds]
    .sort(([one], [other]) => one - other)
    .map(([round, { messages, tasks }]) => ({
      round,
      messages,
      tasks,
      isOver: tasks.every(({ status }) => isFinal(status)),
    }))
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

/** Tokens a task spent itself, and with everything below it. Attempts that were replaced count: they were spent. */
export function usageOfTree(
  view: View,
  taskId: TaskId,
): { readonly own: UsageTotal; readonly tree: UsageTotal } {
  const tasks = new Set(below(view, taskId))
  let own = noUsage
  let tree = noUsage
  for (const run of view.runs.values()) {
    if (!tasks.has(run.taskId)) continue
    tree = plus(tree, run.usage)
    if (run.taskId === taskId) own = plus(own, run.usage)
  }
  return { own, tree }
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

/** Everything that was done for the task of a message, by the attempts that count. */
export function howItWasDone(view: View, messageId: MessageId): HowItWasDone | undefined {
  const taskId = view.messages.get(messageId)?.taskId
  const task = taskId && view.tasks.get(taskId)
  if (!task) return undefined
  const runs = below(view, task.taskId).flatMap((id) => view.runOfTask.get(id) ?? [])
  const calls = runs.flatMap((runId) => callsOfRun(view, runId))
  const named = calls.flatMap(({ result }) => [
    result?.source,
    ...(result?.facts ?? []).map((fact) => fact.source),
  ])
  const sources = named.filter((source) => source !== undefined && !isOurs(source)) as string[]
  const agents = runs.flatMap((runId) => view.runs.get(runId)?.agentId ?? [])
  return { task, agents: [...new Set(agents)], calls, sources: [...new Set(sources)] }
}
