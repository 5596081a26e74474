import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { defineTool } from '#agents'
import { scriptedModel } from '#llm'
import { stage, testTeam } from '#testing'

const said = (request: { readonly system: string }): string =>
  /^You are (\S+)\.$/m.exec(request.system)?.[1] ?? ''

test('a turn that was in flight when the session was paused is recorded with its calls, which run after the resume', async () => {
  const answer = Promise.withResolvers<void>()
  let ran = 0
  const look = defineTool({
    name: 'look',
    description: 'looks',
    input: z.object({}),
    execute: async () => ({ text: `seen ${++ran}` }),
  })
  const team = testTeam({ a: { tools: [look] } })
  const { session, model } = await stage(team, (_request, call) =>
    call === 1
      ? { calls: [{ tool: 'look', arguments: {} }], delayUntil: answer.promise }
      : { text: 'It is there.' },
  )
  const { taskId } = await session.post('look')
  await session.until((view) => [...view.runs.values()].some((run) => run.openCall !== undefined))
  await session.pause()
  answer.resolve()
  await session.until((view) => [...view.calls.values()].some((call) => call.status === 'requested'))
  assert.equal(await session.rest(), 'waiting')
  assert.equal(ran, 0, 'a tool started while paused')
  assert.equal(model.requests.length, 1)
  await session.resume()
  assert.equal((await session.settled(taskId)).status, 'done')
  assert.deepEqual([ran, model.requests.length], [1, 2])
})

test('a run that was reserved before the session was paused begins after the resume', async () => {
  const opening = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const model = scriptedModel((request) => {
    if (said(request) === 'b') return { text: 'Done below.' }
    const hasResult = request.messages.some((message) => message.role === 'tool')
    return hasResult
      ? { text: 'All done.' }
      : { calls: [{ tool: 'delegate_to_b', arguments: { task: 'a part' } }] }
  })
  const models = async (name: string) => {
    if (name === 'late') {
      opening.resolve()
      await gate.promise
    }
    return model
  }
  const team = testTeam({ a: { subAgents: ['b'] }, b: { model: 'late' } })
  const { session } = await stage(team, [], { models })
  const { taskId } = await session.post('go')
  await opening.promise
  await session.pause()
  gate.resolve()
  await setImmediate()
  const below = (): string | undefined =>
    [...session.view.runs.values()].find((run) => run.agentId === 'b')?.status
  assert.equal(below(), 'reserved', 'it began while paused')
  await session.resume()
  assert.equal((await session.settled(taskId)).status, 'done')
  assert.equal(below(), 'done')
})
