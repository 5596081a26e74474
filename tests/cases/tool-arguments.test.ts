import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseArguments } from '#llm'

const refused: Readonly<Record<string, string>> = {
  'a brace too many': '{"{"a":1}',
  'cut inside a string': '{"path":"/tmp/a',
  'cut inside a key': '{"path":"/tmp/a","mo',
  'cut before a value': '{"path":',
  'cut inside a number': '{"amount":12',
  'only a brace': '{',
  null: 'null',
  'an array': '[1]',
  'a string': '"x"',
  'a number': '1',
  'a bare word': 'city=北京',
  'a megabyte of rubbish': 'x'.repeat(1 << 20),
  'a megabyte of braces': '{'.repeat(1 << 20),
  'a deep nest': `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  'a key twice': '{"a":1,"a":2}',
  'a key twice, deep and escaped': '{"x":[{"a":1,"\\u0061":2}]}',
  'a key twice after a repair': "{'a':1,'a':2}",
  'the prototype': '{"__proto__":{}}',
  'the prototype, escaped': '{"x":{"\\u005f_proto__":{"admin":true}}}',
  'the prototype, in a string': '"{\\"__proto__\\":{}}"',
  'two objects': '{"a":1}{"b":2}',
  'two empty objects': '{} {}',
}

for (const [name, text] of Object.entries(refused)) {
  test(`B73 ${name} is refused with a short reason, quickly`, () => {
    const began = performance.now()
    const parsed = parseArguments(text)
    assert.ok(!parsed.ok, JSON.stringify(parsed))
    assert.ok(parsed.problem.length < 400)
    assert.ok(performance.now() - began < 500)
    assert.equal(({} as { readonly admin?: unknown }).admin, undefined)
  })
}

const meant: Readonly<Record<string, readonly [string, unknown]>> = {
  'plain JSON': ['{"a":{"b":[1,null,"x"]}}', { a: { b: [1, null, 'x'] } }],
  'single quotes, bare keys, Python words, a comma too many': ["{'a': 'b', c: True,}", { a: 'b', c: true }],
  'a code fence': ['```json\n{"a":1}\n```', { a: 1 }],
  'JSON in a string': ['"{\\"a\\":1}"', { a: 1 }],
  'a raw line end': ['{"a":"x\ny"}', { a: 'x\ny' }],
  'quotes inside': ['{"a": "he said "hi" ok"}', { a: 'he said "hi" ok' }],
  'only the last brace missing': ['{"city": "北京"', { city: '北京' }],
  'the same key in two objects': ['{"a":{"k":1},"b":{"k":2}}', { a: { k: 1 }, b: { k: 2 } }],
}

for (const [name, [text, value]] of Object.entries(meant)) {
  test(`B73 ${name} is read as it was meant`, () => {
    const parsed = parseArguments(text)
    assert.ok(parsed.ok, JSON.stringify(parsed))
    assert.deepEqual(parsed.value, value)
  })
}

test('B73 a long text with raw line ends is mended without a pause', () => {
  const began = performance.now()
  const parsed = parseArguments(`{"content":"${'line\n'.repeat(100_000)}"}`)
  assert.ok(parsed.ok && parsed.repaired)
  assert.ok(performance.now() - began < 500)
})

test('B73 no text is an empty object only where nothing is required', () => {
  assert.deepEqual(parseArguments('', { type: 'object', properties: {} }), {
    ok: true,
    value: {},
    repaired: false,
  })
  const parsed = parseArguments(' ', {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  })
  assert.ok(!parsed.ok && parsed.problem.includes('"city"'))
})

test('B73 every cut of an object is either refused or whole', () => {
  const value = {
    path: '/var/data/a.txt',
    mode: 'append',
    lines: ['一', 'two"', '\\'],
    amount: 1250,
    deep: { ok: true },
  }
  const text = JSON.stringify(value)
  for (let end = 1; end < text.length; end += 1) {
    const parsed = parseArguments(text.slice(0, end))
    if (!parsed.ok) continue
    for (const [key, kept] of Object.entries(parsed.value)) {
      const whole: unknown = value[key as keyof typeof value]
      if (Array.isArray(kept) && Array.isArray(whole)) assert.deepEqual(kept, whole.slice(0, kept.length))
      else assert.deepEqual(kept, whole, `cut at ${end}`)
    }
  }
})

test('B73 what was an object comes back as that object', () => {
  const key = fc.string().filter((name) => name !== '__proto__')
  fc.assert(
    fc.property(fc.dictionary(key, fc.jsonValue({ noUnicodeString: false })), (value) => {
      if (JSON.stringify(value).includes('__proto__')) return
      const text = JSON.stringify(value)
      assert.deepEqual(parseArguments(text), { ok: true, value: JSON.parse(text), repaired: false })
    }),
  )
})
