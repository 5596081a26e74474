import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventIdAt } from '#protocol'
import { opened, other, renamed, session } from '../../src/store/contract-events.ts'
import { compact, expand } from '../../src/store/sqlite/compact.ts'
import { checksum, pack, seedOf, unpack } from '../../src/store/sqlite/row.ts'
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

test('any JSON text is compacted and comes back letter by letter', () => {
  fc.assert(
    fc.property(value, (found) => {
      const json = JSON.stringify(found)
      assert.equal(expand(compact(json, session), session), json)
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
      assert.equal(unpack(pack(json, session, seq + 1), session, seq + 1), json)
    }),
    { numRuns: 1_000 },
  )
})

test('a usual event takes less than a third of its JSON', () => {
  const json = JSON.stringify(opened(session))
  const { body, atMs } = pack(json, session, 1)
  assert.ok(Buffer.byteLength(body) * 3 < json.length, `${Buffer.byteLength(body)} of ${json.length}`)
  assert.equal(atMs, 1_700_000_000_001)
})

test('a changed letter, time, seq or session changes the checksum', () => {
  const row = pack(JSON.stringify(renamed(session, 5, 'a title')), session, 5)
  const sums = [
    checksum(row, seedOf(session), 5),
    checksum({ ...row, body: row.body.replace('a title', 'b title') }, seedOf(session), 5),
    checksum({ ...row, atMs: row.atMs + 1 }, seedOf(session), 5),
    checksum(row, seedOf(session), 6),
    checksum(row, seedOf(other), 5),
  ]
  assert.equal(new Set(sums).size, sums.length)
})

test('codes never change: rows written by an earlier version are read', () => {
  const rows = {
    '{"type":"run.started","actor":{"kind":"agent","id":"a"},"prevEvents":[],"visibility":"internal","payload":{}}':
      '{\u0005\u00014,\u0006{\u0007\t,\b"a"},\u001b}}',
    '["prevEvents:","public","reference",{"usage":1,"included":2}]':
      '["prevEvents:",\u0003Z,"reference",{\u0003l1,\u0003m2}]',
  }
  for (const [json, stored] of Object.entries(rows)) assert.equal(expand(stored, session), json)
  assert.throws(() => expand('\u001c', session), RangeError)
  assert.throws(() => expand('\u001f!', session), RangeError)
  assert.throws(() => expand('\u0004~', session), RangeError)
})
