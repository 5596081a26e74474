import { type Actor, type Command, composeId, type EventDraft, type IdKind, type IdOf } from '#protocol'
import {
  asked,
  cancelled,
  draft,
  failedRun,
  finished,
  hold,
  opened,
  planner,
  requested,
  reserved,
  resumed,
  type Scene,
  started,
  subtask,
  system,
  taskResult,
  usage,
  user,
  waiting,
  waitingFor,
} from './scene.ts'

/** Picks an entity by a number, so that a list of numbers is a whole session. */
interface Picked {
  readonly stage: Scene
  readonly task: IdOf['task']
  readonly run: { readonly runId: IdOf['run']; readonly taskId: IdOf['task'] }
  readonly call: IdOf['call']
  readonly callRun: IdOf['run']
  readonly approval: IdOf['approval']
  readonly question: IdOf['question']
  readonly root: IdOf['task']
}

type Step = (picked: Picked) => Command
const facts =
  (make: (picked: Picked) => readonly EventDraft[]): Step =>
  (picked) => ({ type: 'record', drafts: make(picked) })
const model = { attempt: 1, model: 'm' } as const
const error = { code: 'test', message: 'it failed' }

/** Everything that can be done to a session. What is not possible where it is tried is refused and changes nothing. */
const steps: readonly Step[] = [
  ({ stage }) => ({
    type: 'post',
    messageId: stage.id('message'),
    taskId: stage.id('task'),
    text: '还有周日呢？',
    assignee: planner,
    named: true,
    maxTokens: 100,
  }),
  facts(({ stage, task }) => [subtask({ taskId: stage.id('task'), parentTaskId: task })]),
  facts(({ stage, task }) => {
    const ids = { taskId: stage.id('task'), runId: stage.id('run') }
    return [
      subtask({ ...ids, parentTaskId: task, dependsOn: [task] }),
      reserved(ids),
      started(ids),
      draft('task.started', ids),
    ]
  }),
  facts(({ stage, task }) => {
    const ids = { taskId: task, runId: stage.id('run'), attempt: stage.view.tasks.get(task)?.attempt ?? 1 }
    return [reserved(ids), started(ids), draft('task.started', { taskId: task })]
  }),
  facts(({ stage, task }) => [reserved({ taskId: task, runId: stage.id('run') })]),
  facts(({ run }) => [started(run)]),
  facts(({ run }) => [waiting(run), draft('task.waiting', { taskId: run.taskId, waitingFor })]),
  facts(({ run }) => [resumed(run), draft('task.resumed', { taskId: run.taskId })]),
  facts(({ run }) => [finished(run), draft('task.completed', { taskId: run.taskId, result: taskResult })]),
  facts(({ run }) => [failedRun(run), draft('task.failed', { taskId: run.taskId, error })]),
  facts(({ run }) => [cancelled(run)]),
  facts(({ run, root }) => [
    draft('budget.reserved', { taskId: root, runId: run.runId, tokens: 30 }),
    draft('model.requested', { runId: run.runId, call: 1, ...model, estimate: 20, reserve: 30 }),
  ]),
  facts(({ stage, run, root }) => {
    const callId = stage.id('call')
    const parts = [{ type: 'call', callId, tool: 'pay', argumentsText: '{"amount":100}' }] as const
    const turn = {
      runId: run.runId,
      call: 1,
      ...model,
      parts,
      finish: 'tool-calls',
      usage,
      latencyMs: 3,
    } as const
    return [
      draft('model.completed', turn),
      draft('budget.settled', { taskId: root, runId: run.runId, reserved: 30, tokens: 12 }),
      requested(run.runId, callId),
    ]
  }),
  facts(({ run }) => [draft('model.failed', { runId: run.runId, call: 1, ...model, error, usage })]),
  facts(({ callRun, call }) => [draft('tool.started', { runId: callRun, callId: call })]),
  facts(({ callRun, call }) => [
    draft('tool.completed', {
      runId: callRun,
      callId: call,
      result: { text: 'paid', source: 'bank' },
      latencyMs: 1,
    }),
  ]),
  facts(({ callRun, call }) => [draft('tool.failed', { runId: callRun, callId: call, error, latencyMs: 1 })]),
  facts(({ callRun, call }) => [draft('tool.unknown', { runId: callRun, callId: call })]),
  facts(({ callRun, call }) => [
    draft('tool.refused', { runId: callRun, callId: call, tool: 'pay', turn: 1, error }),
  ]),
  facts(({ stage, callRun, call }) => [
    hold({ approvalId: stage.id('approval'), callId: call, runId: callRun }),
  ]),
  facts(({ stage, run }) => [asked(stage.id('question'), { taskId: run.taskId })]),
  ({ approval }) => ({ type: 'decide', approvalId: approval, decision: 'grant' }),
  ({ approval }) => ({ type: 'decide', approvalId: approval, decision: 'deny' }),
  ({ question }) => ({ type: 'answer', questionId: question, answer: 'Sunday' }),
  facts(({ question }) => [draft('question.expired', { questionId: question })]),
  ({ task }) => ({ type: 'stop', target: { kind: 'task', taskId: task } }),
  ({ run }) => ({ type: 'stop', target: { kind: 'run', runId: run.runId } }),
  ({ task }) => ({ type: 'retry', taskId: task, instruction: 'again' }),
  () => ({ type: 'pause' }),
  () => ({ type: 'resume' }),
  () => ({ type: 'complete' }),
  () => ({ type: 'close' }),
  () => ({ type: 'reopen' }),
  ({ root }) => ({ type: 'record', drafts: [draft('budget.raised', { taskId: root, maxTokens: 200 })] }),
]

/** The entity a number picks; now and then one that is not there. */
function pickFrom<Kind extends IdKind>(kind: Kind, ids: Iterable<IdOf[Kind]>, number: number): IdOf[Kind] {
  const all = [...ids]
  return all[number % (all.length + 1)] ?? nobody(kind)
}

const nobody = <Kind extends IdKind>(kind: Kind): IdOf[Kind] => composeId(kind, 2 ** 47, new Uint8Array(10))

function rootAbove({ view }: Scene, task: IdOf['task']): IdOf['task'] {
  let root = task
  for (let next = view.tasks.get(root)?.parentTaskId; next; next = view.tasks.get(root)?.parentTaskId)
    root = next
  return root
}

/** Takes one step; `choice` says which, `target` to whom. Gives back whether it was accepted. */
export function step(stage: Scene, choice: number, target: number): boolean {
  const { view } = stage
  const runId = pickFrom('run', view.runs.keys(), target)
  const taskId = view.runs.get(runId)?.taskId ?? nobody('task')
  const call = pickFrom('call', view.calls.keys(), target)
  const picked: Picked = {
    stage,
    task: pickFrom('task', view.tasks.keys(), target),
    run: { runId, taskId },
    call,
    callRun: view.calls.get(call)?.runId ?? nobody('run'),
    approval: pickFrom('approval', view.approvals.keys(), target),
    question: pickFrom('question', view.questions.keys(), target),
    root: rootAbove(stage, taskId),
  }
  const command = steps[choice % steps.length]?.(picked)
  const actor: Actor = command?.type === 'record' ? system : user
  return command !== undefined && stage.try(command, actor).ok
}

export const stepCount = steps.length

/** A session that keeps every rule, made of numbers. */
export function walked(numbers: readonly (readonly [number, number])[]): Scene {
  const stage = opened(100)
  for (const [choice, target] of numbers) step(stage, choice, target)
  return stage
}
