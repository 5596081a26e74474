import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAgentId } from '#protocol'
import { type AgentCard, parseRequest } from '#registry'

const card = (id: string, description: string, keywords: readonly string[] = []): AgentCard => ({
  id: parseAgentId(id),
  description,
  capabilities: [{ name: id, keywords, examples: [] }],
  permissionTags: [],
  inputConstraints: {},
  maxConcurrentRuns: 4,
  costClass: 'low',
  languages: ['en', 'zh'],
})
const cards = [
  card('finance', 'Analyses budgets, prices and payment terms', ['财务', 'budget', '预算']),
  card('compliance', 'Reviews contracts for legal risk', ['合规', 'legal']),
  card('weather_agent', 'Weather of Beijing', ['天气', 'forecast']),
]
const parse = (text: string) => parseRequest(text, cards)
/** Agents and words of a plan, as lines. */
const planOf = (text: string): string[] => {
  const parsed = parse(text)
  assert.equal(parsed.kind, 'plan', `${text} → ${JSON.stringify(parsed)}`)
  return parsed.kind === 'plan' ? parsed.steps.map(({ agentId, goal }) => `${agentId}: ${goal}`) : []
}

for (const text of [
  '@compliance review this contract',
  '＠compliance 看一下这份合同',
  '@compliance，请复核',
  '@compliance复核一下',
  '请@compliance复核一下',
  '@Compliance: is this fine?',
  'Please check this contract, @compliance.',
  '@compliance what did @finance say about it?',
  '@合规 看一下',
  'ask compliance to review the draft',
  'Compliance, please review this',
  '合规，你看看这个',
  '请合规审一下这份合同',
  '不要@finance，让@compliance看',
  "don't ask @finance, ask @compliance",
])
  test(`one agent is named by: ${text}`, () => {
    assert.deepEqual(parse(text), { kind: 'named', agentId: 'compliance', unknown: [] })
  })

test('a short form names an agent whose id ends in _agent', () => {
  assert.deepEqual(parse('@weather 明天呢'), { kind: 'named', agentId: 'weather_agent', unknown: [] })
  assert.deepEqual(parse('@weather_agent 明天呢'), { kind: 'named', agentId: 'weather_agent', unknown: [] })
})

for (const [text, names] of [
  ['@ghost do it', ['ghost']],
  ['＠幽灵，做一下', ['幽灵']],
  ['please ask @compliance2 to review', ['compliance2']],
] as const)
  test(`a name nobody has is told, not replaced: ${text}`, () => {
    assert.deepEqual(parse(text), { kind: 'unknown', names })
  })

test('an unknown name beside a known one is listed', () => {
  assert.deepEqual(parse('@compliance and @ghost review it'), {
    kind: 'named',
    agentId: 'compliance',
    unknown: ['ghost'],
  })
})

for (const text of [
  'mail it to anna@compliance.com',
  'write to bob@finance',
  'what does `@compliance` mean?',
  '```\n@compliance\n```',
  'install @types/node and @compliance/core',
  'what does @Override do in Java?',
  'He said "@compliance, let finance analyse and then have compliance review"',
  'The weather was fine, then finance options expired.',
  'What did finance say about compliance?',
  'I let finance analyse it and then they had compliance review it. Why?',
  'We let finance analyse, then we have compliance review; is that usual?',
  "Don't let finance analyse and never have compliance review.",
  '不要让财务分析，也别让合规复核',
  '昨天我们让财务分析，后来他们让合规复核了',
  '财务和合规有什么区别？',
  'have the budget checked and then let the forecast run',
  'use finance terms, then legal ones',
  '请不要@compliance',
  'finance should know. The weather is fine.',
  '让财务问题更清楚的办法有哪些？',
  'Finance, in short, is hard.',
  '先去故宫，再去颐和园',
  '帮我查一下天气，然后推荐一家酒店',
  'get weather for tomorrow',
  '',
])
  test(`nobody is addressed by: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(parse(text), { kind: 'plain' })
  })

for (const [text, steps] of [
  ['let finance analyse and then have compliance review', ['finance: analyse', 'compliance: review']],
  ['先让 finance 分析，然后让 compliance 复核', ['finance: 分析', 'compliance: 复核']],
  ['先由财务分析再由合规审查', ['finance: 分析', 'compliance: 审查']],
  ['先财务分析，再合规审查', ['finance: 分析', 'compliance: 审查']],
  ['@finance add it up, then @compliance check the sum', ['finance: add it up', 'compliance: check the sum']],
  ['@finance 算一下总价，然后 @compliance 复核', ['finance: 算一下总价', 'compliance: 复核']],
  ['@finance算总价，再@compliance复核', ['finance: 算总价', 'compliance: 复核']],
  [
    'Can you have the finance team look at Q3 first, and then ask compliance to sign it off?',
    ['finance: look at Q3', 'compliance: sign it off?'],
  ],
  [
    'First finance analyses it, then compliance reviews it.',
    ['finance: analyses it', 'compliance: reviews it'],
  ],
  ['Have the legal team read it, then let finance price it', ['compliance: read it', 'finance: price it']],
  ['请让财务部分析一下；接着请合规部审一下', ['finance: 分析一下', 'compliance: 审一下']],
  ['我想让财务先分析，再让合规看', ['finance: 分析', 'compliance: 看']],
  ['First finance, then compliance: check it', ['finance: check it', 'compliance: check it']],
  ['先 finance 再 compliance 检查付款', ['finance: 检查付款', 'compliance: 检查付款']],
  [
    '由天气助手查出雨天，财务评估金额，最后合规出意见',
    ['weather_agent: 查出雨天', 'finance: 评估金额', 'compliance: 出意见'],
  ],
  ['ask finance to total it, then the legal team to check it', ['finance: total it', 'compliance: check it']],
  [
    'Use finance to analyse it and afterwards compliance to sign off',
    ['finance: analyse it', 'compliance: sign off'],
  ],
  ['finance should analyse it; then compliance should review', ['finance: analyse it', 'compliance: review']],
  ['先请财务组算账，最后交给合规那边把关', ['finance: 算账', 'compliance: 把关']],
  ['@finance and @compliance: read this', ['finance: read this', 'compliance: read this']],
] as const)
  test(`an order is a plan: ${text}`, () => {
    assert.deepEqual(planOf(text), steps)
  })

test('a condition goes with the step it is for', () => {
  assert.deepEqual(planOf('让财务分析，如果没问题再让合规复核'), [
    'finance: 分析',
    'compliance: 如果没问题，复核',
  ])
  assert.deepEqual(planOf('let finance analyse it and, if that is fine, have compliance review it'), [
    'finance: analyse it',
    'compliance: if that is fine, review it',
  ])
})

test('an id is the same with a hyphen, an underscore or a space', () => {
  for (const name of ['weather_agent', 'weather-agent', 'Weather agent'])
    assert.deepEqual(parse(`@${name} 明天呢`), { kind: 'named', agentId: 'weather_agent', unknown: [] })
})

test('what is said before the first step goes with every step', () => {
  assert.deepEqual(planOf('关于甲公司的合同，先让财务分析，再让合规复核'), [
    'finance: 关于甲公司的合同 分析',
    'compliance: 关于甲公司的合同 复核',
  ])
})
