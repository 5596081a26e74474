/** OpenAI Agents: its runner on a fake model. Sessions are kept in memory, so the durable rows are left out. */
import { Agent, Runner, setTracingDisabled, tool, Usage } from '@openai/agents'
import { z } from 'zod'
import { timed } from '../timed.mjs'

setTracingDisabled(true)
const text = 'The sum is 3. That is what the tool said when it was asked to add the two numbers.'
let ids = 0
const nextId = () => {
  ids += 1
  return `id${ids}`
}
const callOf = (name, args) => ({
  type: 'function_call',
  callId: nextId(),
  name,
  arguments: JSON.stringify(args),
  status: 'completed',
})
const answer = {
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
}
const fake = (calling) => ({
  async getResponse({ input }) {
    const last = Array.isArray(input) ? input.at(-1) : undefined
    const output = last?.type === 'function_call_result' ? [answer] : calling()
    return { usage: new Usage(), output }
  },
  // biome-ignore lint/correctness/useYield: the runner asks for the method, this subject never streams
  async *getStreamedResponse() {
    throw new Error('not used')
  },
})
const add = tool({
  name: 'add',
  description: 'adds',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => String(a + b),
})
const adder = new Agent({
  name: 'adder',
  instructions: 'add',
  tools: [add],
  model: fake(() => [callOf('add', { a: 1, b: 2 })]),
})
const runner = new Runner({ tracingDisabled: true })
const one = () => runner.run(adder, 'add 1 and 2')
const delegate = tool({
  name: 'delegate',
  description: 'delegates',
  parameters: z.object({ task: z.string() }),
  execute: async () => String((await one()).finalOutput),
})
const boss = new Agent({
  name: 'boss',
  instructions: 'lead',
  tools: [delegate],
  model: fake(() => [callOf('delegate', { task: 'a' }), callOf('delegate', { task: 'b' })]),
})
const team = () => runner.run(boss, 'add')
const result = await one()
if (result.finalOutput !== text) throw new Error(`unexpected answer: ${result.finalOutput}`)
process.stdout.write(JSON.stringify({ one: await timed(800, 300, one), team: await timed(400, 100, team) }))
