import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JsonSchema, type ModelMessage, offlineModel } from '#llm'
import type { Json } from '#protocol'
import { ask, injected, newCallId, system, textOf, turnOf } from './workplace.ts'

function answered(text: string): ModelMessage[] {
  const callId = newCallId()
  return [
    { role: 'assistant', parts: [{ type: 'call', callId, tool: 'look', argumentsText: '{}' }] },
    { role: 'tool', results: [{ callId, tool: 'look', text, isError: false }] },
  ]
}

async function output(messages: readonly ModelMessage[], schema: JsonSchema): Promise<Json> {
  const { turn } = await turnOf(offlineModel(), { system, messages, tools: [], output: schema })
  return JSON.parse(textOf(turn)) as Json
}

test('a structured answer takes fields of results by name, and the answer as its summary', async () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      summary: { type: 'string' },
      riskLevel: { type: 'string', enum: ['low', 'medium', 'high'] },
      amount: { type: 'number' },
      items: { type: 'array', items: { type: 'string' } },
      note: { type: 'string' },
    },
    required: ['summary', 'riskLevel', 'amount', 'items'],
  }
  const value = await output(
    [ask('review it'), ...answered('{"amount": 41.5, "risk": "high risk", "items": ["a", "b"]}')],
    schema,
  )
  const { summary, riskLevel, amount, items } = value as { [key: string]: Json }
  assert.equal(typeof summary, 'string')
  assert.equal(riskLevel, 'high')
  assert.equal(amount, 41.5)
  assert.deepEqual(items, ['a', 'b'])
})

test('what nothing says is filled so that the schema still holds', async () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      ok: { type: 'boolean' },
      count: { type: 'integer', minimum: 1 },
      inner: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      rows: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      },
    },
    required: ['ok', 'count', 'inner', 'rows'],
  }
  const value = (await output([injected('a', 'nothing much', 1), ask('fill it')], schema)) as {
    [key: string]: Json
  }
  assert.equal(typeof value['ok'], 'boolean')
  assert.ok(Number.isInteger(value['count']) && Number(value['count']) >= 1)
  assert.equal(typeof (value['inner'] as { title?: Json }).title, 'string')
  assert.ok(Array.isArray(value['rows']))
})

test('rows of a result become rows of the output', async () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      places: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, price: { type: 'number' } },
          required: ['name', 'price'],
        },
      },
    },
    required: ['places'],
  }
  const rows = [
    { name: 'North', price: 3, extra: true },
    { name: 'South', price: 4 },
  ]
  assert.deepEqual(await output([ask('list them'), ...answered(JSON.stringify(rows))], schema), {
    places: [
      { name: 'North', price: 3 },
      { name: 'South', price: 4 },
    ],
  })
})
