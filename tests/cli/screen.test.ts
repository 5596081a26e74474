import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutToWidth, displayWidth, safeLine, safeText, wrapToWidth } from '#protocol'
import { type Line, paint, Screen, span } from '#tui'
import { VirtualTerminal } from './virtual-terminal.ts'

const plain = paint({ colour: false })
const lines = (...texts: readonly string[]): Line[] => texts.map((text) => [span(text)])

test('a Chinese character and a picture take two columns, a combining mark none', () => {
  assert.equal(displayWidth('abc'), 3)
  assert.equal(displayWidth('天气'), 4)
  assert.equal(displayWidth('、，（）'), 8)
  assert.equal(displayWidth('👨‍👩‍👧‍👦'), 2)
  assert.equal(displayWidth('🇨🇳'), 2)
  assert.equal(displayWidth('☀️'), 2)
  assert.equal(displayWidth('e\u0301'), 1)
  assert.equal(displayWidth('한글ｶﾅ'), 6)
})

test('a cut text fits, ends between two characters, and says that it was cut', () => {
  assert.equal(cutToWidth('今天北京天气', 12), '今天北京天气')
  assert.equal(cutToWidth('今天北京天气', 11), '今天北京天…')
  assert.equal(cutToWidth('今天北京天气', 10), '今天北京…')
  assert.equal(cutToWidth('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 3), '👨‍👩‍👧‍👦…')
  assert.equal(cutToWidth('abc', 0), '')
})

test('whatever the text and the width, a cut text and wrapped lines fit and nothing but room is lost', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map(safeText)
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 40 }), (any, columns) => {
      assert.ok(displayWidth(cutToWidth(safeLine(any), columns)) <= columns)
      const wrapped = wrapToWidth(any, columns)
      for (const line of wrapped) assert.ok(displayWidth(line) <= columns, JSON.stringify([line, columns]))
      assert.equal(wrapped.join('').replaceAll(/\s/g, ''), any.replaceAll(/\s/g, ''))
    }),
  )
})

test('wrapping breaks between words, and never before a Chinese full stop', () => {
  assert.deepEqual(wrapToWidth('the quick brown fox', 10), ['the quick', 'brown fox'])
  for (let columns = 6; columns < 20; columns += 1)
    for (const line of wrapToWidth('今天天气很好。明天下雨，后天晴。', columns))
      assert.doesNotMatch(line, /^[。，]/u)
})

test('nothing in a text can steer the terminal, turn the reading direction or hide', () => {
  const hostile = [
    '\u001b]0;title\u0007',
    '\u001b[2J\u001b[H',
    '\u009b31m',
    '\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\',
    'a\rb\bc\u007f',
    'user\u202etxt.exe\u2066',
    'hi\u{e0068}\u{e0069}',
    '\u001bPq#0\u001b\\',
  ]
  const steering = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u
  for (const text of hostile) assert.doesNotMatch(safeText(text), steering)
  assert.equal(safeText('a\u202eb'), 'a<U+202E>b')
  assert.equal(safeText('\u001b[31m'), '␛[31m')
  assert.equal(safeLine(' one\r\n two\u2028three '), 'one two three')
  assert.equal(safeText('👩‍💻 天气 é'), '👩‍💻 天气 é')
})

test('a redraw writes only the lines that changed, and nothing when none did', () => {
  const terminal = new VirtualTerminal(40, 10)
  const screen = new Screen(terminal, plain)
  screen.draw(lines('first', '天气：查询中', 'last'))
  terminal.written = ''
  screen.draw(lines('first', '天气：晴', 'last'))
  assert.deepEqual(terminal.screen, ['first', '天气：晴', 'last'])
  assert.doesNotMatch(terminal.written, /first|last/)
  terminal.written = ''
  screen.draw(lines('first', '天气：晴', 'last'))
  assert.equal(terminal.written, '')
})

test('what is printed stays above what changes; fewer lines leave nothing behind', () => {
  const terminal = new VirtualTerminal(40, 10)
  const screen = new Screen(terminal, plain)
  screen.draw(lines('a', 'b', 'c'))
  screen.print(lines('stays'))
  screen.draw(lines('d'))
  assert.deepEqual(terminal.screen, ['stays', 'd'])
  assert.equal(terminal.cursorShown, false)
  screen.clear()
  assert.deepEqual(terminal.screen, ['stays'])
  assert.equal(terminal.cursorShown, true)
})

test('a terminal made narrower or wider keeps one copy of the lines', () => {
  const terminal = new VirtualTerminal(60, 20)
  const screen = new Screen(terminal, plain)
  screen.print(lines('above'))
  for (const columns of [60, 24, 12, 80]) {
    terminal.resize(columns)
    screen.draw(lines('协调员 把请求分给两位同事，然后把他们的回答合在一起', 'two 🌤'))
    const [above, first, second, ...rest] = terminal.screen
    assert.equal(above, 'above')
    assert.ok(displayWidth(first ?? '') < columns)
    assert.equal(second, 'two 🌤')
    assert.deepEqual(rest, [])
  }
})

test('more lines than the terminal has rows keep the last ones', () => {
  const terminal = new VirtualTerminal(20, 6)
  const screen = new Screen(terminal, plain)
  screen.draw(lines('1', '2', '3', '4', '5', '6', '7', '8'))
  assert.deepEqual(terminal.screen, ['5', '6', '7', '8'])
})
