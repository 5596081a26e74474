import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offlineModel, type ToolSpec } from '#llm'
import type { Json } from '#protocol'
import { ask, callsOf, system, textOf, turnOf } from './workplace.ts'

type Fields = { readonly [key: string]: Json }

interface Case {
  readonly about: string
  readonly words: string
  readonly properties: Fields
  readonly required?: readonly string[]
  readonly wanted: Fields
}

/** One tool whose arguments are filled from the words alone. */
async function filled({
  words,
  properties,
  required = Object.keys(properties),
}: Omit<Case, 'wanted' | 'about'>): Promise<Fields | string> {
  const tool: ToolSpec = {
    name: 'do_it',
    description: 'The only thing there is to do',
    input: { type: 'object', properties: { ...properties }, required: [...required] },
  }
  const { turn } = await turnOf(offlineModel(), { system, messages: [ask(words)], tools: [tool] })
  return callsOf(turn)[0]?.args ?? textOf(turn)
}

const text: Json = { type: 'string' }

const cases: readonly Case[] = [
  {
    about: 'the whole request is the task',
    words: '  整理一下，谢谢！ ',
    properties: { task: text },
    wanted: { task: '  整理一下，谢谢！ ' },
  },
  {
    about: 'a date is counted from today',
    words: 'Take it back in 3 days',
    properties: { date: { type: 'string', format: 'date' } },
    wanted: { date: '2026-12-04' },
  },
  {
    about: 'tomorrow in Chinese is a date where one is wanted',
    words: '明天去取',
    properties: { date: { type: 'string', description: 'YYYY-MM-DD' } },
    wanted: { date: '2026-12-02' },
  },
  {
    about: 'a weekday is the next such day',
    words: '下周三之前交',
    properties: { due_date: { type: 'string', format: 'date' } },
    wanted: { due_date: '2026-12-09' },
  },
  {
    about: 'a weekday in English',
    words: 'I come on Friday',
    properties: { date: { type: 'string', format: 'date' } },
    wanted: { date: '2026-12-04' },
  },
  {
    about: 'a written date keeps its year',
    words: 'on March 5th, 2027',
    properties: { date: { type: 'string', format: 'date' } },
    wanted: { date: '2027-03-05' },
  },
  {
    about: 'a Chinese date gets this year',
    words: '12月24日见',
    properties: { date: { type: 'string', format: 'date' } },
    wanted: { date: '2026-12-24' },
  },
  {
    about: 'a listed day is chosen',
    words: '后天的安排',
    properties: { day: { type: 'string', enum: ['today', 'tomorrow', 'day_after_tomorrow'] } },
    wanted: { day: 'day_after_tomorrow' },
  },
  {
    about: 'a relative day in the language of the schema',
    words: 'and tomorrow?',
    properties: { day: { type: 'string', description: '今天、明天或后天' } },
    wanted: { day: '明天' },
  },
  {
    about: 'a day as a number of days',
    words: '明天',
    properties: { day: { type: 'integer', description: 'days from today' } },
    wanted: { day: 1 },
  },
  {
    about: 'arrival and departure take the first and second date',
    words: 'from 2026-12-05 to 2026-12-08',
    properties: {
      check_in_date: { type: 'string', format: 'date' },
      check_out_date: { type: 'string', format: 'date' },
    },
    wanted: { check_in_date: '2026-12-05', check_out_date: '2026-12-08' },
  },
  {
    about: 'an enum by the brackets of its description',
    words: '用摄氏度',
    properties: { unit: { type: 'string', enum: ['c', 'f'], description: 'c (摄氏), f (华氏)' } },
    wanted: { unit: 'c' },
  },
  {
    about: 'an enum by its twin in the other language',
    words: '这个很紧急',
    properties: { priority: { type: 'string', enum: ['low', 'normal', 'urgent'] } },
    wanted: { priority: 'urgent' },
  },
  {
    about: 'an enum value of two words',
    words: 'it is still in progress',
    properties: { status: { type: 'string', enum: ['open', 'in_progress', 'done'] } },
    wanted: { status: 'in_progress' },
  },
  {
    about: 'Chinese numerals',
    words: '三百五十元以内',
    properties: { maxPrice: { type: 'number' } },
    wanted: { maxPrice: 350 },
  },
  {
    about: 'a price and a number of people',
    words: 'a table for 4 people under $60',
    properties: { people: { type: 'integer' }, max_price: { type: 'number', description: 'highest price' } },
    wanted: { people: 4, max_price: 60 },
  },
  {
    about: 'a range',
    words: '价格 100 元以上、300 元以下',
    properties: { minPrice: { type: 'number' }, maxPrice: { type: 'number' } },
    wanted: { minPrice: 100, maxPrice: 300 },
  },
  {
    about: 'ten thousand',
    words: '预算不超过 2 万',
    properties: { budget: { type: 'number', description: '预算上限' } },
    wanted: { budget: 20_000 },
  },
  {
    about: 'a number said with its name',
    words: 'page 3 with 20 rows',
    properties: { page: { type: 'integer' }, rows: { type: 'integer' } },
    wanted: { page: 3, rows: 20 },
  },
  {
    about: 'from and to',
    words: 'a train from Lyon to Turin',
    properties: { origin: text, destination: text },
    wanted: { origin: 'Lyon', destination: 'Turin' },
  },
  {
    about: 'from and to in Chinese',
    words: '从南京到苏州的车票',
    properties: { from: text, to: text },
    wanted: { from: '南京', to: '苏州' },
  },
  {
    about: 'a place of several words',
    words: 'the opening hours at the Museum of Modern Art',
    properties: { place: text },
    wanted: { place: 'Museum of Modern Art' },
  },
  {
    about: 'a place in lower case',
    words: 'anything new in lisbon today',
    properties: { city: text },
    wanted: { city: 'lisbon' },
  },
  {
    about: 'a declared place anywhere',
    words: 'harbour north please',
    properties: { place: { type: 'string', enum: ['Harbour North', 'Harbour South'] } },
    wanted: { place: 'Harbour North' },
  },
  {
    about: 'a file and a quoted pattern',
    words: 'look for "two words" in notes/today.md',
    properties: { file_name: text, pattern: text },
    wanted: { file_name: 'notes/today.md', pattern: 'two words' },
  },
  {
    about: 'two files in order',
    words: 'compare a.txt with b.txt',
    properties: { file_name1: text, file_name2: text },
    wanted: { file_name1: 'a.txt', file_name2: 'b.txt' },
  },
  {
    about: 'an address and a message',
    words: 'tell kim@example.com "all is well"',
    properties: { email: text, message: text },
    wanted: { email: 'kim@example.com', message: 'all is well' },
  },
  {
    about: 'identifiers by their beginning',
    words: 'refund PAY-77 of ORD-12',
    properties: { order_id: text, payment_id: text },
    wanted: { order_id: 'ORD-12', payment_id: 'PAY-77' },
  },
  {
    about: 'a list of addresses',
    words: 'invite a@x.org and b@x.org',
    properties: { emails: { type: 'array', items: { type: 'string' } } },
    wanted: { emails: ['a@x.org', 'b@x.org'] },
  },
  {
    about: 'a list of listed values',
    words: 'red and blue, please',
    properties: { colours: { type: 'array', items: { type: 'string', enum: ['red', 'green', 'blue'] } } },
    wanted: { colours: ['red', 'blue'] },
  },
  {
    about: 'a flag said and one denied',
    words: 'force it, no cache',
    properties: { force: { type: 'boolean' }, cache: { type: 'boolean' } },
    wanted: { force: true, cache: false },
  },
  {
    about: 'what is optional and unsaid stays out',
    words: 'carry on',
    properties: { limit: { type: 'integer' }, city: text, date: { type: 'string', format: 'date' } },
    required: [],
    wanted: {},
  },
  {
    about: 'a default where one is required',
    words: 'carry on',
    properties: { limit: { type: 'integer', default: 10 } },
    wanted: { limit: 10 },
  },
  {
    about: 'a nullable union',
    words: 'in Oslo',
    properties: { city: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    wanted: { city: 'Oslo' },
  },
  { about: 'a time of day', words: '下午三点半见', properties: { time: text }, wanted: { time: '15:30' } },
  {
    about: 'a time of day in figures',
    words: 'meet me at 9:05 pm',
    properties: { time: text },
    wanted: { time: '21:05' },
  },
]

for (const { about, wanted, ...given } of cases) {
  test(`${about}: “${given.words.trim()}”`, async () => assert.deepEqual(await filled(given), wanted))
}

test('a required value that nobody gave is asked for by name, with its choices', async () => {
  const said = await filled({
    words: 'carry on',
    properties: { size: { type: 'string', enum: ['S', 'M'], description: 'size of the box' } },
  })
  assert.match(String(said), /size \(size of the box\) \[S, M\]/u)
})
