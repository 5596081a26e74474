import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { given } from '../../src/testing/given.ts'
import { asked, draft, hold, requested, reserved, started, subtask, system, usage, working } from './scene.ts'

/** A tree root → a → b → c with a run at work on each. */
function tree() {
  const stage = working()
  const levels = [{ taskId: stage.root, runId: stage.run.runId }]
  for (let depth = 1; depth <= 3; depth += 1) {
    const parent = levels.at(-1)?.taskId ?? stage.root
    const level = { taskId: stage.id('task'), runId: stage.id('run') }
    stage.record(subtask({ taskId: level.taskId, parentTaskId: parent, depth }), reserved(level))
    stage.record(started(level), draft('task.started', { taskId: level.taskId }))
    levels.push(level)
  }
  return { ...stage, levels }
}

describe('a stop', () => {
  test('ends the whole tree in one batch, the deepest first, with its holds', () => {
    const stage = tree()
    const [top, , , last] = stage.levels
    assert.ok(top && last)
    const ids = { callId: stage.id('call'), approvalId: stage.id('approval') }
    const questionId = stage.id('question')
    stage.record(requested(last.runId, ids.callId), hold({ ...ids, ...last }), asked(questionId, last))
    stage.do({ type: 'stop', target: { kind: 'task', taskId: stage.root } })
    assert.deepEqual([...stage.view.liveTasks, ...stage.view.liveRuns, ...stage.view.openHolds], [])
    assert.equal(stage.view.approvals.get(ids.approvalId)?.status, 'expired')
    assert.equal(stage.view.questions.get(questionId)?.status, 'expired')
    const ended = stage.events.flatMap((event) =>
      event.type === 'task.cancelled' ? [event.payload.taskId] : [],
    )
    assert.deepEqual(ended, stage.levels.map(({ taskId }) => taskId).reverse())
  })
  test('of a part leaves the rest alone, and nothing starts below it afterwards', () => {
    const stage = tree()
    const [, second, third, last] = stage.levels
    assert.ok(second && third && last)
    stage.do({ type: 'stop', target: { kind: 'run', runId: second.runId } })
    assert.equal(stage.view.tasks.get(stage.root)?.status, 'running')
    const below = given(stage.events)
    const runId = stage.id('run')
    const starts = [
      [
        draft('model.requested', {
          runId: last.runId,
          call: 1,
          attempt: 1,
          model: 'm',
          estimate: 1,
          reserve: 1,
        }),
      ],
      [requested(last.runId, stage.id('call'))],
      [subtask({ taskId: stage.id('task'), parentTaskId: last.taskId })],
      [reserved({ runId, taskId: third.taskId })],
      [draft('task.retried', { taskId: last.taskId, attempt: 2 })],
      [
        asked(stage.id('question')),
        draft('budget.reserved', { taskId: stage.root, runId: last.runId, tokens: 1 }),
      ],
    ]
    for (const drafts of starts)
      below.when({ type: 'record', drafts }, { actor: system }).thenRefused('ancestor-ended')
  })
  test('lets outcomes in that arrive late', () => {
    const stage = working()
    const { runId } = stage.run
    const callId = stage.id('call')
    stage.record(
      draft('budget.reserved', { taskId: stage.root, runId, tokens: 7 }),
      draft('model.requested', { runId, call: 1, attempt: 1, model: 'm', estimate: 5, reserve: 7 }),
      requested(runId, callId),
      draft('tool.started', { runId, callId }),
    )
    stage.do({ type: 'stop', target: { kind: 'session' } })
    stage.record(
      draft('model.discarded', { runId, call: 1, attempt: 1, model: 'm', usage }),
      draft('budget.settled', { taskId: stage.root, runId, reserved: 7, tokens: 17 }),
      draft('tool.completed', { runId, callId, result: { text: 'paid' }, latencyMs: 1 }),
    )
    assert.equal(stage.view.runs.get(runId)?.usage.output, 5)
    assert.deepEqual(stage.view.ledgers.get(stage.root), { reserved: 0, used: 17 })
    assert.equal(stage.view.calls.get(callId)?.status, 'completed')
    assert.equal(stage.view.tasks.get(stage.root)?.status, 'cancelled')
  })
  test('of nothing is refused', () => {
    const stage = working()
    stage.do({ type: 'stop', target: { kind: 'session' } })
    given(stage.events)
      .when({ type: 'stop', target: { kind: 'session' } })
      .thenRefused('illegal-move')
    const taskId = stage.id('task')
    given(stage.events)
      .when({ type: 'stop', target: { kind: 'task', taskId } })
      .thenRefused('unknown')
  })
})
