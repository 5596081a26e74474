import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSse, type SseEvent, SseTooLarge, sseReader, writeSse, writeSseComment } from '#protocol'
import { cutAt, cutEveryByte, cutFetch, type FaultStep, faultServer } from '../../src/testing/fault-server.ts'
import { asking, callParts, envOf, formats, hear, modelAt } from '../llm/support.ts'

const said = '你好，世界🌤️👨‍👩‍👧 café cafe\u0301'
const answer: readonly FaultStep[] = [
  { reasoning: '想🤔' },
  { delta: said.slice(0, 9) },
  { delta: said.slice(9) },
  { call: { index: 0, id: 'c', name: 'weather', text: `{"city":"${said}"}` } },
  { finish: 'tool_calls', usage: { input: 3, output: 4 } },
]

/** Each place of a body is a cut in one of the phases. */
const stride = 24
function cutEvery(bytes: number, first: number): (body: Uint8Array) => readonly Uint8Array[] {
  return (body) => {
    const ends = Array.from(
      { length: Math.ceil(body.length / bytes) + 1 },
      (_, count) => first + count * bytes,
    )
    return [0, ...ends]
      .map((from, place) => body.subarray(from, ends[place]))
      .filter((piece) => piece.length > 0)
  }
}

for (const format of formats) {
  test(`B11 ${format}: the same text and call for a cut at every byte of the answer`, async () => {
    await using server = await faultServer({ scenarios: { m: [answer] } })
    const bodies: Uint8Array[] = []
    const recording: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      bodies.push(new Uint8Array(await response.clone().arrayBuffer()))
      return response
    }
    await hear((await modelAt(server, `${format}/m`, { fetch: recording })).model, asking('天气'))
    const [body] = bodies
    assert.ok(body && body.length > 200)
    let phase = 0
    const canned: typeof fetch = () =>
      Promise.resolve(
        new Response(new Uint8Array(body), { headers: { 'content-type': 'text/event-stream' } }),
      )
    const { model } = await modelAt(server, `${format}/m`, {
      fetch: cutFetch(canned, (whole) => cutEvery(stride, phase)(whole)),
    })
    for (phase = 1; phase <= stride; phase += 1) {
      const heard = await hear(model, asking('天气'))
      assert.equal(heard.error, undefined, `cut from ${phase}`)
      assert.equal(heard.text, said, `cut from ${phase}`)
      assert.equal(
        JSON.parse(callParts(heard.turn)[0]?.argumentsText ?? '{}').city,
        said,
        `cut from ${phase}`,
      )
      assert.equal(heard.attempts.length, 0)
    }
  })

  test(`B11 ${format}: the same text one byte at a time over a socket`, async () => {
    await using server = await faultServer({ scenarios: { m: [answer] }, cut: cutEveryByte })
    const { model } = await modelAt(server, `${format}/m`, { env: envOf(server) })
    const heard = await hear(model, asking('天气'))
    assert.equal(heard.text, said)
    assert.ok(!JSON.stringify(heard.turn).includes('\uFFFD'))
  })
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Events of a stream in the given pieces. */
function eventsOf(pieces: readonly Uint8Array[]): SseEvent[] {
  const reader = sseReader()
  return pieces.flatMap((piece) => [...reader.push(piece)])
}

const grammar = [
  ': a comment',
  'data: one',
  '',
  'data:x',
  '',
  'event: named',
  'id: 7',
  'data: first 🌤️',
  'data: second',
  'data',
  '',
  ':',
  'id:',
  'data:  two spaces',
  'unknown: field',
  'retry: 250',
  '',
  'event: no data, no event',
  '',
  'data: {"a": "b: c"}',
  '',
]
const expected: readonly SseEvent[] = [
  { event: 'message', data: 'one', id: '' },
  { event: 'message', data: 'x', id: '' },
  { event: 'named', data: 'first 🌤️\nsecond\n', id: '7' },
  { event: 'message', data: ' two spaces', id: '' },
  { event: 'message', data: '{"a": "b: c"}', id: '' },
]

const lineEnds: Readonly<Record<string, (line: number) => string>> = {
  LF: () => '\n',
  'CR LF': () => '\r\n',
  CR: () => '\r',
  // A CR before an LF would be one end, so the mix keeps them apart.
  mixed: (line) => ['\n', '\r\n', '\n', '\r\n', '\r\n'][line % 5] ?? '\n',
}

for (const [name, end] of Object.entries(lineEnds)) {
  test(`B13 lines that end in ${name} give the same events however the bytes are cut`, () => {
    const stream = bytes(grammar.map((line, place) => line + end(place)).join(''))
    assert.deepEqual(eventsOf([stream]), expected)
    assert.deepEqual(eventsOf(cutEveryByte(stream)), expected)
    for (let offset = 1; offset < stream.length; offset += 1) {
      assert.deepEqual(eventsOf(cutAt(offset)(stream)), expected, `cut at ${offset}`)
    }
  })
}

test('B13 the last event of a stream of CRs comes without waiting for more', () => {
  assert.deepEqual(eventsOf([bytes('data: a\r\r')]), [{ event: 'message', data: 'a', id: '' }])
})

test('B13 a byte-order mark is no part of the first line, also when it is cut', () => {
  const stream = bytes('\uFEFFdata: a\n\n')
  for (const pieces of [[stream], cutEveryByte(stream)]) {
    assert.deepEqual(eventsOf(pieces), [{ event: 'message', data: 'a', id: '' }])
  }
})

test('B13 an id may be emptied, may not hold NUL, and counts only once its block has ended', () => {
  const reader = sseReader()
  const ids = [...reader.push(bytes('id: 1\ndata\n\nid: a\0b\ndata\n\nid\ndata\n\nid: 9\n'))].map(
    (event) => event.id,
  )
  assert.deepEqual(ids, ['1', '1', ''])
  assert.equal(reader.end().lastEventId, '')
})

test('B13 an event cut off by the end of the stream is dropped and reported', async () => {
  const source = async function* (): AsyncGenerator<Uint8Array> {
    yield bytes('data: whole\n\ndata: ha')
    yield bytes('lf')
  }
  const read = readSse(source())
  assert.deepEqual(await read.next(), { done: false, value: { event: 'message', data: 'whole', id: '' } })
  const end = await read.next()
  assert.deepEqual(end, {
    done: true,
    value: { incomplete: true, droppedChars: 10, lastEventId: '', retryMs: undefined },
  })
})

test('B13 a line of 300 kB arrives whole, one byte at a time', () => {
  const long = '长🌤️'.repeat(30_000)
  const [event] = eventsOf(cutEveryByte(bytes(`data: ${long}\n\n`)))
  assert.equal(event?.data, long)
})

test('B13 ten thousand comments leave nothing behind', () => {
  const reader = sseReader({ maxEventChars: 100 })
  for (let count = 0; count < 10_000; count += 1)
    assert.deepEqual(reader.push(bytes(`: ${'x'.repeat(200)}\n`)), [])
  assert.equal(reader.end().droppedChars, 0)
})

test('B13 one endless comment line is not kept', () => {
  const reader = sseReader({ maxEventChars: 100 })
  reader.push(bytes(':'))
  for (let count = 0; count < 1_000; count += 1) reader.push(bytes('x'.repeat(1_000)))
  assert.deepEqual(reader.push(bytes('\ndata: a\n\n')), [{ event: 'message', data: 'a', id: '' }])
})

test('B13 an event above the limit is an error, not growing memory', () => {
  const reader = sseReader({ maxEventChars: 1_000 })
  assert.throws(() => {
    for (let count = 0; count < 100; count += 1) reader.push(bytes(`data: ${'x'.repeat(100)}\n`))
  }, SseTooLarge)
})

test('what is written is read back, whatever line ends the data holds', () => {
  const written =
    writeSseComment('ping\r\n') +
    writeSse({ event: 'e', id: '5', data: 'a\rb\r\nc\n', retryMs: 10 }) +
    writeSse({ data: '' })
  assert.deepEqual(eventsOf([bytes(written)]), [
    { event: 'e', data: 'a\nb\nc\n', id: '5' },
    { event: 'message', data: '', id: '5' },
  ])
  assert.throws(() => writeSse({ data: '', id: 'a\nb' }), TypeError)
})
