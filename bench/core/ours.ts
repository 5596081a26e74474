/** Loggia at the same work: the full log, every rule, every explanation. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { defineTool, type TeamSpec } from '#agents'
import type { ModelMessage, ModelPort, ModelRequest } from '#llm'
import { emptyView, fold, type ModelPart, type SessionId } from '#protocol'
import { openRuntime, type Runtime, type SessionHandle } from '#runtime'
import { memoryStore, type Store, type StoredEvent, sqliteStore } from '#store'
import { testTeam } from '#testing'
import { bytesIn } from '../harness/bytes.ts'
import { bench, rate, stored, thread } from '../harness/measure.ts'
import type { Batch } from '../harness/rows.ts'
import { serve } from '../harness/subject.ts'
import { appendMany } from './many.ts'
import { answerOf, checkAnswer, foldLength, pairs } from './script.ts'

const add = defineTool({
  name: 'add',
  description: 'adds two numbers',
  input: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => ({ text: String(a + b) }),
})
const alone = testTeam({ adder: { tools: [add] } })
const team = testTeam({ boss: {}, adder: { tools: [add] } })

const usage = {
  freshInput: 100,
  cacheRead: 0,
  cacheWrite: 0,
  output: 20,
  reasoning: 0,
  source: 'reported',
} as const

/** What the model wants of the tools it is given: one addition, or both workers at once. */
function wanted({ tools }: ModelRequest): readonly { readonly tool: string; readonly arguments: object }[] {
  if (tools[0]?.name !== 'delegate_to_adder') return [{ tool: 'add', arguments: { a: 1, b: 2 } }]
  return pairs.map((task) => ({ tool: 'delegate_to_adder', arguments: { task } }))
}

function textOf(message: ModelMessage | undefined): string {
  const [part] = message?.role === 'user' ? message.parts : []
  return part?.type === 'text' ? part.text : ''
}

const model: ModelPort = {
  name: 'bench/model',
  async *stream(request, { newCallId }) {
    const last = request.messages.at(-1)
    const said = await answerOf(last?.role === 'tool' ? 'tool' : 'user', textOf(last))
    if (!said.call) yield { type: 'text-delta', text: said.text }
    const parts: readonly ModelPart[] = said.call
      ? wanted(request).map(({ tool, arguments: value }) => ({
          type: 'call',
          callId: newCallId(),
          tool,
          argumentsText: JSON.stringify(value),
        }))
      : [{ type: 'text', text: said.text }]
    return { parts, finish: said.call ? 'tool-calls' : 'stop', usage, attempt: 1, model: 'bench/model' }
  },
}

const home = mkdtempSync(join(tmpdir(), 'loggia-bench-'))
let folders = 0
const folder = (): string => {
  folders += 1
  return join(home, String(folders))
}

function open(store: Store, spec: TeamSpec): Runtime {
  return openRuntime({ store, teams: [spec], models: async () => model })
}

async function ask(session: SessionHandle, text: string): Promise<void> {
  const { taskId } = await session.post(text)
  const { result } = await session.settled(taskId)
  checkAnswer(result?.answer ?? '')
}

/** One request in a new session, from the creation of the session to its durable answer. */
async function requests(id: 'one' | 'team' | 'durable', runs: number, store: Store): Promise<Batch> {
  const runtime = open(store, id === 'team' ? team : alone)
  await ask(await runtime.create(), 'the first opens the store and the model')
  const batch = await bench(id, runs, async () => ask(await runtime.create(), 'add 1 and 2'))
  await runtime.close()
  return batch
}

async function talkThrough(kind: 'thread' | 'chat'): Promise<Batch> {
  const path = folder()
  const runtime = open(sqliteStore({ folder: path }), alone)
  const session = await runtime.create()
  const batch = await thread(kind, (text) => ask(session, text))
  await runtime.close()
  return stored(kind, batch, bytesIn(path))
}

async function append(): Promise<Batch> {
  const store = sqliteStore({ folder: folder() })
  await store.ready
  const batch = await appendMany((event) =>
    store.events.append(event.sessionId, [event], { expected: event.seq - 1 }),
  )
  await store.close()
  return batch
}

interface Long {
  readonly store: Store
  readonly sessionId: SessionId
  readonly events: readonly StoredEvent[]
}
let long: Long | undefined

/** A session of the supervisor team that has grown to as many events as we fold, as the runtime wrote them. */
async function longSession(): Promise<Long> {
  if (long) return long
  const memory = memoryStore()
  const runtime = open(memory, team)
  const session = await runtime.create()
  while (session.view.seq < foldLength) await ask(session, 'add 1 and 2')
  const events = await Array.fromAsync(memory.events.read(session.sessionId, 0))
  await runtime.close()
  const store = sqliteStore({ folder: folder() })
  for (let seq = 0; seq < events.length; seq += 1_000)
    await store.events.append(session.sessionId, events.slice(seq, seq + 1_000), { expected: seq })
  long = { store, sessionId: session.sessionId, events }
  return long
}

function checkFolded(seq: number, length: number): void {
  if (seq !== length) throw new Error(`folded ${seq} of ${length} events`)
}

await serve({
  scenarios: {
    one: () => requests('one', 400, memoryStore()),
    team: () => requests('team', 150, memoryStore()),
    durable: () => requests('durable', 100, sqliteStore({ folder: folder() })),
    thread: () => talkThrough('thread'),
    chat: () => talkThrough('chat'),
    append,
    async readFold() {
      const { store, sessionId, events } = await longSession()
      return await rate('readFold', events.length, async () => {
        const view = emptyView()
        for await (const event of store.events.read(sessionId, 0)) fold(view, event)
        checkFolded(view.seq, events.length)
      })
    },
    async fold() {
      const { events } = await longSession()
      return await rate('fold', events.length, () => {
        const view = emptyView()
        for (const event of events) fold(view, event)
        checkFolded(view.seq, events.length)
      })
    },
  },
  async close() {
    await long?.store.close()
    rmSync(home, { recursive: true, force: true })
  },
})
