import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { given } from '../../src/testing/given.ts'
import { draft, finished, reserved, started, subtask, taskResult, working } from './scene.ts'

describe('a retry', () => {
  /** A request that is done, with two finished parts, the second made with the first. */
  const done = () => {
    const stage = working()
    const parts = [0, 1].map(() => ({ taskId: stage.id('task'), runId: stage.id('run') }))
    const [first, second] = parts
    assert.ok(first && second)
    const finish = (ids: typeof first) =>
      stage.record(finished(ids), draft('task.completed', { taskId: ids.taskId, result: taskResult }))
    for (const [part, dependsOn] of [
      [first, []],
      [second, [first.taskId]],
    ] as const) {
      stage.record(subtask({ ...part, parentTaskId: stage.root, dependsOn }), reserved(part))
      stage.record(started(part), draft('task.started', { taskId: part.taskId }))
      finish(part)
    }
    finish(stage.run)
    return { ...stage, first, second }
  }

  test('runs one part again and marks stale what was made with its result', () => {
    const stage = done()
    stage.do({ type: 'retry', taskId: stage.first.taskId, instruction: 'By train' })
    const { tasks } = stage.view
    assert.equal(tasks.get(stage.first.taskId)?.attempt, 2)
    assert.equal(tasks.get(stage.first.taskId)?.instruction, 'By train')
    assert.equal(tasks.get(stage.first.taskId)?.result, undefined)
    assert.equal(tasks.get(stage.second.taskId)?.stale, stage.first.taskId)
    assert.equal(tasks.get(stage.root)?.stale, stage.first.taskId)
    assert.equal(tasks.get(stage.second.taskId)?.status, 'done')
  })
  test('of a part may run below a request that has ended, and delegate there', () => {
    const stage = done()
    const again = { runId: stage.id('run'), taskId: stage.first.taskId, attempt: 2 }
    given(stage.events)
      .when({ type: 'record', drafts: [reserved(again)] })
      .thenRefused('ancestor-ended')
    stage.do({ type: 'retry', taskId: stage.first.taskId })
    stage.record(reserved(again), started(again), draft('task.started', { taskId: again.taskId }))
    const deeper = { taskId: stage.id('task'), runId: stage.id('run') }
    stage.record(subtask({ ...deeper, parentTaskId: again.taskId, depth: 2 }), reserved(deeper))
    stage.record(started(deeper))
  })
  test('does not bring back a part of a request that was stopped', () => {
    const stage = working()
    const part = { taskId: stage.id('task'), runId: stage.id('run') }
    stage.record(subtask({ ...part, parentTaskId: stage.root }), reserved(part))
    stage.do({ type: 'stop', target: { kind: 'session' } })
    given(stage.events).when({ type: 'retry', taskId: part.taskId }).thenRefused('ancestor-ended')
    stage.do({ type: 'retry', taskId: stage.root })
    given(stage.events).when({ type: 'retry', taskId: part.taskId }).thenEvents('task.retried')
  })
  test('of a task that has not ended, or is not there, is refused', () => {
    const stage = working()
    given(stage.events).when({ type: 'retry', taskId: stage.root }).thenRefused('illegal-move')
    given(stage.events)
      .when({ type: 'retry', taskId: stage.id('task') })
      .thenRefused('unknown')
  })
})
