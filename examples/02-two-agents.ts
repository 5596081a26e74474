/**
 * A coordinator and two agents: it picks one for each request and passes on what the other said; `@name` goes past it.
 *
 *     node examples/02-two-agents.ts
 */
import assert from 'node:assert/strict'
import { defineTool, memoryStore, offlineModel, openRuntime, type SessionEvent } from 'loggia'
import { defineTeam } from 'loggia/teams'
import { z } from 'zod'

const stock = defineTool({
  name: 'check_stock',
  description: 'How many pieces of a product are in stock.\n查询产品库存。',
  keywords: ['stock', 'in stock', '库存'],
  input: z.object({ product: z.string().describe('product') }),
  execute: () => ({ text: 'In stock: 7 lamps, aisle 4.', source: 'the stock table' }),
})
const quote = defineTool({
  name: 'make_quote',
  description: 'Writes a quote for a customer.\n为客户写报价。',
  keywords: ['quote', 'offer', '报价'],
  input: z.object({ quantity: z.int().positive().optional().describe('how many pieces') }),
  execute: ({ quantity = 1 }) => ({
    text: `Quote: ${quantity} lamps at 40 euros, ${quantity * 40} euros together.`,
    source: 'the price list',
  }),
})

const team = defineTeam({
  team: 'sales',
  agents: {
    warehouse: {
      description: { en: 'Stock of products.', zh: '产品库存。' },
      capabilities: [{ name: 'stock', keywords: ['stock', 'lamps', '库存'] }],
      tools: [stock],
    },
    seller: {
      description: { en: 'Writes quotes and offers.', zh: '撰写报价。' },
      capabilities: [{ name: 'quotes', keywords: ['quote', 'offer', '报价'] }],
      tools: [quote],
    },
  },
  context: { decider: 'rules', rules: [{ when: 'seller', include: 'warehouse' }] },
})

const runtime = openRuntime({ store: memoryStore(), teams: [team], models: async () => offlineModel() })
const session = await runtime.create()
const events: SessionEvent[] = []
session.watch((item) => {
  if (item.kind === 'event') events.push(item.event)
})

async function ask(text: string): Promise<string> {
  const { taskId } = await session.post(text)
  const task = await session.settled(taskId)
  process.stdout.write(`› ${text}\n${task.result?.answer}\n\n`)
  return task.result?.answer ?? ''
}

assert.match(await ask('How many lamps are in stock?'), /7 lamps, aisle 4/)
assert.match(await ask('Write a quote for 5 lamps'), /5 lamps at 40 euros, 200 euros/)
await ask('@seller a quote for 2 lamps, please')

const runs = events.flatMap((event) => (event.type === 'run.reserved' ? [event.payload.agentId] : []))
assert.deepEqual(runs, ['coordinator', 'warehouse', 'coordinator', 'seller', 'seller'])

const given = events.flatMap((event) => (event.type === 'context.injected' ? event.payload.injections : []))
assert.deepEqual(
  given.map(({ sourceAgent }) => sourceAgent),
  ['warehouse'],
  'the seller was given what the warehouse had said, and nobody was given anything else',
)
await runtime.close()
