/**
 * One agent with one tool. Runs on the offline rules, so no key is needed; `openModel('openai/gpt-5-mini', …)` in their
 * place makes it a language model.
 *
 *     node examples/01-one-agent.ts
 */
import assert from 'node:assert/strict'
import { defineTool, memoryStore, offlineModel, openRuntime } from 'loggia'
import { defineTeam } from 'loggia/teams'
import { z } from 'zod'

const orderStatus = defineTool({
  name: 'order_status',
  description: 'Status of an order by its number.\n按订单号查询订单状态。',
  input: z.object({ orderNumber: z.string().describe('order number, such as A-17') }),
  execute: ({ orderNumber }) => ({
    text: `Order ${orderNumber} leaves the warehouse tomorrow.`,
    facts: [{ slot: `order.${orderNumber}.ships`, value: 'tomorrow' }],
    source: 'the order table',
  }),
})

const team = defineTeam({
  team: 'shop',
  agents: {
    orders: {
      description: { en: 'Orders: status, delivery, returns.', zh: '订单：状态、配送、退货。' },
      capabilities: [{ name: 'orders', keywords: ['order', 'delivery', '订单', '配送'] }],
      tools: [orderStatus],
    },
  },
})

const runtime = openRuntime({ store: memoryStore(), teams: [team], models: async () => offlineModel() })
const session = await runtime.create()
const { taskId } = await session.post('Where is my order A-17?')
const task = await session.settled(taskId)

assert.equal(task.status, 'done')
assert.match(task.result?.answer ?? '', /Order A-17 leaves the warehouse tomorrow\./)
process.stdout.write(`${task.result?.answer}\n`)
await runtime.close()
