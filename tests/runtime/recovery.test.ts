import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineTool } from '#agents'
import { scriptedModel } from '#llm'
import { type SessionId, viewDigestInput } from '#protocol'
import { openRuntime } from '#runtime'
import { memoryStore } from '#store'
import { fakeClock, recordingStore, storeAfterCrash, testTeam } from '#testing'

/** A coordinator that delegates two payments side by side and then answers; each payer calls a counting tool once. */
function bench(effect: 'pure' | 'idempotent' | 'unsafe') {
  const executed: string[] = []
  const pay = defineTool({
    name: 'pay',
    description: 'pays',
    effect,
    input: z.object({ to: z.string() }),
    execute: ({ to }, { key }) => {
      executed.push(key)
      return { text: `paid ${to}`, facts: [{ slot: `paid.${to}`, value: true }] }
    },
  })
  const team = testTeam({ coordinator: {}, payer: { tools: [pay] } })
  const model = () =>
    scriptedModel((request) => {
      const last = request.messages.at(-1)
      const delegates = request.tools.some((tool) => tool.name === 'delegate_to_payer')
      if (last?.role === 'tool')
        return { text: `done: ${last.results.map((result) => result.text).join(' | ')}` }
      if (delegates)
        return {
          calls: ['甲', '乙'].map((to) => ({ tool: 'delegate_to_payer', arguments: { task: `pay ${to}` } })),
        }
      const text = last?.role === 'user' && last.parts[0]?.type === 'text' ? last.parts[0].text : ''
      return { calls: [{ tool: 'pay', arguments: { to: text.slice(-1) } }] }
    })
  return { team, model, executed }
}

async function recorded(effect: 'pure' | 'idempotent' | 'unsafe') {
  const { team, model, executed } = bench(effect)
  const store = recordingStore()
  const runtime = openRuntime({ store, models: async () => model(), teams: [team], clock: fakeClock() })
  const session = await runtime.create({ title: 'payments' })
  const { taskId } = await session.post('pay 甲 and 乙')
  const task = await session.settled(taskId)
  assert.equal(task.status, 'done')
  assert.equal(executed.length, 2)
  return { sessionId: session.sessionId, taskId, batches: store.batches }
}

async function reopened(
  sessionId: SessionId,
  batches: Awaited<ReturnType<typeof recorded>>['batches'],
  kept: number,
  effect: 'pure' | 'idempotent' | 'unsafe',
) {
  const { team, model, executed } = bench(effect)
  const store = await storeAfterCrash(sessionId, batches, kept)
  const runtime = openRuntime({
    store,
    models: async () => model(),
    teams: [team],
    clock: fakeClock(Date.UTC(2026, 0, 15, 5)),
  })
  return { session: await runtime.open(sessionId), executed, store }
}

for (const effect of ['pure', 'idempotent'] as const) {
  test(`a session cut off after any append goes on to its end (${effect} tools)`, async () => {
    const { sessionId, taskId, batches } = await recorded(effect)
    for (let kept = 2; kept <= batches.length; kept += 1) {
      const { session } = await reopened(sessionId, batches, kept, effect)
      if (!session.view.tasks.has(taskId)) continue
      const task = await session.settled(taskId)
      assert.equal(task.status, 'done', `cut after append ${kept} of ${batches.length}`)
      assert.match(task.result?.answer ?? '', /甲.*乙/su)
    }
  })
}

test('an unsafe call that was cut off is never repeated silently: the user says what became of it', async () => {
  const { sessionId, taskId, batches } = await recorded('unsafe')
  let asked = 0
  for (let kept = 2; kept <= batches.length; kept += 1) {
    const started = startedBefore(batches, kept)
    const { session, executed } = await reopened(sessionId, batches, kept, 'unsafe')
    if (!session.view.tasks.has(taskId)) continue
    while ((await session.rest()) === 'waiting') {
      for (const question of [...session.view.questions.values()].filter((one) => one.status === 'open')) {
        assert.equal(question.about, 'unknown-effect')
        asked += 1
        await session.answer(question.questionId, 'happened')
      }
    }
    assert.equal(session.view.tasks.get(taskId)?.status, 'done')
    assert.equal(
      executed.length,
      2 - started,
      `cut after append ${kept}: nothing that had started runs again`,
    )
  }
  assert.ok(asked > 0)
})

function startedBefore(batches: Awaited<ReturnType<typeof recorded>>['batches'], kept: number): number {
  return batches
    .slice(0, kept)
    .flat()
    .filter((event) => event.type === 'tool.started' && isPay(batches, event)).length
}

function isPay(
  batches: Awaited<ReturnType<typeof recorded>>['batches'],
  started: { readonly payload: unknown },
): boolean {
  const { callId } = started.payload as { callId: string }
  return batches
    .flat()
    .some(
      (event) =>
        event.type === 'tool.requested' &&
        (event.payload as { callId: string; tool: string }).callId === callId &&
        (event.payload as { tool: string }).tool === 'pay',
    )
}

test('the view folded while running equals the view folded from the stored events', async () => {
  const { team, model } = bench('pure')
  const store = memoryStore()
  const runtime = openRuntime({ store, models: async () => model(), teams: [team] })
  const session = await runtime.create()
  const { taskId } = await session.post('pay 甲 and 乙')
  await session.settled(taskId)
  const again = openRuntime({ store, models: async () => model(), teams: [team] })
  const replayed = await again.open(session.sessionId)
  assert.equal(viewDigestInput(replayed.view), viewDigestInput(session.view))
})
