/** Loggia at the same work: the full log, every rule, every explanation. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { defineTool, type TeamSpec } from '#agents'
import { type ModelMessage, scriptedModel } from '#llm'
import { emptyView, fold, type SessionEvent } from '#protocol'
import { openRuntime, type Runtime } from '#runtime'
import { memoryStore, type Store, sqliteStore } from '#store'
import { testTeam } from '#testing'
import { median, timed } from '../harness/measure.ts'
import type { Figures } from '../harness/rows.ts'
import { answerOf, turns } from './script.ts'

const add = defineTool({
  name: 'add',
  description: 'adds two numbers',
  input: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => ({ text: String(a + b) }),
})
const alone = testTeam({ adder: { tools: [add] } })
const team = testTeam({ boss: {}, adder: { tools: [add] } })

const { text } = await answerOf('tool')
const usage = {
  freshInput: 100,
  cacheRead: 0,
  cacheWrite: 0,
  output: 20,
  reasoning: 0,
  source: 'reported' as const,
}
const { call } = await answerOf('user')
const parts = ['add 1 and 2', 'add 3 and 4'].map((task) => ({
  tool: 'delegate_to_adder',
  arguments: { task },
}))

/** A fresh model for each group of runs: it keeps what it was asked. */
const model = () =>
  scriptedModel((request) => {
    const last = request.messages.at(-1)
    if (last?.role === 'tool' || isPlain(last)) return { text, usage }
    if (request.tools[0]?.name === 'delegate_to_adder') return { calls: parts, usage }
    return { calls: [{ tool: 'add', arguments: { ...call } }], usage }
  })

/** A turn of the long thread asks for nothing that needs a tool. */
function isPlain(message: ModelMessage | undefined): boolean {
  const [part] = message?.role === 'user' ? message.parts : []
  return part?.type === 'text' && part.text.startsWith('message ')
}

function open(store: Store, spec: TeamSpec): Runtime {
  return openRuntime({ store, teams: [spec], models: async () => model() })
}

async function request(runtime: Runtime): Promise<void> {
  const session = await runtime.create()
  const { taskId } = await session.post('add 1 and 2')
  await session.settled(taskId)
}

/** The best of several groups, each with a runtime of its own, so that what earlier runs left behind is not measured. */
async function perRequest(make: () => Store, spec: TeamSpec, groups: number): Promise<number> {
  const medians: number[] = []
  for (let group = 0; group < groups; group += 1) {
    const runtime = open(make(), spec)
    medians.push((await timed(300, 30, () => request(runtime))).p50)
    await runtime.close()
  }
  return median(medians.slice(Math.floor(groups / 2)))
}

const home = mkdtempSync(join(tmpdir(), 'loggia-bench-'))
let folders = 0
const durable = (): Store => {
  folders += 1
  return sqliteStore({ folder: join(home, String(folders)) })
}

try {
  const figures: Figures = {
    one: await perRequest(memoryStore, alone, 16),
    team: await perRequest(memoryStore, team, 16),
    durable: await perRequest(durable, alone, 4),
    ...(await thread()),
    ...(await folding()),
  }
  process.stdout.write(JSON.stringify(figures))
} finally {
  rmSync(home, { recursive: true, force: true })
}

async function thread(): Promise<Figures> {
  const store = durable()
  const runtime = open(store, alone)
  for (let run = 0; run < 200; run += 1) await request(runtime)
  await runtime.close()
  const folder = join(home, 'thread')
  const lasting = open(sqliteStore({ folder }), alone)
  const session = await lasting.create()
  const times: number[] = []
  const before = bytesIn(folder)
  for (let turn = 1; turn <= turns; turn += 1) {
    const began = performance.now()
    const { taskId } = await session.post(`message ${turn}`)
    await session.settled(taskId)
    times.push(performance.now() - began)
  }
  const around = (turn: number): number => median(times.slice(turn - 6, turn + 5))
  await lasting.close()
  const stored = bytesIn(folder) - before
  return { threadRatio: around(turns - 5) / around(10), threadMs: around(turns - 5), threadMb: stored / 1e6 }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

async function folding(): Promise<Figures> {
  const store = durable()
  const runtime = open(store, team)
  const session = await runtime.create()
  const events: SessionEvent[] = []
  session.watch((item) => {
    if (item.kind === 'event') events.push(item.event)
  })
  while (events.length < 20_000) {
    const { taskId } = await session.post('add 1 and 2')
    await session.settled(taskId)
  }
  const reading: number[] = []
  const inMemory: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now()
    const view = emptyView()
    for await (const event of store.events.read(session.sessionId, 0)) fold(view, event)
    const middle = performance.now()
    const again = emptyView()
    for (const event of events) fold(again, { ...event, seq: again.seq + 1 } as SessionEvent)
    reading.push(view.seq / (middle - began))
    inMemory.push(events.length / (performance.now() - middle))
  }
  await runtime.close()
  return { readFold: median(reading), fold: median(inMemory) }
}
