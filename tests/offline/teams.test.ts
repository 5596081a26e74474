import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '#protocol'
import { type Member, type Trade, Workplace } from './workplace.ts'

const object = (
  properties: { readonly [key: string]: Json },
  required: readonly string[],
): Trade['spec']['input'] => ({
  type: 'object',
  properties,
  required: [...required],
})

const payments: readonly Member[] = [
  {
    id: 'finance',
    description: 'Checks invoices, amounts and budgets of suppliers.\n核对供应商的发票、金额和预算。',
    keywords: ['invoice', 'budget', 'amount', 'payment terms', '发票', '预算', '金额', '付款', '账期'],
    tools: [
      {
        spec: {
          name: 'get_invoice',
          description: 'An invoice with its amount\n发票及其金额',
          input: object(
            {
              invoice_id: {
                type: 'string',
                description: 'number of the invoice 发票编号',
                pattern: '^INV-\\d{4}$',
              },
            },
            ['invoice_id'],
          ),
        },
        run: ({ invoice_id }) =>
          JSON.stringify({
            invoice_id,
            supplier: 'Acme',
            amount: 18_200,
            currency: 'EUR',
            due: '2026-12-20',
          }),
      },
    ],
  },
  {
    id: 'data',
    description:
      'Queries the supplier database: orders, deliveries, history.\n查询供应商数据库：订单、交货、历史。',
    keywords: ['supplier', 'orders', 'deliveries', 'history', '供应商', '订单', '交货', '历史记录'],
    tools: [
      {
        spec: {
          name: 'supplier_history',
          description: 'Orders and deliveries of a supplier\n供应商的订单和交货',
          input: object(
            {
              supplier_name: { type: 'string', description: 'name of the supplier' },
              limit: { type: 'integer', description: 'how many orders' },
            },
            ['supplier_name'],
          ),
        },
        run: ({ supplier_name }) => `${String(supplier_name)}: 14 orders, 2 late.`,
      },
    ],
  },
  {
    id: 'compliance',
    description: 'Reviews payments against sanctions and approval rules.\n按制裁名单和审批规则审查付款。',
    keywords: [
      'review',
      'compliance',
      'sanctions',
      'audit',
      'approval',
      '合规',
      '审查',
      '制裁',
      '审计',
      '审批',
    ],
    tools: [],
  },
]

const feature: readonly Member[] = [
  {
    id: 'frontend',
    description: 'Builds pages, forms and styles.\n开发页面、表单和样式。',
    keywords: ['page', 'form', 'button', 'css', 'ui', '页面', '表单', '按钮', '前端'],
    tools: [],
  },
  {
    id: 'backend',
    description: 'Builds endpoints and business rules.\n开发接口和业务规则。',
    keywords: ['endpoint', 'api', 'server', 'route', '接口', '后端', '服务端'],
    tools: [],
  },
  {
    id: 'database',
    description: 'Designs tables, migrations and queries.\n设计数据表、迁移和查询语句。',
    keywords: ['table', 'migration', 'column', 'index', 'sql', '数据表', '迁移', '字段', '索引'],
    tools: [],
  },
]

const library: readonly Member[] = [
  {
    id: 'catalogue',
    description: 'Finds books and tells whether they are on the shelf.\n查找图书和在架情况。',
    keywords: ['book', 'author', 'shelf', 'novel', '图书', '作者', '小说', '在架'],
    tools: [
      {
        spec: {
          name: 'find_book',
          description: 'Books by title, author or subject\n按书名、作者或主题查书',
          input: object(
            {
              title: { type: 'string', description: '书名 title' },
              language: {
                type: 'string',
                enum: ['en', 'zh', 'fr'],
                description: '语言 language: en (English), zh (中文), fr (French)',
              },
            },
            [],
          ),
        },
        run: () => JSON.stringify([{ title: 'Dream of the Red Chamber', copies: 3, shelf: 'C12' }]),
      },
    ],
  },
  {
    id: 'loans',
    description: 'Loans, renewals and fines of a reader.\n读者的借阅、续借和罚款。',
    keywords: ['loan', 'renew', 'fine', 'overdue', '借阅', '续借', '罚款', '到期'],
    tools: [],
  },
  {
    id: 'rooms',
    description: 'Reserves reading rooms.\n预约阅览室。',
    keywords: ['room', 'reserve', 'seat', '阅览室', '预约', '座位'],
    tools: [],
  },
]

const cases: readonly (readonly [string, readonly Member[], string, readonly string[]])[] = [
  ['payments', payments, 'What is the amount of invoice INV-2041?', ['finance']],
  ['payments', payments, '查一下供应商 Acme 的历史订单', ['data']],
  [
    'payments',
    payments,
    'Let finance check invoice INV-2041 and then have compliance review it',
    ['finance', 'compliance'],
  ],
  ['payments', payments, '先核对发票 INV-2041 的金额，然后让合规审查', ['finance', 'compliance']],
  ['payments', payments, '@compliance is Acme on a list?', ['compliance']],
  ['feature', feature, 'Add a column for the nickname to the users table', ['database']],
  ['feature', feature, '给登录页面加一个忘记密码按钮', ['frontend']],
  [
    'feature',
    feature,
    'Create a migration for the orders table, build an endpoint that lists orders and design a page with a form',
    ['database', 'backend', 'frontend'],
  ],
  [
    'feature',
    feature,
    '新增用户昵称字段，并开发修改昵称的接口，再把表单放到页面上',
    ['database', 'backend', 'frontend'],
  ],
  ['library', library, 'Do you have the novel "Dream of the Red Chamber" on the shelf?', ['catalogue']],
  ['library', library, '我想续借两本到期的书', ['loans']],
  ['library', library, '帮我预约周五的阅览室', ['rooms']],
]

for (const [team, members, request, wanted] of cases) {
  test(`${team}: “${request}” goes to ${wanted.join(', ')}`, async () => {
    const workplace = new Workplace(members)
    await workplace.say(request)
    assert.deepEqual(
      workplace.handed.map(({ agent }) => agent),
      wanted,
    )
  })
}

test('a pattern in the schema finds its value, and JSON results are told in lines', async () => {
  const workplace = new Workplace(payments)
  const said = await workplace.say('What is the amount of invoice INV-2041?')
  assert.deepEqual(workplace.calls, [
    { agent: 'finance', tool: 'get_invoice', args: { invoice_id: 'INV-2041' } },
  ])
  assert.match(said, /amount: 18200/u)
  assert.match(said, /due: 2026-12-20/u)
})

test('a quoted title and a listed language fill their arguments', async () => {
  const workplace = new Workplace(library)
  await workplace.say('Is the book "Dream of the Red Chamber" there in English?')
  assert.deepEqual(workplace.calls.at(-1)?.args, { title: 'Dream of the Red Chamber', language: 'en' })
  await workplace.say('有没有中文的《红楼梦》这本小说')
  assert.deepEqual(workplace.calls.at(-1)?.args, { title: '红楼梦', language: 'zh' })
})

test('who has no tools answers from the words it was given', async () => {
  const workplace = new Workplace(payments)
  await workplace.say('Let finance check invoice INV-2041 and then have compliance review the result')
  const [finance, compliance] = workplace.handed
  assert.deepEqual(compliance?.context, [{ sourceAgent: 'finance', content: finance?.answer }])
  assert.match(compliance?.answer ?? '', /According to finance: .*INV-2041/su)
})

test('context that has nothing to do with the request stays behind', async () => {
  const workplace = new Workplace(payments)
  await workplace.say('What is the amount of invoice INV-2041?')
  await workplace.say('Show the deliveries of the supplier Globex')
  assert.deepEqual(
    workplace.handed.map(({ agent, context }) => [agent, context]),
    [['data', []]],
  )
})

test('the same words of another agent are not sent twice to the same agent', async () => {
  const workplace = new Workplace(payments)
  await workplace.say('What is the amount of invoice INV-2041?')
  await workplace.say('Based on that amount, which approval rules apply?')
  assert.equal(workplace.handed[0]?.context.length, 1)
  await workplace.say('And based on that amount, is an audit needed?')
  assert.deepEqual(
    workplace.handed.map(({ agent, context }) => [agent, context]),
    [['compliance', []]],
  )
})
