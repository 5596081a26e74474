import { appendFileSync, existsSync } from 'node:fs'
import { z } from 'zod'
import { defineTool } from '#agents'

/** Written to with every payment, so that a test sees how often money really moved. */
const ledger = process.env['ERRANDS_LEDGER']
/** The kettle boils when this file is there. */
const boiled = process.env['ERRANDS_BOILED'] ?? ''

const payInvoice = defineTool({
  name: 'pay_invoice',
  description: 'Pays an invoice of a supplier. 支付供应商的账单。',
  keywords: ['pay', 'invoice', '付款', '支付', '账单'],
  risk: 'high',
  effect: 'unsafe',
  input: z.object({ invoice: z.string().describe('what is to be paid, in the words of the request') }),
  execute: ({ invoice }, { key }) => {
    if (ledger) appendFileSync(ledger, `${key} ${invoice}\n`)
    return { text: `Paid: ${invoice}`, facts: [{ slot: 'paid', value: invoice }] }
  },
})

const watchKettle = defineTool({
  name: 'watch_kettle',
  description: 'Waits until the water boils. 等到水烧开。',
  keywords: ['kettle', 'boil', 'water', '烧水', '水壶'],
  effect: 'idempotent',
  waits: true,
  timeoutMs: 60_000,
  input: z.object({}),
  execute: async (_input, { signal }) => {
    await new Promise<void>((resolve, reject) => {
      const timer = setInterval(() => {
        if (!existsSync(boiled)) return
        clearInterval(timer)
        resolve()
      }, 25)
      signal.addEventListener('abort', () => {
        clearInterval(timer)
        reject(signal.reason)
      })
    })
    return { text: 'The water boils.' }
  },
})

export const tools = [payInvoice, watchKettle]
