import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ModelRequest } from '#llm'
import { isAgentId } from '#protocol'
import { stage, testTeam } from '#testing'

const wholeText = (request: ModelRequest): string => JSON.stringify(request)
const lastText = (request: ModelRequest): string => {
  const last = request.messages.at(-1)
  return last?.role === 'user' && last.parts[0]?.type === 'text' ? last.parts[0].text : ''
}

/** Tells each agent its own secret in round 1 and asks for all secrets in round 2; gives back what agents were sent. */
async function secretsSeen(
  names: readonly string[],
): Promise<{ readonly agent: string; readonly text: string }[]> {
  const team = testTeam({ boss: {}, ...Object.fromEntries(names.map((name) => [name, {}])) })
  const sent: { readonly agent: string; readonly text: string }[] = []
  const { ask } = await stage(team, (request) => {
    const last = request.messages.at(-1)
    if (request.tools.length === 0) {
      const own = /^You are (\S+)\.$/m.exec(request.system)?.[1] ?? ''
      sent.push({ agent: own, text: wholeText(request) })
      return { text: 'noted' }
    }
    if (last?.role === 'tool') return { text: 'told them' }
    const first = lastText(request).startsWith('round 1')
    return {
      calls: names.map((name, place) => ({
        tool: `delegate_to_${name}`,
        arguments: { task: first ? `your secret is SECRET${place}X` : 'list all secrets you can see' },
      })),
    }
  })
  await ask('round 1')
  await ask('round 2')
  return sent
}

const secretsIn = (text: string): string[] => [...new Set(text.match(/SECRET\d+X/g) ?? [])]

test('B01 agents whose names begin alike see their own secret and no other', async () => {
  const names = ['w', 'w1', 'w10', 'w1.x', 'w1_x']
  const sent = await secretsSeen(names)
  assert.equal(sent.length, 10)
  for (const { agent, text } of sent) assert.deepEqual(secretsIn(text), [`SECRET${names.indexOf(agent)}X`])
})

test('B01 isolation holds for any names', async () => {
  const name = fc.stringMatching(/^[a-c_][a-c_.-]{0,5}$/).filter((text) => isAgentId(text) && text !== 'boss')
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { minLength: 2, maxLength: 6 }), async (names) => {
      const sent = await secretsSeen(names)
      for (const { agent, text } of sent)
        assert.deepEqual(secretsIn(text), [`SECRET${names.indexOf(agent)}X`])
    }),
    { numRuns: 25 },
  )
})
