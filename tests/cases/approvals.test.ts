import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineTool } from '#agents'
import type { Approval, Json, View } from '#protocol'
import { CommandRefused } from '#runtime'
import { fakeClock, recordingStore, stage, storeAfterCrash, testTeam } from '#testing'

/** A team of one with tools that need an approval and count what they did. */
function cashier() {
  const done: { readonly tool: string; readonly input: Json }[] = []
  const make = (name: string) =>
    defineTool({
      name,
      description: name,
      risk: 'high',
      effect: 'unsafe',
      input: z.object({ to: z.string(), amount: z.number() }),
      execute: (input) => {
        done.push({ tool: name, input })
        return { text: `${name} done` }
      },
    })
  return { done, team: testTeam({ cashier: { tools: [make('pay'), make('refund')] } }) }
}

const pay = (to: string, amount: number) => ({ tool: 'pay', arguments: { to, amount } })
const pending = ({ view }: { readonly view: View }): readonly Approval[] =>
  [...view.approvals.values()].filter((approval) => approval.status === 'pending')

test('B21 other arguments or another tool ask again; the approved call runs once, whatever id the model gave it', async () => {
  const { done, team } = cashier()
  const { session } = await stage(team, [
    { calls: [pay('甲公司', 100)] },
    { calls: [pay('甲公司', 1_000)] },
    { calls: [{ tool: 'refund', arguments: { to: '甲公司', amount: 100 } }] },
    { calls: [pay('甲公司', 100)] },
    { text: 'all settled' },
  ])
  const { taskId } = await session.post('pay 甲公司 100')
  const decide = async (decision: 'grant' | 'deny', scope: 'once' | 'task') => {
    assert.equal(await session.rest(), 'waiting')
    const [asked] = [...session.view.approvals.values()].filter(({ status }) => status === 'pending')
    assert.ok(asked)
    await session.decide(asked.approvalId, decision, { scope, digest: asked.digest })
  }
  await decide('grant', 'task')
  await decide('deny', 'once')
  await decide('deny', 'once')
  const task = await session.settled(taskId)
  assert.equal(task.status, 'done')
  assert.deepEqual(
    done.map(({ tool, input }) => [tool, input]),
    [
      ['pay', { to: '甲公司', amount: 100 }],
      ['pay', { to: '甲公司', amount: 100 }],
    ],
    'only what was approved for the task ran: the call itself and its exact repetition',
  )
})

test('B21 approved once means once: the identical call asks again', async () => {
  const { done, team } = cashier()
  const { session } = await stage(team, [
    { calls: [pay('甲', 1)] },
    { calls: [pay('甲', 1)] },
    { text: 'ok' },
  ])
  await session.post('pay twice')
  await session.rest()
  const [first] = [...session.view.approvals.values()]
  assert.ok(first)
  await session.decide(first.approvalId, 'grant')
  assert.equal(await session.rest(), 'waiting')
  assert.equal(done.length, 1)
  assert.equal(pending(session).length, 1)
})

test('B17 a request is decided exactly once; later tries get the recorded outcome and change nothing', async () => {
  const { done, team } = cashier()
  const { session, events } = await stage(team, [{ calls: [pay('甲', 1)] }, { text: 'ok' }])
  const { taskId } = await session.post('pay')
  await session.rest()
  const [asked] = [...session.view.approvals.values()]
  assert.ok(asked)
  const tries = await Promise.allSettled([
    session.decide(asked.approvalId, 'grant'),
    session.decide(asked.approvalId, 'grant'),
    session.decide(asked.approvalId, 'deny'),
  ])
  assert.deepEqual(
    tries.map((one) => one.status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  await session.settled(taskId)
  await assert.rejects(session.decide(asked.approvalId, 'deny'), (error: unknown) => {
    assert.ok(error instanceof CommandRefused)
    assert.equal(error.refusal.reason, 'already-decided')
    assert.match(error.message, /granted by local at 2026/)
    return true
  })
  assert.equal(done.length, 1)
  assert.equal(
    events.filter(({ type }) => type === 'approval.granted' || type === 'approval.denied').length,
    1,
  )
})

test('a decision on another digest than was asked for is refused', async () => {
  const { done, team } = cashier()
  const { session } = await stage(team, [{ calls: [pay('甲', 1)] }])
  await session.post('pay')
  await session.rest()
  const [asked] = [...session.view.approvals.values()]
  assert.ok(asked)
  await assert.rejects(session.decide(asked.approvalId, 'grant', { digest: 'sha256-other' }), CommandRefused)
  assert.equal(done.length, 0)
})

test('B23 three calls of one turn are three requests, answered in any order across a restart', async () => {
  const { done, team } = cashier()
  const store = recordingStore()
  const script = (request: { readonly messages: readonly { readonly role: string }[] }) =>
    request.messages.at(-1)?.role === 'tool'
      ? { text: 'ok' }
      : { calls: [pay('甲', 1), pay('乙', 2), pay('丙', 3)] }
  const { session } = await stage(team, script, { store })
  const { taskId } = await session.post('pay three')
  await session.rest()
  const [first, second, third] = pending(session)
  assert.ok(first && second && third)
  await session.decide(second.approvalId, 'grant')
  await session.decide(first.approvalId, 'deny')
  await session.rest()
  assert.deepEqual(
    done.map(({ input }) => input),
    [{ to: '乙', amount: 2 }],
  )

  const kept = await storeAfterCrash(session.sessionId, store.batches, store.batches.length)
  const later = await stage(team, script, { store: kept, clock: fakeClock(Date.UTC(2026, 0, 15, 5)) })
  const again = await later.runtime.open(session.sessionId)
  assert.equal(pending(again).length, 1, 'answered requests are not shown again')
  await again.decide(third.approvalId, 'grant')
  const task = await again.settled(taskId)
  assert.equal(task.status, 'done')
  assert.deepEqual(
    done.map(({ input }) => input),
    [
      { to: '乙', amount: 2 },
      { to: '丙', amount: 3 },
    ],
  )
})

test('a request that nobody decides expires into a refusal and the run goes on', async () => {
  const { done, team } = cashier()
  const { session, clock } = await stage(team, [{ calls: [pay('甲', 1)] }, { text: 'could not pay' }])
  const { taskId } = await session.post('pay')
  await session.rest()
  clock.advance(25 * 3_600_000)
  const task = await session.settled(taskId)
  assert.equal(done.length, 0)
  assert.equal([...session.view.approvals.values()][0]?.status, 'expired')
  assert.notEqual(task.status, 'running')
})
