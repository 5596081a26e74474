import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventIdAt } from '#protocol'
import { opened, other, renamed, session } from '../../src/store/contract-events.ts'
import { type Context, compact, expand, idsIn } from '../../src/store/sqlite/compact.ts'
import { checksum, pack, unpack } from '../../src/store/sqlite/row.ts'
import { longWords, shortWords } from '../../src/store/sqlite/words.ts'

const word = fc.constantFrom(...shortWords, ...longWords).map((text) => text.replace(':', ''))
const known = fc.oneof(
  word,
  fc.constantFrom(
    session,
    other,
    `task_${session.slice(5)}`,
    eventIdAt(session, 12),
    eventIdAt(other, 3),
    'evt_01',
    'x_1',
  ),
)
const text = fc.oneof(
  known,
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\\', '"', '\\"', '\u001b', '\u2028'),
)
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    text,
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }),
  record: fc.dictionary(text, tie('value'), { maxKeys: 6 }),
})).value

/** Numbers kept in memory, as the writer keeps them on disk. */
function context(sessionId = session): Context {
  const ids: string[] = []
  const numberOf = (id: string): number | undefined => (ids.includes(id) ? ids.indexOf(id) : undefined)
  return { sessionId, ids: { numberOf, add: (id) => ids.push(id) - 1, idAt: (number) => ids[number] } }
}

/** A session that has used up its numbers. */
const numberless: Context = {
  sessionId: session,
  ids: { numberOf: () => undefined, add: () => undefined, idAt: () => undefined },
}

test('any JSON text is compacted and comes back letter by letter', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 4 }), fc.boolean(), (texts, isNumberless) => {
      const writer = isNumberless ? numberless : context()
      const jsons = texts.map((found) => JSON.stringify(found))
      const stored = jsons.map((json) => compact(json, writer))
      assert.deepEqual(
        stored.map((text) => expand(text, writer)),
        jsons,
      )
    }),
    { numRuns: 1_000 },
  )
})

test('any event is packed and comes back letter by letter, in whatever order its properties are', () => {
  const event = fc.record(
    { type: text, payload: value, reason: text, v: fc.nat(3), at: text, extra: value },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(event, fc.nat(1e6), fc.boolean(), (changes, seq, turned) => {
      const whole = { ...renamed(session, seq + 1, 'x'), ...changes }
      const json = JSON.stringify(turned ? Object.fromEntries(Object.entries(whole).toReversed()) : whole)
      const writer = context()
      assert.equal(unpack(pack(json, seq + 1, writer), seq + 1, writer), json)
    }),
    { numRuns: 1_000 },
  )
})

test('an id costs four bytes once the session knows it', () => {
  const writer = context()
  const id = session.replace('sess', 'task')
  const lengths = [1, 2, 3].map(() => compact(JSON.stringify([id, id]), writer).length)
  assert.deepEqual(lengths, [36, 9, 9])
  assert.deepEqual(idsIn(compact(JSON.stringify({ a: id, b: 1 }), context())), [[0, id]])
})

test('a usual event takes less than a third of its JSON', () => {
  const json = JSON.stringify(opened(session))
  const { body, at } = pack(json, 1, context())
  assert.ok(Buffer.byteLength(body) * 3 < json.length, `${Buffer.byteLength(body)} of ${json.length}`)
  assert.equal(at, 1_700_000_000_000, 'milliseconds since the id of the session was made')
})

test('another letter, seq or session is another checksum', () => {
  const json = JSON.stringify(renamed(session, 5, 'a title'))
  const sums = [
    checksum(json, session, 5),
    checksum(json.replace('a title', 'b title'), session, 5),
    checksum(json, session, 6),
    checksum(json, other, 5),
  ]
  assert.equal(new Set(sums).size, sums.length)
})

test('codes never change: rows written by an earlier version are read', () => {
  const rows = {
    '{"type":"run.started","actor":{"kind":"agent","id":"a"},"prevEvents":[],"visibility":"internal","payload":{}}':
      '{\u0005\u00014\u001b("a"}\u001b%}}',
    '["prevEvents:","public","reference",{"usage":1,"included":2}]':
      '["prevEvents:",\u0003Z,"reference",{\u0003l1\u0003m2}]',
    '["own conversation","local"]': '[\u0003p,\u0003|]',
    [`["${eventIdAt(session, 12)}"]`]: '[\u001d12\u001d]',
    [`["task_${session.slice(5)}","task_${session.slice(5)}"]`]: `[\u001e"${session.slice(5)}!!!,\u001f!]`,
  }
  for (const [json, stored] of Object.entries(rows)) {
    assert.equal(compact(json, context()), stored)
    assert.equal(expand(stored, context()), json)
  }
  for (const unknown of ['\u001f!', '\u0004~', '\u001b~', '\u001c!!!', '\u0000'])
    assert.throws(() => expand(unknown, context()), RangeError)
})
