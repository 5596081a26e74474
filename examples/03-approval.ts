/**
 * A tool of high risk waits for a person. The approval is bound to the exact call; what is denied never runs.
 *
 *     node examples/03-approval.ts
 */
import assert from 'node:assert/strict'
import { defineTool, memoryStore, offlineModel, openRuntime } from 'loggia'
import { defineTeam } from 'loggia/teams'
import { z } from 'zod'

const sent: string[] = []
const refund = defineTool({
  name: 'refund_order',
  description: 'Pays the price of an order back.\n退还订单款项。',
  keywords: ['refund', '退款'],
  risk: 'high',
  effect: 'unsafe',
  input: z.object({ orderNumber: z.string().describe('order number, such as A-17') }),
  execute: ({ orderNumber }) => {
    sent.push(orderNumber)
    return { text: `Order ${orderNumber} is refunded.`, source: 'the bank' }
  },
})

const team = defineTeam({
  team: 'cashier',
  agents: {
    cashier: {
      description: { en: 'Refunds of orders.', zh: '订单退款。' },
      capabilities: [{ name: 'refunds', keywords: ['refund', '退款'] }],
      tools: [refund],
    },
  },
  policies: { risk: { high: 'ask' }, approvalTimeout: '1h' },
})

const runtime = openRuntime({ store: memoryStore(), teams: [team], models: async () => offlineModel() })
const session = await runtime.create()

for (const [order, decision] of [
  ['A-17', 'grant'],
  ['B-52', 'deny'],
] as const) {
  const { taskId } = await session.post(`Refund order ${order}`)
  assert.equal(await session.rest(), 'waiting')
  const asked = [...session.view.approvals.values()].find(({ status }) => status === 'pending')
  assert.ok(asked)
  process.stdout.write(`may ${asked.tool} run with ${JSON.stringify(asked.arguments)}? ${decision}\n`)
  await session.decide(asked.approvalId, decision, { digest: asked.digest })
  const task = await session.settled(taskId)
  process.stdout.write(`${task.result?.answer}\n`)
}

assert.deepEqual(sent, ['A-17'])
await runtime.close()
