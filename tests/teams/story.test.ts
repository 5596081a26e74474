import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelRequest } from '#llm'
import { conversationOf, parseAgentId, type SessionEvent } from '#protocol'
import { memoryStore } from '#store'
import { recordingStore, storeAfterCrash } from '#testing'
import { answersOf, ask, beijingTeam, delegations, offlineRuntime, play } from './story.ts'

const stories = {
  Chinese: [
    '帮我查询北京今天的天气',
    '推荐一个适合今天天气的户外活动',
    '如果去颐和园划船，明天天气怎么样，适合吗',
  ],
  English: [
    "What's the weather in Beijing today?",
    "Recommend an outdoor activity that suits today's weather",
    'If we go boating at the Summer Palace, how is the weather tomorrow, is it suitable?',
  ],
} as const
const team = await beijingTeam()

for (const [language, rounds] of Object.entries(stories))
  test(`${language}: each round goes to the agent it is for, with exactly what the other said`, async () => {
    const store = memoryStore()
    const requests: ModelRequest[] = []
    const { session, answers } = await play(offlineRuntime(team, store, requests), store, rounds)
    const events = (await Array.fromAsync(store.events.read(session.sessionId, 0))) as SessionEvent[]
    const [today, tomorrow] = answersOf(session, 'weather_agent')
    const [activities] = answersOf(session, 'activity_agent')

    assert.deepEqual(delegations(events), [
      { agentId: 'weather_agent', given: [] },
      { agentId: 'activity_agent', given: [{ sourceAgent: 'weather_agent', content: today }] },
      { agentId: 'weather_agent', given: [{ sourceAgent: 'activity_agent', content: activities }] },
    ])

    const [first = '', second = '', third = ''] = answers
    assert.match(first, /2026-05-16.*27 ?(?:℃|°C)/u)
    assert.match(second, language === 'Chinese' ? /颐和园划船/u : /boating at Summer Palace/u)
    assert.match(third, /2026-05-17/u)
    assert.match(third, language === 'Chinese' ? /颐和园/u : /Summer Palace/u)
    for (const answer of answers) assert.match(answer, language === 'Chinese' ? /来源/u : /Source/u)
    assert.match(tomorrow ?? '', /2026-05-17/u)

    const weather = conversationOf(session.view, parseAgentId('weather_agent'))
    assert.deepEqual(
      weather.map(({ round }) => round),
      [1, 3],
      'two rounds of one sub-session; what the others did in round 2 is not in it',
    )
    const last = requests.findLast(({ tools }) => tools.some(({ name }) => name === 'get_weather'))
    assert.deepEqual(
      last?.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'assistant', 'user', 'user', 'assistant', 'tool'],
    )
    const texts = (last?.messages ?? []).map((message) =>
      message.role === 'user'
        ? message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
        : '',
    )
    assert.equal(texts[0], rounds[0])
    assert.ok(texts[4]?.includes(`${activities}`) && texts[4].includes('activity_agent'), texts[4])
    assert.equal(texts[5], rounds[2])
  })

test('killed at any append of the three rounds, the session goes on to the same answers, and nothing is there twice', async () => {
  const rounds = stories.Chinese
  const whole = recordingStore()
  const { session, answers } = await play(offlineRuntime(team, whole), whole, rounds)
  const full = counts(whole.batches.flat() as SessionEvent[])
  for (let kept = 1; kept <= whole.batches.length; kept += 1) {
    const where = `cut after append ${kept} of ${whole.batches.length}`
    const store = await storeAfterCrash(session.sessionId, whole.batches, kept)
    const again = await offlineRuntime(team, store, [], 60_000).open(session.sessionId)
    for (const taskId of [...again.view.roots]) await again.settled(taskId)
    for (const round of rounds.slice(again.view.roots.length)) await ask(again, round)
    const roots = again.view.roots.map((id) => again.view.tasks.get(id))
    assert.deepEqual(
      roots.map((root) => root?.result?.answer),
      answers,
      where,
    )
    const events = (await Array.fromAsync(store.events.read(session.sessionId, 0))) as SessionEvent[]
    assert.deepEqual(counts(events), full, where)
    assert.deepEqual(
      events.map(({ seq }) => seq),
      events.map((_event, place) => place + 1),
      where,
    )
  }
})

/** How often what a person would notice happened: messages, subtasks, tool results, context passed on. */
function counts(events: readonly SessionEvent[]): Readonly<Record<string, number>> {
  const noticed = ['message.posted', 'task.created', 'task.completed', 'tool.completed', 'context.injected']
  return Object.fromEntries(noticed.map((type) => [type, events.filter((one) => one.type === type).length]))
}
