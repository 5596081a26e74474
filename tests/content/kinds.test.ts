import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { type ContentType, displayWidth } from '#protocol'
import { contentKinds, plainText, readContent } from '#protocol/schemas'
import { contentLines } from '../../src/content/lines.ts'
import { fitting } from '../protocol/arbitraries.ts'

/** One full payload of each kind, in more than one script. */
const samples: { readonly [Type in ContentType]: object } = {
  text: { text: '周末下雨。', facts: [{ slot: 'rain', value: 12, unit: 'mm', source: 'call_1' }] },
  analysis_result: {
    summary: '供应商账期偏长',
    riskLevel: 'high',
    findings: [{ title: '平均账期', detail: '45 天', level: 'medium', source: 'ledger' }],
    suggestions: ['Renegotiate'],
    facts: [{ slot: 'term', value: 45, unit: 'days', source: 'ledger' }],
  },
  tool_result: { tool: 'look', arguments: { city: '北京' }, text: 'rain', source: 'https://weather.example' },
  plan_preview: {
    title: '计划',
    steps: [
      { title: 'weather', assignee: 'weather' },
      { title: 'boat', dependsOn: [1] },
    ],
  },
  question_to_user: { text: '哪一天？', choices: [{ value: 'sat', label: 'Saturday' }], fallback: 'sat' },
  approval_request: {
    tool: 'pay',
    arguments: { to: '甲公司', amount: 100 },
    risk: 'high',
    path: ['planner', 'finance'],
    preview: '-0\n+100',
    expiresAt: '2026-02-01T00:00:00.000Z',
  },
  subtask_progress: {
    title: '分析',
    agentId: 'finance',
    status: 'running',
    done: 2,
    total: 5,
    text: 'reading',
  },
  table: {
    title: 'Rain',
    columns: ['城市', 'mm'],
    rows: [
      ['北京', 12],
      ['上海', null],
      ['A', 1, 'extra'],
    ],
  },
  chart: { title: 'Rain', unit: 'mm', labels: ['一', '二'], series: [{ name: 'mm', values: [3, -5] }] },
  diff: { path: 'src/a.ts', patch: '@@ -1 +1 @@\n-old\n+new', summary: 'renamed' },
  file: { name: '报告.pdf', mediaType: 'application/pdf', sizeBytes: 120, preview: 'First page' },
  error: { code: 'timeout', message: 'weather did not finish', detail: { ms: 5 } },
}

/** What of a payload a reader must find in the plain text. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(wordsOf)
}

for (const type of Object.keys(contentKinds) as ContentType[]) {
  test(`${type}: a model reads everything that matters, without layout`, () => {
    const read = readContent(type, samples[type])
    assert.equal(read.type, type, read.type === 'unknown' ? read.problem : '')
    const text = plainText(type, samples[type])
    const left = wordsOf(samples[type]).filter((word) => !text.includes(word))
    const beside = type === 'text' ? ['rain', '12', 'mm', 'call_1'] : []
    assert.deepEqual(left, beside)
  })

  test(`${type}: terminal lines fit every width and hold nothing a terminal obeys`, () => {
    const schema = z.toJSONSchema(contentKinds[type].schema, { unrepresentable: 'any', io: 'input' })
    const hostile = fc
      .tuple(
        fitting(schema as never),
        fc.constantFrom('\u001b[2J', '\u202e', '\r\n', '\u{e0041}', '\u009b31m', 'x'),
      )
      .map(([payload, bad]) => withText(payload, bad))
    fc.assert(
      fc.property(hostile, fc.integer({ min: 8, max: 60 }), (payload, width) => {
        for (const line of contentLines(type, payload, width)) {
          assert.doesNotMatch(line, /[\p{Cc}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u)
          if (type !== 'table')
            assert.ok(displayWidth(line) <= width, `${displayWidth(line)} > ${width}: ${line}`)
        }
      }),
    )
  })
}

/** Every text of a payload with something in its middle, but what must stay a word of its own. */
function withText(value: unknown, bad: string): unknown {
  const kept = new Set([
    'low',
    'medium',
    'high',
    'none',
    'bar',
    'line',
    'running',
    'done',
    'pending',
    'waiting',
  ])
  if (typeof value === 'string')
    return kept.has(value) || value === 'failed' || value === 'cancelled' ? value : `a${bad}${value}`
  if (Array.isArray(value)) return value.map((one) => withText(one, bad))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withText(one, bad)]))
}

test('a table that can fit does, its widest columns giving way first', () => {
  const payload = {
    columns: ['a', '城市'],
    rows: [
      ['x'.repeat(50), '北京市海淀区'],
      ['y', '上海'],
    ],
  }
  for (const width of [12, 20, 40]) {
    const lines = contentLines('table', payload, width)
    for (const line of lines) assert.ok(displayWidth(line) <= width, line)
  }
  assert.deepEqual(contentLines('table', { columns: ['a', '城市'], rows: [['x', '北京']] }, 20), [
    'a  城市',
    '─  ────',
    'x  北京',
  ])
})

test('a kind nobody knows, or a payload that is not of its kind, is shown as data and never lost', () => {
  for (const type of ['hologram', 'constructor', '__proto__', 'table']) {
    const payload = { beam: [1, { colour: '红' }], evil: '\u001b[31m' }
    const text = plainText(type, payload)
    assert.deepEqual(JSON.parse(text), payload)
    const lines = contentLines(type, payload, 30)
    assert.ok(lines.length > 3 && lines.join('\n').includes('红'))
    assert.equal(lines.join('').includes('\u001b'), false)
  }
  assert.equal(plainText('hologram', undefined), 'undefined')
})

test('keys a kind does not know do no harm', () => {
  assert.equal(plainText('text', { text: 'hi', mood: { deep: true }, __proto__: null }), 'hi')
})
