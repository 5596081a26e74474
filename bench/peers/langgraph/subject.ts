/**
 * LangGraph.js at the same work: its prebuilt agent, without a checkpointer in memory, with its SQLite checkpointer
 * where it is to last. The checkpointer is given Node's own SQLite instead of the native add-on it names: the same
 * engine as ours, at the same durability, and nothing to compile.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { z } from 'zod'
import { answerOf, checkAnswer, pairs } from '../../core/script.ts'
import { bytesIn } from '../../harness/bytes.ts'
import { bench, stored, thread } from '../../harness/measure.ts'
import { serve } from '../../harness/subject.ts'

interface Wanted {
  readonly name: string
  readonly args: Record<string, unknown>
}
let calls = 0

/** A model that wants these calls, then answers. */
class BenchModel extends BaseChatModel {
  readonly wanted: readonly Wanted[]
  constructor(wanted: readonly Wanted[]) {
    super({})
    this.wanted = wanted
  }
  override _llmType(): string {
    return 'bench'
  }
  override bindTools(): this {
    return this
  }
  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const last = messages.at(-1)
    const said = await answerOf(last?.getType() === 'tool' ? 'tool' : 'user', last?.text)
    const toolCalls = this.wanted.map(({ name, args }) => {
      calls += 1
      return { id: `c${calls}`, name, args, type: 'tool_call' as const }
    })
    const message = new AIMessage({
      content: said.text,
      tool_calls: said.call ? toolCalls : [],
    })
    return { generations: [{ message, text: said.text }] }
  }
}

const add = tool(async ({ a, b }: { a: number; b: number }) => String(a + b), {
  name: 'add',
  description: 'adds two numbers',
  schema: z.object({ a: z.number(), b: z.number() }),
})
const adding = new BenchModel([{ name: 'add', args: { a: 1, b: 2 } }])
const adder = createReactAgent({ llm: adding, tools: [add], prompt: 'You are adder.' })
const delegate = tool(
  async ({ task }: { task: string }) =>
    answered(await adder.invoke({ messages: [{ role: 'user', content: task }] })),
  { name: 'delegate', description: 'asks the adder', schema: z.object({ task: z.string() }) },
)
const boss = createReactAgent({
  llm: new BenchModel(pairs.map((task) => ({ name: 'delegate', args: { task } }))),
  tools: [delegate],
  prompt: 'You are boss.',
})

function answered({ messages }: { readonly messages: readonly BaseMessage[] }): string {
  const text = String(messages.at(-1)?.content ?? '')
  checkAnswer(text)
  return text
}

const home = mkdtempSync(join(tmpdir(), 'loggia-langgraph-'))
let files = 0

type Bound = SQLInputValue | undefined
/** The add-on stores what is undefined as null; Node's engine refuses it. */
const orNull = (value: Bound): SQLInputValue => value ?? null

/** What the checkpointer uses of the add-on's database, over Node's. */
function database(path: string): {
  readonly db: ConstructorParameters<typeof SqliteSaver>[0]
  close(): void
} {
  const inner = new DatabaseSync(path)
  const over = {
    pragma: (text: string) => inner.exec(`pragma ${text}`),
    exec: (sql: string) => inner.exec(sql),
    prepare(sql: string) {
      const statement = inner.prepare(sql)
      return {
        get: (...values: Bound[]) => statement.get(...values.map(orNull)),
        all: (...values: Bound[]) => statement.all(...values.map(orNull)),
        run: (...values: Bound[]) => statement.run(...values.map(orNull)),
      }
    },
    transaction:
      (action: (...values: SQLInputValue[]) => void) =>
      (...values: SQLInputValue[]) => {
        inner.exec('begin')
        action(...values)
        inner.exec('commit')
      },
  }
  return { db: over as unknown as ConstructorParameters<typeof SqliteSaver>[0], close: () => inner.close() }
}

interface Lasting {
  ask(thread: string, text: string): Promise<void>
  readonly path: string
  close(): void
}

function lasting(): Lasting {
  files += 1
  const path = join(home, `${files}.db`)
  const { db, close } = database(path)
  db.pragma('synchronous = FULL')
  const checkpointer = new SqliteSaver(db)
  const agent = createReactAgent({ llm: adding, tools: [add], prompt: 'You are adder.', checkpointer })
  return {
    path,
    close,
    async ask(thread, text) {
      const config = { configurable: { thread_id: thread } }
      answered(await agent.invoke({ messages: [{ role: 'user', content: text }] }, config))
    },
  }
}

const checkpointed = 'the SQLite checkpointer on node:sqlite, synchronous = FULL, default durability'

async function talkThrough(kind: 'thread' | 'chat'): ReturnType<typeof thread> {
  const agent = lasting()
  const batch = await thread(kind, (text) => agent.ask('thread', text))
  agent.close()
  return stored(kind, batch, bytesIn(agent.path))
}

await serve({
  scenarios: {
    one: () =>
      bench('one', 100, async () =>
        answered(await adder.invoke({ messages: [{ role: 'user', content: 'add 1 and 2' }] })),
      ),
    team: () =>
      bench('team', 50, async () =>
        answered(await boss.invoke({ messages: [{ role: 'user', content: 'add both' }] })),
      ),
    async durable() {
      const agent = lasting()
      const batch = await bench('durable', 50, (run) => agent.ask(`thread ${run}`, 'add 1 and 2'))
      agent.close()
      return batch
    },
    thread: () => talkThrough('thread'),
    chat: () => talkThrough('chat'),
  },
  notes: {
    one: 'keeps no log',
    team: 'keeps no log',
    durable: checkpointed,
    thread: checkpointed,
    chat: checkpointed,
  },
  close: () => rmSync(home, { recursive: true, force: true }),
})
