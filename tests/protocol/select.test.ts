import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  callsOfRun,
  conversationOf,
  fold,
  howItWasDone,
  liveRuns,
  openHolds,
  roundsOf,
  type TaskNode,
  taskTree,
  usageOfTree,
  visibleStream,
} from '#protocol'
import { placed } from '../../src/testing/given.ts'
import {
  asked,
  cancelled,
  draft,
  failedRun,
  hold,
  opened,
  planner,
  requested,
  reserved,
  started,
  subtask,
  working,
} from './scene.ts'
import { story, weather } from './story.ts'

test('the tree of tasks nests them as they were given, at any depth', () => {
  const stage = opened()
  const chain = [stage.root]
  const [first] = stage.events
  assert.ok(first)
  const drafts = Array.from({ length: 20_000 }, () => {
    const parentTaskId = chain.at(-1) ?? stage.root
    const taskId = stage.id('task')
    chain.push(taskId)
    return subtask({ taskId, parentTaskId })
  })
  for (const event of placed(drafts, { sessionId: first.sessionId, after: stage.view.seq }))
    fold(stage.view, event)
  let depth = 0
  for (
    let level: readonly TaskNode[] = taskTree(stage.view);
    level.length > 0;
    level = level[0]?.children ?? []
  ) {
    assert.equal(level[0]?.task.taskId, chain[depth])
    depth += 1
  }
  assert.equal(depth, 20_001)
  assert.deepEqual(usageOfTree(stage.view, stage.root).tree.calls, 0)
  stage.do({ type: 'stop', target: { kind: 'session' } })
  assert.equal(stage.view.liveTasks.size, 0)
})

test('a person reads what is said to a person, in order', () => {
  const { view, ids } = story()
  const stream = visibleStream(view).map(({ messageId }) => messageId)
  assert.deepEqual(stream.slice(1), [ids.earlier, ids.answer])
  assert.equal(stream.includes(ids.childAnswer), false)
})

test('how an answer was done: task, agents, calls, and where the data comes from', () => {
  const { view, ids, root } = story()
  const how = howItWasDone(view, ids.answer)
  assert.equal(how?.task.taskId, root)
  assert.deepEqual(how?.agents, [planner, weather])
  assert.deepEqual(
    how?.calls.map(({ callId }) => callId),
    [ids.delegation, ids.lookup],
  )
  assert.deepEqual(how?.sources, ['https://weather.example/2026-01-01'])
  assert.equal(howItWasDone(view, 'msg_nowhere' as never), undefined)
})

test('tokens of a task: its own, and with all below it', () => {
  const { view, ids, root } = story()
  const { own, tree } = usageOfTree(view, root)
  assert.deepEqual([own.calls, tree.calls, usageOfTree(view, ids.child).tree.calls], [2, 4, 2])
  assert.deepEqual([own.input, own.cached, own.output], [20, 4, 10])
  assert.deepEqual([tree.input, tree.cached, tree.output], [40, 8, 20])
})

test('attempts that were replaced are spent, but not part of the conversation', () => {
  const stage = working()
  const first = stage.run
  stage.record(
    failedRun(first),
    draft('task.failed', { taskId: stage.root, error: { code: 'x', message: 'no' } }),
  )
  const conversations = (): unknown[] => conversationOf(stage.view, planner).map(({ runId }) => runId)
  assert.deepEqual(conversations(), [first.runId])
  stage.do({ type: 'retry', taskId: stage.root })
  const second = { runId: stage.id('run'), taskId: stage.root, attempt: 2 }
  stage.record(reserved(second), started(second))
  assert.deepEqual(conversations(), [second.runId])
  const part = { taskId: stage.id('task'), runId: stage.id('run') }
  const last = { taskId: stage.id('task'), runId: stage.id('run') }
  for (const child of [part, last])
    stage.record(subtask({ ...child, parentTaskId: stage.root }), reserved(child), started(child))
  stage.record(cancelled(part), draft('task.cancelled', { taskId: part.taskId }))
  assert.deepEqual(conversations(), [second.runId, last.runId])
  assert.deepEqual(
    liveRuns(stage.view).map(({ runId }) => runId),
    [second.runId, last.runId],
  )
})

test('holds are what waits for a person, oldest first, and go when they are decided', () => {
  const stage = working()
  const { runId } = stage.run
  const ids = { runId, callId: stage.id('call'), approvalId: stage.id('approval') }
  const questionId = stage.id('question')
  stage.record(requested(runId, ids.callId), hold(ids), asked(questionId))
  const { approvals, questions } = openHolds(stage.view)
  assert.deepEqual(
    [approvals.map((one) => one.approvalId), questions.map((one) => one.questionId)],
    [[ids.approvalId], [questionId]],
  )
  stage.do({ type: 'decide', approvalId: ids.approvalId, decision: 'deny' })
  stage.do({ type: 'answer', questionId, answer: 'Sunday' })
  assert.deepEqual(openHolds(stage.view), { approvals: [], questions: [] })
})

test('rounds are what the user said and all that followed', () => {
  const stage = story()
  const taskId = stage.id('task')
  const next = { taskId, text: 'And if it rains?', assignee: planner, named: false }
  stage.do({ type: 'post', messageId: stage.id('message'), ...next })
  const rounds = roundsOf(stage.view)
  assert.deepEqual(
    rounds.map(({ round, messages, tasks, isOver }) => [round, messages.length, tasks.length, isOver]),
    [
      [1, 3, 1, true],
      [2, 1, 1, false],
    ],
  )
})

test('the calls of a run come in the order it made them', () => {
  const { view, top, ids } = story()
  assert.deepEqual(
    callsOfRun(view, top.runId).map(({ callId, status }) => [callId, status]),
    [[ids.delegation, 'completed']],
  )
})
