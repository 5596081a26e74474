import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { z } from 'zod'
import { defineTool, type Tool, type ToolOutcome } from '#agents'
import type { ModelEvent } from '#llm'
import { type Store, sqliteStore } from '#store'
import { stage, testTeam } from '#testing'

async function onDisk(t: Pick<TestContext, 'after'>): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'loggia-break-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return sqliteStore({ folder })
}

/** A tool as somebody else's code: it gives back whatever it likes. */
function careless(execute: () => unknown): Tool {
  const tool = defineTool({
    name: 'careless',
    description: 'x',
    input: z.object({}),
    execute: () => ({ text: '' }),
  })
  return { ...tool, execute: async () => execute() as ToolOutcome }
}

function cycle(): unknown {
  const loop: Record<string, unknown> = {}
  loop['self'] = loop
  return loop
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

const noOutcome: Readonly<Record<string, () => unknown>> = {
  'gives back nothing': () => undefined,
  'gives back null': () => null,
  'gives back a text instead of an outcome': () => 'plain',
  'has no text': () => ({}),
  'has a number as its text': () => ({ text: 42 }),
  'says it failed and nothing else': () => ({ isError: true }),
  'has a text that throws when read': () => ({
    get text(): string {
      throw new Error('not today')
    },
  }),
  'has a bigint in its data': () => ({ text: 'x', data: { amount: 10n } }),
  'has a cycle in its data': () => ({ text: 'x', data: cycle() }),
  'has data nested 5,000 levels deep': () => ({ text: 'x', data: nested(5_000) }),
  'has data nested 100,000 levels deep': () => ({ text: 'x', data: nested(100_000) }),
  'has facts that are no list': () => ({ text: 'x', facts: 'none' }),
  'has a fact without a slot': () => ({ text: 'x', facts: [{ value: 1 }] }),
  'has a bigint as the value of a fact': () => ({ text: 'x', facts: [{ slot: 'a', value: 10n }] }),
  'has an object as its source': () => ({ text: 'x', source: {} }),
  'throws a symbol': () => {
    throw Symbol('broken') as unknown as Error
  },
  'throws what has no text': () => {
    throw Object.create(null) as Error
  },
  'throws what throws when it is read': () => {
    throw {
      toString(): string {
        throw new Error('no')
      },
    } as unknown as Error
  },
  'throws an error whose message is an object': () => {
    throw Object.assign(new Error('x'), { message: { a: 1 } })
  },
}

for (const [what, execute] of Object.entries(noOutcome))
  test(`a tool that ${what} gives an error result, and the session goes on`, async (t) => {
    const team = testTeam({ solo: { tools: [careless(execute)] } })
    const script = [{ calls: [{ tool: 'careless', arguments: {} }] }, { text: 'fine' }, { text: 'again' }]
    const { session, ask, runtime } = await stage(team, script, { store: await onDisk(t) })
    assert.equal((await ask('go')).status, 'done')
    const [call] = [...session.view.calls.values()]
    assert.equal(call?.status, 'failed')
    assert.equal(call.error?.code, 'tool_error')
    assert.equal((await ask('and again')).result?.answer, 'again')
    await runtime.close()
  })

test('what JSON has no word for is in the log as JSON writes it, live as in a replay', async (t) => {
  const data = { at: new Date(0), none: [undefined], list: new Map([[1, 2]]), act: () => 1 }
  const team = testTeam({ solo: { tools: [careless(() => ({ text: 'x', data }))] } })
  const script = [{ calls: [{ tool: 'careless', arguments: {} }] }, { text: 'fine' }]
  const { session, ask, runtime } = await stage(team, script, { store: await onDisk(t) })
  assert.equal((await ask('go')).status, 'done')
  const [call] = [...session.view.calls.values()]
  assert.deepEqual(call?.result?.data, { at: '1970-01-01T00:00:00.000Z', none: [null], list: {} })
  await runtime.close()
})

test('a model that throws what has no text fails the run in words', async () => {
  const model = {
    name: 'broken',
    async *stream(): AsyncGenerator<ModelEvent, never> {
      yield { type: 'text-delta', text: 'h' }
      throw Object.create(null) as Error
    },
  }
  const { ask } = await stage(testTeam({ solo: {} }), [], { models: async () => model })
  const { status, error } = await ask('go')
  assert.equal(status, 'failed')
  assert.equal(error?.code, 'model_unknown')
  assert.match(error.message, /^broken: a thrown object that has no text$/)
})
