/** AI SDK at the same work. It keeps no log; the caller keeps the messages of a thread. */
import { type ModelMessage, stepCountIs, ToolLoopAgent, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'
import { answerOf, checkAnswer, pairs } from '../../core/script.ts'
import { bench, thread } from '../../harness/measure.ts'
import { serve } from '../../harness/subject.ts'

const usage = {
  inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 20, text: 20, reasoning: 0 },
}
let calls = 0

/** A model that wants these calls, then answers. It keeps nothing of what it was asked. */
function modelOf(
  wanted: readonly { readonly toolName: string; readonly input: object }[],
): MockLanguageModelV4 {
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      model.doGenerateCalls.length = 0
      const last = prompt.at(-1)
      const [part] = last?.role === 'user' ? last.content : []
      const text = part?.type === 'text' ? part.text : ''
      const said = await answerOf(last?.role === 'tool' ? 'tool' : 'user', text)
      const content = said.call
        ? wanted.map(({ toolName, input }) => {
            calls += 1
            return {
              type: 'tool-call' as const,
              toolCallId: `c${calls}`,
              toolName,
              input: JSON.stringify(input),
            }
          })
        : [{ type: 'text' as const, text: said.text }]
      const unified = said.call ? ('tool-calls' as const) : ('stop' as const)
      return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] }
    },
  })
  return model
}

const add = tool({
  description: 'adds two numbers',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => String(a + b),
})
const adder = new ToolLoopAgent({
  model: modelOf([{ toolName: 'add', input: { a: 1, b: 2 } }]),
  instructions: 'You are adder.',
  tools: { add },
  stopWhen: stepCountIs(8),
})
const boss = new ToolLoopAgent({
  model: modelOf(pairs.map((task) => ({ toolName: 'delegate', input: { task } }))),
  instructions: 'You are boss.',
  tools: {
    delegate: tool({
      description: 'asks the adder',
      inputSchema: z.object({ task: z.string() }),
      execute: async ({ task }) => {
        const { text } = await adder.generate({ prompt: task })
        checkAnswer(text)
        return text
      },
    }),
  },
  stopWhen: stepCountIs(8),
})

const memoryOnly = 'memory only: nothing is stored'

async function talkThrough(kind: 'thread' | 'chat'): ReturnType<typeof thread> {
  const messages: ModelMessage[] = []
  return await thread(kind, async (content) => {
    messages.push({ role: 'user', content })
    const { text, response } = await adder.generate({ messages })
    messages.push(...response.messages)
    checkAnswer(text)
  })
}

await serve({
  scenarios: {
    one: () =>
      bench('one', 300, async () => checkAnswer((await adder.generate({ prompt: 'add 1 and 2' })).text)),
    team: () =>
      bench('team', 150, async () => checkAnswer((await boss.generate({ prompt: 'add both' })).text)),
    thread: () => talkThrough('thread'),
    chat: () => talkThrough('chat'),
  },
  notes: { one: 'keeps no log', team: 'keeps no log', thread: memoryOnly, chat: memoryOnly },
})
