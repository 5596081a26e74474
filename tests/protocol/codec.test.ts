import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { emptyView, encodeEvent, eventVersion, fold, movedEvent, type SessionEvent } from '#protocol'
import { CodecError, decodeEvent } from '#protocol/schemas'
import { decodeLifted } from '../../src/protocol/codec.ts'
import { eventOf, eventTypes } from './arbitraries.ts'
import { counting, opened } from './scene.ts'

const sessionId = counting()('session')
const [first] = opened().events
assert.ok(first)
const line = encodeEvent(first)
const created = decodeEvent(line) as SessionEvent

function refusal(source: unknown): CodecError {
  try {
    decodeEvent(source)
  } catch (error) {
    assert.ok(error instanceof CodecError, String(error))
    return error
  }
  return assert.fail('it was read')
}

for (const type of eventTypes)
  test(`${type}: what is written is read back the same, as one line`, () => {
    fc.assert(
      fc.property(eventOf(type, { sessionId, seq: 7 }), (event) => {
        const text = encodeEvent(event)
        assert.equal(/[\n\r\u2028\u2029]/.test(text), false)
        assert.deepEqual(decodeEvent(text), event)
      }),
      { numRuns: 40 },
    )
  })

test('what is undefined is not written', () => {
  const text = encodeEvent({ ...created, reason: undefined, taskId: undefined } as SessionEvent)
  assert.equal(text.includes('reason') || text.includes('taskId'), false)
})

test('a type, keys and values of a later version are kept as they are', () => {
  const later = {
    ...created,
    type: 'task.exploded',
    payload: { any: [1, { thing: null }] },
    colour: 'red',
    v: 9,
  }
  assert.deepEqual(decodeEvent(JSON.stringify(later)), later)
  const more = { ...created, payload: { ...created.payload, mood: { deep: ['x'] } }, colour: 'red' }
  assert.deepEqual(decodeEvent(JSON.stringify(more)), more)
})

test('a refusal says where and what', () => {
  const broken: [unknown, CodecError['code'], string][] = [
    ['{"a":', 'not_json', ''],
    ['', 'not_json', ''],
    ['null', 'not_an_event', ''],
    [[], 'not_an_event', ''],
    [{ ...created, seq: 0 }, 'not_an_event', 'seq'],
    [{ ...created, at: 'yesterday' }, 'not_an_event', 'at'],
    [{ ...created, actor: { kind: 'ghost', id: 'x' } }, 'not_an_event', 'actor.kind'],
    [{ ...created, eventId: movedEvent(created, sessionId).eventId, seq: 5 }, 'misplaced', 'eventId'],
    [{ ...created, payload: { title: 7 } }, 'bad_payload', 'payload.title'],
    [{ ...created, payload: null }, 'bad_payload', 'payload'],
    [{ ...created, v: eventVersion + 1 }, 'too_new', 'v'],
    [{ ...created, payload: { at: Number.NaN } }, 'not_json', ''],
  ]
  for (const [source, code, path] of broken) {
    const error = refusal(source)
    assert.deepEqual([error.code, error.path], [code, path], error.message)
    assert.ok(error.message.length > 0)
  }
})

test('JSON of any depth is read or refused, never a crash', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`
  const message = line
    .replace('"session.created"', '"thing.happened"')
    .replace(/"payload":\{[^}]*\}/, '"payload":X')
  assert.ok(message.includes('X'))
  assert.equal(encodeEvent(decodeEvent(message.replace('X', nested(500)))).includes(nested(500)), true)
  assert.equal(refusal(message.replace('X', nested(200_000))).code, 'not_json')
  const circle: { self?: unknown } = {}
  circle.self = circle
  assert.equal(refusal({ ...created, payload: circle }).code, 'not_json')
})

test('a key named __proto__ is data like any other', () => {
  const text = line.replace('"payload":{', '"payload":{"__proto__":{"polluted":true},"constructor":1,')
  const event = decodeEvent(text)
  assert.ok(encodeEvent(event).includes('"__proto__":{"polluted":true}'))
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
  assert.equal(fold(emptyView(), event).session?.title, 'A weekend')
})

test('an old version is lifted step by step, and one that did not change a type is passed over', () => {
  const old = { ...created, payload: { name: 'Old', team: 'test', ownerId: 'ana' } }
  const lifting = {
    to: 4,
    lifts: {
      'session.created': {
        1: (payload: unknown) => {
          const { name, ...rest } = payload as { name: string }
          return { ...rest, title: name }
        },
        3: (payload: unknown) => {
          const { team, ...rest } = payload as { team: string }
          return { ...rest, teamId: team }
        },
      },
    },
  }
  const lifted = decodeLifted(JSON.stringify(old), lifting)
  assert.deepEqual(lifted, { ...old, v: 4, payload: { title: 'Old', teamId: 'test', ownerId: 'ana' } })
  assert.throws(() => decodeLifted(JSON.stringify({ ...old, v: 3 }), lifting), { code: 'bad_payload' })
})

const fixtures = new URL('./fixtures/', import.meta.url)
const released = readdirSync(fixtures).filter((name) => /^v\d+\.jsonl$/.test(name))

test('every version of the language has a frozen log', () => {
  const wanted = Array.from({ length: eventVersion }, (_, index) => `v${index + 1}.jsonl`)
  assert.deepEqual(released.sort(), wanted)
})

for (const name of released)
  test(`the frozen log ${name} is read whole and folds to its end`, () => {
    const lines = readFileSync(new URL(name, fixtures), 'utf8').split('\n').slice(0, -1)
    const events = lines.map((text) => decodeEvent(text))
    const view = emptyView()
    for (const event of events) fold(view, event)
    assert.equal(view.seq, lines.length)
    assert.deepEqual(view.damaged, [])
    assert.ok(view.messages.size > 3 && view.tasks.size > 3 && view.runs.size > 3)
    const types = new Set(events.map((event) => event.type))
    assert.ok(types.size >= 69, `${types.size} types`)
  })
