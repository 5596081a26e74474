import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptedModel } from '#llm'
import { encodeEvent } from '#protocol'
import { openRuntime } from '#runtime'
import { memoryStore } from '#store'
import { fakeClock, testTeam } from '#testing'
import { blobLine, readSessionFile, SessionFileDamaged } from '../../src/cli/session-file.ts'

async function recordedLines(): Promise<readonly string[]> {
  const store = memoryStore()
  const runtime = openRuntime({
    store,
    models: async () => scriptedModel([{ text: '晴，\u2028 25℃' }]),
    teams: [testTeam({ coordinator: {} })],
    clock: fakeClock(),
  })
  const session = await runtime.create({ title: '天气' })
  const { taskId } = await session.post('how is the weather?\nand tomorrow?')
  await session.settled(taskId)
  return (await Array.fromAsync(store.events.read(session.sessionId, 0))).map(encodeEvent)
}

const bytesOf = (lines: readonly string[], end = '\n'): Uint8Array => Buffer.from(lines.join(end))

test('a file gives back its events as they were, with or without a last line end, also with carriage returns', async () => {
  const lines = await recordedLines()
  for (const bytes of [
    bytesOf(lines),
    bytesOf([...lines, '']),
    bytesOf(lines, '\r\n'),
    bytesOf([`\ufeff${lines[0]}`, ...lines.slice(1)]),
  ])
    assert.deepEqual(readSessionFile(bytes).events.map(encodeEvent), lines)
})

test('an event of a type that this version does not know is kept as it is', async () => {
  const lines = [...(await recordedLines())]
  const last = JSON.parse(lines.at(-1) ?? '{}') as {
    seq: number
    eventId: string
    type: string
    payload: unknown
  }
  const seq = last.seq + 1
  lines.push(
    JSON.stringify({
      ...last,
      seq,
      eventId: last.eventId.replace(/\d+$/, String(seq)),
      type: 'moon.risen',
      payload: { phase: '🌕', more: [1, null] },
    }),
  )
  assert.deepEqual(readSessionFile(bytesOf(lines)).events.map(encodeEvent), lines)
})

test('each kind of damage is refused at its line', async () => {
  const lines = await recordedLines()
  const [first = '', second = ''] = lines
  const broken = (line: string, number: number): readonly string[] => [
    ...lines.slice(0, number - 1),
    line,
    ...lines.slice(number),
  ]
  const cases: readonly (readonly [Uint8Array, number])[] = [
    [bytesOf(broken((lines[4] ?? '').slice(0, 40), 5)), 5],
    [bytesOf([...lines.slice(0, -1), (lines.at(-1) ?? '').slice(0, -2)]), lines.length],
    [bytesOf([...lines.slice(0, 2), ...lines.slice(3)]), 3],
    [bytesOf([first, first]), 2],
    [bytesOf(broken((lines[3] ?? '').replace(/"type":"[^"]+"/, '"type":7'), 4)), 4],
    [bytesOf(broken((lines[1] ?? '').replace('"role":"user"', '"role":"ghost"'), 2)), 2],
    [bytesOf([first, second.replaceAll(/(sess|evt)_[0-9A-Z]{26}/g, `$1_${'0'.repeat(26)}`)]), 2],
    [bytesOf(lines.slice(1)), 1],
    [Buffer.concat([bytesOf([first, '']), Buffer.from([0x22, 0xe5, 0xa4, 0x22])]), 2],
    [bytesOf(['not json']), 1],
  ]
  for (const [bytes, line] of cases)
    assert.throws(
      () => readSessionFile(bytes),
      (error) => error instanceof SessionFileDamaged && error.line === line,
      `line ${line}`,
    )
})

test('content comes with its hash, and content that is not what its hash says is refused', async () => {
  const lines = await recordedLines()
  const { blobs } = memoryStore()
  const bytes = Buffer.from('a long result 天气')
  const { hash } = await blobs.put(bytes, 'text/plain')
  const line = blobLine(hash, { bytes, mediaType: 'text/plain' })
  const [blob] = readSessionFile(bytesOf([...lines, line])).blobs
  assert.deepEqual(Buffer.from(blob?.bytes ?? []), bytes)
  const other = blobLine(hash, { bytes: Buffer.from('another'), mediaType: 'text/plain' })
  assert.throws(() => readSessionFile(bytesOf([...lines, other])), SessionFileDamaged)
})
