import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Actor } from '#protocol'
import { given } from '../../src/testing/given.ts'
import {
  asked,
  draft,
  hold,
  opened,
  planner,
  requested,
  reserved,
  type scene,
  started,
  subtask,
  system,
  user,
  working,
} from './scene.ts'

const agent: Actor = { kind: 'agent', id: planner }
const tool: Actor = { kind: 'tool', id: 'pay' }

const held = (stage: ReturnType<typeof working>) => {
  const { runId } = stage.run
  const ids = { runId, callId: stage.id('call'), approvalId: stage.id('approval') }
  stage.record(requested(runId, ids.callId), hold({ ...ids, taskId: stage.root }))
  return ids
}

describe('who speaks', () => {
  const said = (stage: ReturnType<typeof scene>, role: 'user' | 'agent', visibility: 'user' | 'internal') =>
    ({
      messageId: stage.id('message'),
      role,
      contentType: 'text',
      payload: { text: 'Approved.' },
      visibility,
      references: [],
      round: 1,
    }) as const

  test('an agent or a tool cannot speak as the user', () => {
    const stage = opened()
    for (const actor of [agent, tool, system]) {
      const forged = draft('message.posted', said(stage, 'user', 'user'), { actor, visibility: 'user' })
      given(stage.events)
        .when({ type: 'record', drafts: [forged] })
        .thenRefused('not-allowed')
    }
  })
  test('a message is as visible as its event says', () => {
    const stage = opened()
    const leaking = draft('message.posted', said(stage, 'agent', 'user'), { actor: agent })
    given(stage.events)
      .when({ type: 'record', drafts: [leaking] })
      .thenRefused('invalid')
  })
  test('one batch cannot hold a message twice', () => {
    const stage = opened()
    const once = draft('message.posted', said(stage, 'agent', 'internal'), { actor: agent })
    given(stage.events)
      .when({ type: 'record', drafts: [once, once] })
      .thenRefused('exists')
  })
})

describe('an approval', () => {
  test('is granted once by a person; later decisions are told who decided', () => {
    const stage = working()
    const { approvalId, callId, runId } = held(stage)
    stage.do({ type: 'decide', approvalId, decision: 'grant', digest: 'sha256-shown' })
    for (const decision of ['grant', 'deny', 'expire'] as const)
      assert.match(
        given(stage.events).when({ type: 'decide', approvalId, decision }).thenRefused('already-decided'),
        /granted by ana/,
      )
    stage.record(draft('tool.started', { runId, callId }))
  })
  test('twice in one batch is refused', () => {
    const stage = working()
    const { approvalId } = held(stage)
    const grant = draft(
      'approval.granted',
      { approvalId, digest: 'sha256-shown', scope: 'once' },
      { actor: user },
    )
    given(stage.events)
      .when({ type: 'record', drafts: [grant, grant] })
      .thenRefused('already-decided')
  })
  test('of something else than was shown is refused', () => {
    const stage = working()
    const { approvalId } = held(stage)
    const command = { type: 'decide', approvalId, decision: 'grant', digest: 'sha256-other' } as const
    given(stage.events).when(command).thenRefused('digest-mismatch')
  })
  test('cannot be decided by an agent or a tool, nor granted by a program', () => {
    const stage = working()
    const { approvalId } = held(stage)
    const grant = { type: 'decide', approvalId, decision: 'grant' } as const
    for (const actor of [agent, tool, system])
      given(stage.events).when(grant, { actor }).thenRefused('not-allowed')
    given(stage.events)
      .when({ ...grant, decision: 'expire' }, { actor: system })
      .thenEvents('approval.expired')
  })
  test('that is open or denied releases nothing', () => {
    const stage = working()
    const { approvalId, callId, runId } = held(stage)
    const start = { type: 'record', drafts: [draft('tool.started', { runId, callId })] } as const
    given(stage.events).when(start).thenRefused('not-approved')
    stage.do({ type: 'decide', approvalId, decision: 'deny' })
    given(stage.events).when(start).thenRefused('not-approved')
  })
  test("of one call does not release another's, and a run cannot start a call of another run", () => {
    const stage = working()
    const first = held(stage)
    const second = held(stage)
    stage.do({ type: 'decide', approvalId: first.approvalId, decision: 'grant' })
    const other = { runId: first.runId, callId: second.callId }
    given(stage.events)
      .when({ type: 'record', drafts: [draft('tool.started', other)] })
      .thenRefused('not-approved')
    const child = { taskId: stage.id('task'), runId: stage.id('run') }
    stage.record(subtask({ ...child, parentTaskId: stage.root }), reserved(child), started(child))
    const stolen = { runId: child.runId, callId: first.callId }
    given(stage.events)
      .when({ type: 'record', drafts: [draft('tool.started', stolen)] })
      .thenRefused('invalid')
  })
})

describe('a question', () => {
  test('is answered by a person, once, with one of its choices', () => {
    const stage = working()
    const questionId = stage.id('question')
    const choices = [{ value: 'sat', label: 'Saturday' }]
    const base = asked(questionId)
    stage.record({ ...base, payload: { ...base.payload, choices } } as typeof base)
    const answer = { type: 'answer', questionId, answer: 'sat' } as const
    given(stage.events).when(answer, { actor: agent }).thenRefused('not-allowed')
    given(stage.events)
      .when({ ...answer, answer: 'mon' })
      .thenRefused('invalid')
    stage.do(answer)
    given(stage.events).when(answer).thenRefused('already-decided')
  })
  test('with an empty list of choices takes any words', () => {
    const stage = working()
    const questionId = stage.id('question')
    const base = asked(questionId)
    stage.record({ ...base, payload: { ...base.payload, choices: [] } } as typeof base)
    given(stage.events).when({ type: 'answer', questionId, answer: 'mon' }).thenEvents('question.answered')
  })
})
