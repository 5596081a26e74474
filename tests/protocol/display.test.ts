import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutToWidth, displayWidth, graphemes, safeLine, safeText, wrapToWidth } from '#protocol'

const text = fc.string({ unit: 'grapheme', maxLength: 80 })
const words = fc
  .array(fc.oneof(text, fc.constantFrom('你好，', '世界', 'word', ' ', '👨‍👩‍👧', '🇨🇳')), { maxLength: 12 })
  .map((all) => all.join(''))

test('width: Chinese, pictures and full-width forms two, marks and joiners none, the rest one', () => {
  const widths: [string, number][] = [
    ['abc', 3],
    ['天气', 4],
    ['ｶﾅ', 2],
    ['Ａ', 2],
    ['한글', 4],
    ['\u1112\u1161\u11ab', 2],
    ['e\u0301', 1],
    ['👨‍👩‍👧', 2],
    ['🇨🇳', 2],
    ['🌤️', 2],
    ['☀', 1],
    ['☀️', 2],
    ['⌚', 2],
    ['→', 1],
    ['', 0],
    ['\u200d', 0],
  ]
  for (const [what, width] of widths) assert.equal(displayWidth(what), width, JSON.stringify(what))
})

test('wrapped lines fit, lose nothing but white space, and never part what one sees as one character', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 30 }), (source, width) => {
      const safe = safeText(source)
      const lines = wrapToWidth(safe, width)
      for (const line of lines) assert.ok(displayWidth(line) <= width, JSON.stringify(line))
      const bare = (all: string): string => all.replace(/\s/gu, '')
      assert.equal(bare(lines.join('')), bare(safe))
      const whole = new Set(safe.split('\n').flatMap((line) => graphemes(line)))
      for (const line of lines)
        for (const one of graphemes(line)) assert.ok(whole.has(one), JSON.stringify(one))
    }),
  )
})

test('lines break between words, and Chinese punctuation does not begin one', () => {
  assert.deepEqual(wrapToWidth('the quick brown fox', 10), ['the quick', 'brown fox'])
  assert.deepEqual(wrapToWidth('今天天气很好，去公园', 12), ['今天天气很', '好，去公园'])
  assert.deepEqual(wrapToWidth('a\n\nb', 10), ['a', '', 'b'])
  assert.deepEqual(wrapToWidth('abcdefghij', 4), ['abcd', 'efgh', 'ij'])
})

test('what is cut fits, with an ellipsis, and is whole when there is room', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 0, max: 30 }), (source, width) => {
      const line = safeLine(source)
      const cut = cutToWidth(line, width)
      assert.ok(displayWidth(cut) <= width)
      if (displayWidth(line) <= width) assert.equal(cut, line)
    }),
  )
})

test('nothing that a terminal obeys or an eye cannot see gets through', () => {
  const hostile = fc.string({ unit: 'binary', maxLength: 60 })
  fc.assert(
    fc.property(hostile, (source) => {
      const safe = safeText(source)
      assert.doesNotMatch(safe, /[^\P{Cc}\n]/u)
      assert.doesNotMatch(
        safe,
        /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u,
      )
      assert.ok(safe.isWellFormed())
    }),
  )
  assert.equal(safeText('a\u001b[31mb\u0007'), 'a␛[31mb␇')
  assert.equal(safeText('\u202Eevil\u009b2J'), '<U+202E>evil<U+009B>2J')
  assert.equal(safeText('a\r\nb\rc\u2028d'), 'a\nb\nc\nd')
  assert.equal(safeText(`x${'\u{e0041}\u{e0042}'}y`), 'xy')
  assert.equal(safeLine(' a\n  b '), 'a b')
})

test('what is safe already stays as it is', () => {
  for (const fine of ['plain', '你好，世界！', '👨‍👩‍👧 family', 'e\u0301', 'नमस्ते'])
    assert.equal(safeText(fine), fine)
})
