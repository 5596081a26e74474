/** AI SDK: a tool loop on its own mock model. It keeps no log, so the durable rows are left out. */
import { generateText, stepCountIs, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'
import { timed } from '../timed.mjs'

const text = 'The sum is 3. That is what the tool said when it was asked to add the two numbers.'
const usage = {
  inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 20, text: 20, reasoning: 0 },
}
const done = (content, unified) => ({ content, finishReason: { unified, raw: unified }, usage, warnings: [] })
let ids = 0
const nextId = () => {
  ids += 1
  return `id${ids}`
}
const callOf = (name, input) => ({
  type: 'tool-call',
  toolCallId: nextId(),
  toolName: name,
  input: JSON.stringify(input),
})
const add = tool({
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => String(a + b),
})
const adderModel = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) =>
    prompt.at(-1).role === 'tool'
      ? done([{ type: 'text', text }], 'stop')
      : done([callOf('add', { a: 1, b: 2 })], 'tool-calls'),
})
const one = () =>
  generateText({ model: adderModel, prompt: 'add 1 and 2', tools: { add }, stopWhen: stepCountIs(5) })
const delegate = tool({
  inputSchema: z.object({ task: z.string() }),
  execute: async () => (await one()).text,
})
const bossModel = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) =>
    prompt.at(-1).role === 'tool'
      ? done([{ type: 'text', text }], 'stop')
      : done(
          [callOf('delegate', { task: 'add 1 and 2' }), callOf('delegate', { task: 'add 3 and 4' })],
          'tool-calls',
        ),
})
const team = () =>
  generateText({ model: bossModel, prompt: 'add', tools: { delegate }, stopWhen: stepCountIs(5) })
const result = await one()
if (result.text !== text) throw new Error(`unexpected answer: ${result.text}`)
process.stdout.write(JSON.stringify({ one: await timed(1500, 500, one), team: await timed(800, 200, team) }))
