/** LangGraph.js: its ReAct graph on a fake model; durable rows with its SQLite checkpointer where that loads. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { MemorySaver } from '@langchain/langgraph'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { z } from 'zod'
import { thread, timed } from '../timed.mjs'

const text = 'The sum is 3. That is what the tool said when it was asked to add the two numbers.'
let ids = 0
const nextId = () => {
  ids += 1
  return `id${ids}`
}

class Fake extends BaseChatModel {
  constructor(script) {
    super({})
    this.script = script
  }
  _llmType() {
    return 'fake'
  }
  bindTools() {
    return this
  }
  async _generate(messages) {
    const message = this.script(messages.at(-1))
    return { generations: [{ text: message.content, message }] }
  }
}
const callOf = (name, args) => ({ name, args, id: nextId(), type: 'tool_call' })
const add = tool(async ({ a, b }) => String(a + b), {
  name: 'add',
  description: 'adds',
  schema: z.object({ a: z.number(), b: z.number() }),
})
const adder = new Fake((last) =>
  last.getType() === 'tool' || String(last.content).startsWith('message ')
    ? new AIMessage(text)
    : new AIMessage({ content: '', tool_calls: [callOf('add', { a: 1, b: 2 })] }),
)
const agent = createReactAgent({ llm: adder, tools: [add] })
const one = (graph, config) => graph.invoke({ messages: [{ role: 'user', content: 'add 1 and 2' }] }, config)
const delegate = tool(async () => (await one(agent)).messages.at(-1).content, {
  name: 'delegate',
  description: 'delegates',
  schema: z.object({ task: z.string() }),
})
const boss = new Fake((last) =>
  last.getType() === 'tool'
    ? new AIMessage(text)
    : new AIMessage({
        content: '',
        tool_calls: [callOf('delegate', { task: 'a' }), callOf('delegate', { task: 'b' })],
      }),
)
const supervisor = createReactAgent({ llm: boss, tools: [delegate] })

const folder = mkdtempSync(join(tmpdir(), 'loggia-langgraph-'))
let saver = new MemorySaver()
let durable = false
try {
  const { SqliteSaver } = await import('@langchain/langgraph-checkpoint-sqlite')
  saver = SqliteSaver.fromConnString(join(folder, 'checkpoints.db'))
  durable = true
} catch {
  process.stderr.write(
    'langgraph: the SQLite checkpointer does not load here; its thread is kept in memory\n',
  )
}
try {
  const kept = createReactAgent({ llm: adder, tools: [add], checkpointer: saver })
  const config = () => ({ configurable: { thread_id: nextId() } })
  const figures = {
    one: await timed(300, 100, () => one(agent)),
    team: await timed(150, 50, () => one(supervisor)),
  }
  if (durable) figures.durable = await timed(150, 30, () => one(kept, config()))
  const same = { configurable: { thread_id: 'long' } }
  Object.assign(
    figures,
    await thread((n) => kept.invoke({ messages: [{ role: 'user', content: `message ${n}` }] }, same)),
  )
  if (durable)
    figures.threadMb =
      readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1e6
  process.stdout.write(JSON.stringify(figures))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
