import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ModelRequest, scriptedModel } from '#llm'
import { CommandRefused, openRuntime } from '#runtime'
import { fakeClock, recordingStore, stage, storeAfterCrash, testTeam } from '#testing'

const who = (request: ModelRequest): string => /You are (\w+)\./u.exec(request.system)?.[1] ?? ''
const userTexts = (request: ModelRequest): string[] =>
  request.messages.flatMap((message) =>
    message.role === 'user'
      ? [message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')]
      : [],
  )
const team = testTeam({
  coordinator: {},
  finance: { keywords: ['财务', 'budget'] },
  compliance: { keywords: ['合规', 'legal'] },
})
const speak = (request: ModelRequest) => ({
  text: who(request) === 'finance' ? 'The total is ¥60.' : `${who(request)} says fine`,
})

test('an agent named by @ takes the task itself, and the election is by the user', async () => {
  const { ask, events, session, model } = await stage(team, speak)
  const task = await ask('@compliance review this')
  assert.deepEqual(task.assignees, ['compliance'])
  assert.equal(task.result?.answer, 'compliance says fine')
  assert.equal(model.requests.length, 1, 'no coordinator stands in between')
  const [election] = events.filter((event) => event.type === 'election.decided')
  assert.equal(election?.payload.by, 'user')
  assert.deepEqual(election.payload.candidates[0]?.reasons[0], 'the user named it')
  assert.deepEqual(election.payload.rejected, [{ agentId: 'finance', reason: 'the user named compliance' }])
  assert.equal([...session.view.messages.values()][0]?.to, 'compliance')
  assert.equal(userTexts(model.requests[0] ?? assert.fail())[0], '@compliance review this')
})

test('a name nobody has is refused with who there is, and nothing is written', async () => {
  const { session } = await stage(team, speak)
  const { seq } = session.view
  await assert.rejects(session.post('@ghost do it'), (error) => {
    assert.ok(error instanceof CommandRefused)
    assert.equal(error.refusal.reason, 'unknown')
    assert.match(error.message, /@ghost.*coordinator, finance, compliance/u)
    return true
  })
  assert.equal(session.view.seq, seq)
})

test('an address in a text names nobody: the coordinator takes it', async () => {
  const { ask } = await stage(team, speak)
  assert.deepEqual((await ask('write to anna@compliance.com')).assignees, ['coordinator'])
})

for (const [text, goals] of [
  ['let finance add it up and then have compliance review', ['add it up', 'review']],
  ['先由财务分析再由合规审查', ['分析', '审查']],
  ['@finance add it up, then @compliance review', ['add it up', 'review']],
] as const)
  test(`an order is followed step by step, each given the answer before: ${text}`, async () => {
    const { ask, events, session, model } = await stage(team, speak)
    const task = await ask(text)
    assert.equal(task.status, 'done')
    const steps = task.children.map((id) => session.view.tasks.get(id))
    assert.deepEqual(
      steps.map((step) => [step?.assignees[0], step?.goal]),
      [
        ['finance', goals[0]],
        ['compliance', goals[1]],
      ],
    )
    const [plan] = events.filter((event) => event.type === 'plan.decided')
    assert.equal(plan?.payload.by, 'user')
    assert.deepEqual(model.requests.map(who), ['finance', 'compliance', 'coordinator'])
    const [, second = assert.fail()] = model.requests
    const [context = '', query] = userTexts(second)
    assert.match(context, /^For context: \[finance\] said:\n<quote [0-9a-f]{16}>\nThe total is ¥60\.\n/u)
    assert.equal(query, goals[1])
    const [injected] = events.filter((event) => event.type === 'context.injected')
    assert.equal(injected?.payload.by, 'rules')
    assert.deepEqual(steps[1]?.dependsOn, [steps[0]?.taskId])
    const elections = events.filter(
      (event) => event.type === 'election.decided' && event.taskId !== task.taskId,
    )
    assert.deepEqual(
      elections.map((event) => event.type === 'election.decided' && event.payload.by),
      ['user', 'user'],
    )
  })

test('an order that was cut off after any append is followed to its end', async () => {
  const store = recordingStore()
  const first = await stage(team, speak, { store })
  const { taskId } = await first.session.post('let finance add it up and then have compliance review')
  await first.session.settled(taskId)
  const { sessionId } = first.session
  for (let kept = 2; kept <= store.batches.length; kept += 1) {
    const runtime = openRuntime({
      store: await storeAfterCrash(sessionId, store.batches, kept),
      models: async () => scriptedModel(speak),
      teams: [team],
      clock: fakeClock(Date.UTC(2026, 0, 15, 5)),
    })
    const session = await runtime.open(sessionId)
    if (!session.view.tasks.has(taskId)) continue
    const task = await session.settled(taskId)
    assert.equal(task.status, 'done', `cut after ${kept}`)
    assert.deepEqual(
      task.children.map((id) => session.view.tasks.get(id)?.assignees[0]),
      ['finance', 'compliance'],
      `cut after ${kept}`,
    )
  }
})

test('the model chose: colleagues have scores and a reason they were not taken', async () => {
  const { ask, events } = await stage(team, (request) => {
    if (who(request) !== 'coordinator' || request.messages.at(-1)?.role === 'tool') return { text: 'ok' }
    return { calls: [{ tool: 'delegate_to_finance', arguments: { task: 'check the budget' } }] }
  })
  const task = await ask('is the budget fine?')
  const election = events.find((event) => event.type === 'election.decided' && event.taskId !== task.taskId)
  assert.ok(election?.type === 'election.decided')
  assert.equal(election.payload.by, 'model')
  assert.equal(election.payload.candidates.length, 2)
  assert.match(election.payload.rejected[0]?.reason ?? '', /coordinator chose finance/u)
})

test('a named agent is given what others found, once; the coordinator hears what it said', async () => {
  const { ask, model } = await stage(team, speak)
  await ask('@finance what is the total?')
  await ask('@compliance is that allowed?')
  const [, second = assert.fail()] = model.requests
  assert.match(userTexts(second)[0] ?? '', /\[finance\] said:\n<quote \w+>\ntotal: ¥60\n/u)
  await ask('@compliance and this?')
  const third = userTexts(model.requests[2] ?? assert.fail())
  assert.equal(third.filter((text) => text.includes('¥60')).length, 1, 'given before, not again')
  await ask('sum up')
  const last = userTexts(model.requests.at(-1) ?? assert.fail())
  assert.ok(last.some((text) => text.startsWith('For context: [finance] said:') && text.includes('¥60')))
  assert.ok(last.some((text) => text.startsWith('For context: [compliance] said:')))
  await ask('and now?')
  const again = userTexts(model.requests.at(-1) ?? assert.fail())
  assert.equal(again.filter((text) => text.includes('¥60')).length, 1)
})

test('a retried subtask is given again what its first attempt was given', async () => {
  let tries = 0
  const { session, model } = await stage(team, (request) => {
    if (who(request) === 'finance') return { text: 'The total is ¥60.' }
    if (who(request) === 'compliance') {
      tries += 1
      return tries === 1 ? { text: '' } : { text: 'fine' }
    }
    const results = request.messages.filter(({ role }) => role === 'tool').length
    if (results === 0) return { calls: [{ tool: 'delegate_to_finance', arguments: { task: 'add' } }] }
    const contextMessages = [{ sourceAgent: 'finance', content: 'The total is ¥60.' }]
    return results === 1
      ? { calls: [{ tool: 'delegate_to_compliance', arguments: { task: 'review', contextMessages } }] }
      : { text: 'done' }
  })
  const { taskId } = await session.post('go')
  const root = await session.settled(taskId)
  const failed = root.children.find((id) => session.view.tasks.get(id)?.status === 'failed')
  assert.ok(failed)
  await session.retry(failed)
  assert.equal((await session.settled(failed)).status, 'done')
  const texts = userTexts(model.requests.at(-1) ?? assert.fail())
  assert.equal(texts.filter((text) => text.includes('The total is ¥60.')).length, 1)
})
