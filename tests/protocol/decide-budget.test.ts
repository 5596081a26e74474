import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Actor, TaskId } from '#protocol'
import { given } from '../../src/testing/given.ts'
import { draft, planner, reserved, started, subtask, working } from './scene.ts'

const agent: Actor = { kind: 'agent', id: planner }

describe('a budget', () => {
  const child = (stage: ReturnType<typeof working>) => {
    const ids = { taskId: stage.id('task'), runId: stage.id('run') }
    stage.record(subtask({ ...ids, parentTaskId: stage.root }), reserved(ids), started(ids))
    return ids
  }
  const spent = () => {
    const stage = working(1_000)
    stage.record(
      draft('budget.settled', { taskId: stage.root, runId: stage.run.runId, reserved: 0, tokens: 990 }),
    )
    return { ...stage, children: Array.from({ length: 5 }, () => child(stage)) }
  }
  const wants = (root: TaskId, runId: ReturnType<typeof child>['runId'], tokens: number) =>
    draft('budget.reserved', { taskId: root, runId, tokens })

  test('with 10 of 1,000 left takes none of five reservations of 100, one by one or in one batch (B37)', () => {
    const stage = spent()
    const all = stage.children.map(({ runId }) => wants(stage.root, runId, 100))
    for (const one of all)
      given(stage.events)
        .when({ type: 'record', drafts: [one] })
        .thenRefused('budget')
    given(stage.events).when({ type: 'record', drafts: all }).thenRefused('budget')
    assert.deepEqual(stage.view.ledgers.get(stage.root), { reserved: 0, used: 990, limit: 1_000 })
  })
  test('is not overrun by reservations of one batch that each fit alone', () => {
    const stage = spent()
    const all = stage.children.map(({ runId }) => wants(stage.root, runId, 4))
    given(stage.events)
      .when({ type: 'record', drafts: all.slice(0, 2) })
      .thenEvents('budget.reserved', 'budget.reserved')
    given(stage.events).when({ type: 'record', drafts: all }).thenRefused('budget')
  })
  test('counts what the same batch gives back and adds', () => {
    const stage = spent()
    const [first, second] = stage.children
    assert.ok(first && second)
    stage.record(wants(stage.root, first.runId, 10))
    const back = draft('budget.settled', { taskId: stage.root, runId: first.runId, reserved: 10, tokens: 2 })
    const drafts = [back, wants(stage.root, second.runId, 8)]
    given(stage.events).when({ type: 'record', drafts }).thenEvents('budget.settled', 'budget.reserved')
    given(stage.events)
      .when({ type: 'record', drafts: [back, wants(stage.root, second.runId, 9)] })
      .thenRefused('budget')
    const raise = draft('budget.raised', { taskId: stage.root, maxTokens: 1_100 })
    given(stage.events)
      .when({ type: 'record', drafts: [raise, wants(stage.root, second.runId, 100)] })
      .thenEvents('budget.raised', 'budget.reserved')
  })
  test("is the root's: a run cannot spend from a ledger of its own, or raise it", () => {
    const stage = spent()
    const [first] = stage.children
    assert.ok(first)
    const own = wants(first.taskId, first.runId, 100)
    given(stage.events)
      .when({ type: 'record', drafts: [own] })
      .thenRefused('invalid')
    const more = draft('budget.raised', { taskId: stage.root, maxTokens: 9_999 }, { actor: agent })
    given(stage.events)
      .when({ type: 'record', drafts: [more] })
      .thenRefused('not-allowed')
  })
})
