/** OpenAI Agents at the same work. Tracing is off; a thread is kept in its memory session. */
import { Agent, MemorySession, type Model, run, setTracingDisabled, tool, Usage } from '@openai/agents'
import { z } from 'zod'
import { answerOf, checkAnswer, pairs } from '../../core/script.ts'
import { bench, thread } from '../../harness/measure.ts'
import { serve } from '../../harness/subject.ts'

setTracingDisabled(true)
let calls = 0

/** The text of the last message when the user said it. */
function textOf(input: Parameters<Model['getResponse']>[0]['input']): string {
  if (typeof input === 'string') return input
  const last = input.at(-1)
  return last && 'role' in last && typeof last.content === 'string' ? last.content : ''
}

/** A model that wants these calls, then answers. */
function modelOf(wanted: readonly { readonly name: string; readonly input: object }[]): Model {
  return {
    async getResponse({ input }) {
      const last = typeof input === 'string' ? undefined : input.at(-1)
      const said = await answerOf(last?.type === 'function_call_result' ? 'tool' : 'user', textOf(input))
      return {
        usage: new Usage({ inputTokens: 100, outputTokens: 20, totalTokens: 120 }),
        output: outputOf(said),
      }
    },
    getStreamedResponse() {
      throw new Error('not streamed here')
    },
  }

  function outputOf(
    said: Awaited<ReturnType<typeof answerOf>>,
  ): Awaited<ReturnType<Model['getResponse']>>['output'] {
    if (!said.call)
      return [
        {
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: said.text }],
        },
      ]
    return wanted.map(({ name, input }) => {
      calls += 1
      const callId = `c${calls}`
      return { type: 'function_call', callId, name, arguments: JSON.stringify(input), status: 'completed' }
    })
  }
}

const add = tool({
  name: 'add',
  description: 'adds two numbers',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => String(a + b),
})
const adder = new Agent({
  name: 'adder',
  instructions: 'You are adder.',
  model: modelOf([{ name: 'add', input: { a: 1, b: 2 } }]),
  tools: [add],
})
const boss = new Agent({
  name: 'boss',
  instructions: 'You are boss.',
  model: modelOf(pairs.map((task) => ({ name: 'delegate', input: { task } }))),
  tools: [
    tool({
      name: 'delegate',
      description: 'asks the adder',
      parameters: z.object({ task: z.string() }),
      execute: async ({ task }) => {
        const { finalOutput } = await run(adder, task)
        checkAnswer(finalOutput ?? '')
        return finalOutput ?? ''
      },
    }),
  ],
})

const memoryOnly = 'memory only: nothing is stored'

async function talkThrough(kind: 'thread' | 'chat'): ReturnType<typeof thread> {
  const session = new MemorySession()
  return await thread(kind, async (text) => {
    const { finalOutput } = await run(adder, text, { session })
    checkAnswer(finalOutput ?? '')
  })
}

await serve({
  scenarios: {
    one: () =>
      bench('one', 200, async () => checkAnswer((await run(adder, 'add 1 and 2')).finalOutput ?? '')),
    team: () => bench('team', 100, async () => checkAnswer((await run(boss, 'add both')).finalOutput ?? '')),
    thread: () => talkThrough('thread'),
    chat: () => talkThrough('chat'),
  },
  notes: {
    one: 'keeps no log',
    team: 'keeps no log',
    thread: memoryOnly,
    chat: memoryOnly,
  },
})
