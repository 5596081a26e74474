import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  ceilingTokens,
  estimateMessage,
  estimateTokens,
  fitToWindow,
  type ModelMessage,
  TokenGauge,
} from '#llm'
import { cutText, type TextLimit, utf8Bytes, wellFormed } from '#protocol'
import { faultServer } from '../../src/testing/fault-server.ts'
import { strictProvider } from '../../src/testing/fault-server-strict.ts'
import { asking, hear, modelAt, user } from '../llm/support.ts'

const pieces = [
  '🟡',
  '🇨🇳',
  '👨‍👩‍👧‍👦',
  '\u1112\u1161\u11ab',
  'e\u0301',
  '👍🏽',
  '中',
  'a',
  '\r\n',
  '1️⃣',
  '✨',
  'नि',
  'ก็',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
]
const graphemesOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
const limits: Readonly<Record<string, (limit: number) => TextLimit>> = {
  characters: (chars) => ({ chars }),
  bytes: (bytes) => ({ bytes }),
  graphemes: (graphemes) => ({ graphemes }),
}
const sizeOf: Readonly<Record<string, (text: string) => number>> = {
  characters: (text) => text.length,
  bytes: (text) => Buffer.byteLength(text),
  graphemes: (text) => graphemesOf(text).length,
}

for (const [unit, limited] of Object.entries(limits)) {
  const measure = sizeOf[unit] ?? (() => 0)

  test(`B105 a cut by ${unit} ends between graphemes, within the limit, as late as possible`, () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), fc.nat(160), (parts, limit) => {
        const text = parts.join('')
        const cut = cutText(text, limited(limit))
        assert.ok(cut.isWellFormed())
        assert.ok(measure(cut) <= limit)
        const whole = graphemesOf(text)
        const kept = graphemesOf(cut).length
        assert.equal(cut, whole.slice(0, kept).join(''))
        if (kept < whole.length) assert.ok(measure(whole.slice(0, kept + 1).join('')) > limit)
      }),
    )
  })

  test(`B105 an ellipsis counts towards a limit in ${unit}`, () => {
    for (let limit = 0; limit < 60; limit += 1) {
      const text = '👨‍👩‍👧‍👦 一家人 family 🇨🇳🇨🇳'
      const cut = cutText(text, { ...limited(limit), ellipsis: '…' })
      assert.ok(measure(cut) <= limit || cut === '', `${limit}: ${cut}`)
      if (cut !== text && measure('…') <= limit) assert.ok(cut.endsWith('…'))
    }
  })
}

test('B105 a text that is broken already comes out well-formed', () => {
  assert.equal(cutText('a\uD83Cb', { chars: 10 }), 'a\uFFFDb')
  assert.equal(wellFormed('\uDF24x'), '\uFFFDx')
  assert.equal(utf8Bytes('é中🌤a'), Buffer.byteLength('é中🌤a'))
})

test('B105 a summary of 1,000 bytes of any text is taken by a strict provider', async () => {
  await using server = await faultServer({
    scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] },
    judge: strictProvider(),
  })
  const { model } = await modelAt(server, 'openai-compatible/m')
  for (const shift of [0, 1, 2, 3]) {
    const text = 'x'.repeat(shift) + '🟡👨‍👩‍👧一'.repeat(300)
    const heard = await hear(model, asking(cutText(text, { bytes: 1_000, ellipsis: '…' })))
    assert.equal(heard.error, undefined)
  }
})

test('B105 half a character from elsewhere does not lose the session', async () => {
  await using server = await faultServer({
    scenarios: { m: [[{ delta: 'ok' }, { finish: 'stop' }]] },
    judge: strictProvider(),
  })
  const { model } = await modelAt(server, 'openai-compatible/m')
  const heard = await hear(model, asking('broken \uD83C here'))
  assert.equal(heard.text, 'ok')
  assert.match(JSON.stringify(server.requests[0]?.body), /broken \uFFFD here/)
})

const hanzi = '系统需要在三天之内完成部署方案并提交审核材料给上级领导确认，'
/** Conversation of 100,000 Chinese characters in rounds of 500. */
function longTalk(): ModelMessage[] {
  const said = hanzi.repeat(20).slice(0, 500)
  return Array.from(
    { length: 200 },
    (_, place): ModelMessage =>
      place % 2 === 0
        ? user(`${place}:${said}`)
        : { role: 'assistant', parts: [{ type: 'text', text: `${place}:${said}` }] },
  ).concat(user('最后一个问题'))
}

/** What real vocabularies take for a Chinese character, from the leanest to the heaviest. */
for (const perHan of [0.6, 0.76, 1.06]) {
  const real = (text: string): number => {
    const han = text.match(/[\u2e80-\u9fff]/g)?.length ?? 0
    return Math.ceil(han * perHan + (text.length - han) * 0.3)
  }

  test(`B103 no request crosses the window when a Chinese character costs ${perHan}, and the estimate learns it`, async () => {
    const window = 64_000
    await using server = await faultServer({
      scenarios: { m: [[{ delta: '好' }, { finish: 'stop' }]] },
      judge: strictProvider({ window: { maxTokens: window, count: real } }),
    })
    const { model } = await modelAt(server, 'openai-compatible/m')
    const gauge = new TokenGauge()
    const kept: number[] = []
    for (let round = 0; round < 6; round += 1) {
      const ceiling = (message: ModelMessage): number =>
        estimateMessage(message, (text) => gauge.ceiling(text))
      const fitted = fitToWindow(longTalk(), { maxTokens: window - 1_000, estimate: ceiling })
      assert.ok(fitted.fits)
      const texts = fitted.messages.map((message) => JSON.stringify(message))
      assert.ok(texts[0]?.includes('"0:'), 'the task stays')
      assert.ok(texts.at(-1)?.includes('最后一个问题'), 'the query stays')
      assert.ok(texts.at(-2)?.includes('"199:'), 'the newest turn stays')
      const heard = await hear(model, asking('', { messages: fitted.messages, tools: [] }))
      assert.equal(heard.error, undefined)
      const sent = JSON.stringify(server.requests.at(-1)?.body)
      gauge.learn(estimateTokens(sent), real(sent))
      kept.push(fitted.messages.length)
    }
    const truth = real(hanzi) / estimateTokens(hanzi)
    assert.ok(Math.abs(gauge.factor - truth) / truth < 0.1, `learnt ${gauge.factor}, true ${truth}`)
    const ideal = window / (500 * perHan)
    assert.ok((kept.at(-1) ?? 0) > Math.min(201, ideal) * 0.8, `kept ${kept} of about ${ideal}`)
  })
}

test('B103 a script class has its own weight, and four characters are never one Chinese token', () => {
  const perChar = (text: string): number => estimateTokens(text.repeat(200)) / (text.length * 200)
  assert.ok(perChar('部署方案') > 0.65 && perChar('部署方案') < 0.85)
  assert.ok(perChar('the weather in the city ') > 0.14 && perChar('the weather in the city ') < 0.25)
  assert.ok(perChar('한국어문장') > 0.5 && perChar('日本語のテキスト') > 0.6)
  assert.ok(perChar('aGVsbG8gd29ybGQhIHRoaXMgaXM9Zm9v') > 0.5)
  assert.ok(ceilingTokens('部署方案') >= 4)
})

test('B103 the estimate of a hostile text is linear', () => {
  const began = performance.now()
  estimateTokens('a'.repeat(2_000_000))
  estimateTokens('字'.repeat(2_000_000))
  assert.ok(performance.now() - began < 1_000)
})
