import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fold } from '#protocol'
import { given, placed } from '../../src/testing/given.ts'
import {
  cancelled,
  draft,
  finished,
  opened,
  planner,
  requested,
  reserved,
  scene,
  started,
  subtask,
  system,
  taskResult,
  usage,
  working,
} from './scene.ts'

const post = (stage: ReturnType<typeof scene>, text = 'And on Sunday?') => ({
  type: 'post' as const,
  messageId: stage.id('message'),
  taskId: stage.id('task'),
  text,
  assignee: planner,
  named: true,
})

describe('a post', () => {
  test('is a message of the user and a request with the next round', () => {
    const stage = opened()
    const drafts = given(stage.events).when(post(stage)).thenEvents('message.posted', 'task.created')
    assert.deepEqual(
      drafts.map((one) => one.type === 'task.created' && [one.payload.round, one.payload.depth]),
      [false, [2, 0]],
    )
  })
  test('without words is refused', () => {
    const stage = opened()
    for (const text of ['', '  \n\t ']) given(stage.events).when(post(stage, text)).thenRefused('invalid')
  })
  test('is taken while paused and refused once the session completes or is closed', () => {
    const stage = opened()
    stage.do({ type: 'pause' })
    given(stage.events).when(post(stage)).thenEvents('message.posted', 'task.created')
    stage.do({ type: 'complete' })
    given(stage.events).when(post(stage)).thenRefused('not-active')
    stage.do({ type: 'close' })
    given(stage.events).when(post(stage)).thenRefused('not-active')
    stage.do({ type: 'reopen' })
    given(stage.events).when(post(stage)).thenEvents('message.posted', 'task.created')
  })
  test('with an id that is in the log is refused', () => {
    const stage = opened()
    const again = post(stage)
    stage.do(again)
    given(stage.events).when(again).thenRefused('exists')
  })
})

describe('a paused session', () => {
  test('begins no model call and no tool, and takes every outcome', () => {
    const stage = working()
    const { runId } = stage.run
    const callId = stage.id('call')
    const waitingCall = stage.id('call')
    stage.record(
      draft('model.requested', { runId, call: 1, attempt: 1, model: 'm', estimate: 5, reserve: 0 }),
      requested(runId, callId),
      requested(runId, waitingCall),
      draft('tool.started', { runId, callId }),
    )
    stage.do({ type: 'pause' })
    const paused = given(stage.events)
    const begin = [
      draft('model.requested', { runId, call: 2, attempt: 1, model: 'm', estimate: 5, reserve: 0 }),
      draft('tool.started', { runId, callId: waitingCall }),
    ]
    for (const start of begin) paused.when({ type: 'record', drafts: [start] }).thenRefused('not-active')
    const next = stage.id('call')
    stage.record(
      draft('model.completed', {
        ...{ runId, call: 1, attempt: 1, model: 'm', finish: 'tool-calls', usage, latencyMs: 1 },
        parts: [{ type: 'call', callId: next, tool: 'pay', argumentsText: '{}' }],
      }),
      draft('budget.settled', { taskId: stage.root, runId, reserved: 0, tokens: 17 }),
      requested(runId, next),
      draft('tool.completed', { runId, callId, result: { text: 'paid' }, latencyMs: 1 }),
    )
    stage.do({ type: 'resume' })
    stage.record(draft('tool.started', { runId, callId: next }))
  })
  test('writes down a delegation under way, and begins neither it nor a new request', () => {
    const stage = working()
    stage.do({ type: 'pause' })
    const child = { taskId: stage.id('task'), runId: stage.id('run') }
    stage.record(subtask({ ...child, parentTaskId: stage.root }), reserved(child))
    const second = post(stage)
    stage.do(second)
    const paused = given(stage.events)
    const runId = stage.id('run')
    for (const start of [
      started(child),
      draft('task.started', child),
      reserved({ runId, taskId: second.taskId }),
    ])
      paused.when({ type: 'record', drafts: [start] }).thenRefused('not-active')
  })
})

describe('a completing session', () => {
  test('begins no new request and lets work that is under way go on, delegate and end', () => {
    const stage = working()
    const second = post(stage)
    stage.do(second)
    const early = { runId: stage.id('run'), taskId: second.taskId }
    stage.record(reserved(early))
    stage.do({ type: 'complete' })
    const completing = given(stage.events)
    const third = { taskId: stage.id('task'), runId: stage.id('run') }
    const root = draft('task.created', {
      ...{
        taskId: third.taskId,
        goal: 'More',
        assignees: [planner],
        round: 3,
        depth: 0,
        labels: [],
        dependsOn: [],
      },
    })
    for (const start of [started(early), draft('task.started', early), root])
      completing.when({ type: 'record', drafts: [start] }).thenRefused('not-active')
    const child = { taskId: stage.id('task'), runId: stage.id('run') }
    stage.record(subtask({ ...child, parentTaskId: stage.root }), reserved(child))
    stage.record(started(child), draft('task.started', child))
    completing.when({ type: 'close' }).thenRefused('illegal-move')
    stage.do({ type: 'stop', target: { kind: 'session' } })
    stage.do({ type: 'close' })
    assert.ok(stage.view.session?.closedAt)
  })
  test('does not start a request again that was retried into it', () => {
    const stage = working()
    stage.record(cancelled(stage.run), draft('task.cancelled', { taskId: stage.root }))
    stage.do({ type: 'complete' })
    given(stage.events).when({ type: 'retry', taskId: stage.root }).thenRefused('not-active')
  })
})

describe('a task', () => {
  test('has one live run, and ends after it', () => {
    const stage = working()
    const second = reserved({ runId: stage.id('run'), taskId: stage.root })
    const end = draft('task.completed', { taskId: stage.root, result: taskResult })
    given(stage.events)
      .when({ type: 'record', drafts: [second] })
      .thenRefused('exists')
    given(stage.events)
      .when({ type: 'record', drafts: [end] })
      .thenRefused('illegal-move')
    given(stage.events)
      .when({ type: 'record', drafts: [finished(stage.run), end] })
      .thenEvents('run.completed', 'task.completed')
  })
  test('has a parent that is there', () => {
    const stage = working()
    const taskId = stage.id('task')
    for (const parentTaskId of [taskId, stage.id('task')])
      given(stage.events)
        .when({ type: 'record', drafts: [subtask({ taskId, parentTaskId })] })
        .thenRefused('unknown')
  })
  test('whose parent was lost is shown at the top, and no circle can be made', () => {
    const stage = opened()
    const [one, two] = [stage.id('task'), stage.id('task')]
    const [first] = stage.events
    assert.ok(first)
    const circle = [subtask({ taskId: one, parentTaskId: two }), subtask({ taskId: two, parentTaskId: one })]
    const more = placed(circle, { sessionId: first.sessionId, after: stage.view.seq })
    for (const event of more) fold(stage.view, event)
    assert.deepEqual(stage.view.roots, [stage.root, one])
    assert.equal(stage.view.tasks.get(two)?.parentTaskId, one)
    stage.do({ type: 'stop', target: { kind: 'session' } })
  })
})

describe('a session', () => {
  test('is created once and renamed only when it is there', () => {
    const stage = scene()
    const create = { type: 'create', payload: { title: 'A', teamId: 't', ownerId: 'ana' } } as const
    given([]).when({ type: 'rename', title: 'B' }).thenRefused('unknown')
    stage.do(create)
    given(stage.events).when(create).thenRefused('exists')
    given(stage.events).when({ type: 'rename', title: 'B' }).thenEvents('session.renamed')
  })
  test('does not take an event of a type nobody could read, not even an inherited name', () => {
    const stage = opened()
    for (const type of ['task.exploded', 'constructor', '__proto__'])
      given(stage.events)
        .when({ type: 'record', drafts: [{ type, actor: system, payload: {} } as never] })
        .thenRefused('invalid')
  })
})
