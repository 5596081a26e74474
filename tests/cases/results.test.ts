import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineTool } from '#agents'
import type { ScriptedStep } from '#llm'
import { stage, testTeam } from '#testing'

const oneLineJson = JSON.stringify({
  rows: Array.from({ length: 60_000 }, (_value, n) => ({ id: `row-${n}`, name: '供应商' })),
})
const chinese = '今天讨论了部署方案，供应商账期平均四十五天。'.repeat(40_000)

for (const [kind, output] of [
  ['one line of JSON', oneLineJson],
  ['Chinese text', chinese],
] as const) {
  test(`B75 ${kind} of ${Math.round(output.length / 1e6)} million characters: head, tail, size and a handle; the whole is kept`, async () => {
    const dump = defineTool({
      name: 'dump',
      description: 'dumps',
      input: z.object({}),
      execute: () => ({ text: output }),
    })
    const steps: ScriptedStep[] = [{ calls: [{ tool: 'dump', arguments: {} }] }, { text: 'read it' }]
    const { ask, session, model } = await stage(testTeam({ solo: { tools: [dump] } }), (request, n) => {
      if (n === 3) {
        const callId = [...session.view.calls.keys()][0] ?? ''
        return { calls: [{ tool: 'read_result', arguments: { callId, offset: output.length - 50 } }] }
      }
      return n > 3
        ? { text: request.messages.at(-1)?.role === 'tool' ? 'read the end' : `turn ${n}` }
        : steps[n - 1]
    })
    await ask('first')
    const [call] = [...session.view.calls.values()]
    assert.ok(call?.result?.blob)
    assert.equal(call.result.blob.sizeBytes, Buffer.byteLength(output))
    assert.ok(call.result.text.length < 16_000)
    assert.ok(call.result.text.isWellFormed())
    assert.ok(call.result.text.startsWith(output.slice(0, 1_000)))
    assert.ok(call.result.text.endsWith(output.slice(-1_000)))
    assert.match(call.result.text, /read_result with callId call_/)
    await ask('read the rest')
    const reading = [...session.view.calls.values()].at(-1)
    assert.equal(reading?.tool, 'read_result')
    for (let turn = 0; turn < 5; turn += 1) await ask(`normal ${turn}`)
    const last = model.requests.at(-1)
    assert.ok(JSON.stringify(last).includes('normal 0'), 'the earlier turns are still there')
    assert.ok(JSON.stringify(last).length < 80_000)
  })
}

const hollow: readonly (readonly [string, ScriptedStep, RegExp])[] = [
  ['no text at all', {}, /said nothing/],
  ['white space only', { text: ' \n ' }, /said nothing|no answer/],
  ['reasoning only', { reasoning: 'hm' }, /thought but said nothing/],
  ['the output limit before any text', { reasoning: 'hm', finish: 'length' }, /output limit/],
  ['a content filter', { text: 'I', finish: 'content-filter' }, /filtered/],
  ['an error after it began', { text: 'half', error: new Error('socket closed') }, /socket closed/],
]
for (const [what, step, why] of hollow) {
  test(`B81 a child that ends with ${what} is no success: the parent gets the reason`, async () => {
    const { ask, session } = await stage(testTeam({ boss: {}, child: {} }), (request) => {
      if (request.tools.length === 0) return step
      if (request.messages.at(-1)?.role === 'tool') return { text: 'noted' }
      return { calls: [{ tool: 'delegate_to_child', arguments: { task: 'work' } }] }
    })
    const root = await ask('work')
    const child = session.view.tasks.get(root.children[0] as never)
    assert.equal(child?.status, 'failed')
    assert.match(child?.error?.message ?? '', why)
    const call = [...session.view.calls.values()][0]
    assert.equal(call?.status, 'failed')
  })
}

test('B03 who said what is written when it is said: live, after reload and in the next turn', async () => {
  const { ask, session, runtime } = await stage(testTeam({ triage: {}, billing: {} }), (request) => {
    if (request.tools.length === 0) return { text: 'B1' }
    if (request.messages.at(-1)?.role === 'tool') return { text: 'T2' }
    return { text: 'T1', calls: [{ tool: 'delegate_to_billing', arguments: { task: 'bill it' } }] }
  })
  await ask('bill me')
  const authors = (view: typeof session.view): unknown[] =>
    [...view.conversations.values()].flatMap(({ runId, entries }) =>
      entries.flatMap((entry) =>
        entry.kind === 'model'
          ? entry.parts.flatMap((part) =>
              part.type === 'text' ? [[view.runs.get(runId)?.agentId, part.text]] : [],
            )
          : [],
      ),
    )
  assert.deepEqual(authors(session.view).sort(), [
    ['billing', 'B1'],
    ['triage', 'T1'],
    ['triage', 'T2'],
  ])
  const said = [...session.view.messages.values()].map(({ agentId, role }) => agentId ?? role)
  assert.deepEqual(said, ['user', 'billing', 'triage'])
  assert.equal((await runtime.open(session.sessionId)).view, session.view)
})
