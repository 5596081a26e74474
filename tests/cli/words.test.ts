import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAgentId } from '#protocol'
import { addressed, titleOf } from '../../src/cli/commands/run.ts'
import { choiceOf, decisionOf } from '../../src/cli/holds.ts'
import { matching } from '../../src/cli/ids.ts'
import { inputLines } from '../../src/cli/input-lines.ts'
import { nearest } from '../../src/cli/nearest.ts'
import { en } from '../../src/cli/words/en.ts'
import { sayIn } from '../../src/cli/words/words.ts'
import { zh } from '../../src/cli/words/zh.ts'

test('both languages name the same things in every sentence', () => {
  const named = (text: string): readonly string[] =>
    [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort()
  for (const [key, text] of Object.entries(en))
    assert.deepEqual(named(zh[key as keyof typeof zh]), named(text), key)
})

test('a decision is read from what a person types, with a reason after a no', () => {
  assert.deepEqual(decisionOf('y'), { scope: 'once' })
  assert.deepEqual(decisionOf('Yes'), { scope: 'once' })
  assert.deepEqual(decisionOf('好'), { scope: 'once' })
  assert.deepEqual(decisionOf('t'), { scope: 'task' })
  assert.deepEqual(decisionOf('S'), { scope: 'session' })
  assert.deepEqual(decisionOf('n'), {})
  assert.deepEqual(decisionOf('no, the amount is wrong'), { reason: 'the amount is wrong' })
  assert.deepEqual(decisionOf('不，金额不对'), { reason: '金额不对' })
  for (const unclear of ['', 'maybe', 'yn', 'sure thing', 'never mind', 'constructor', '__proto__'])
    assert.equal(decisionOf(unclear), undefined)
})

test('an answer is a choice by number, value or label, else the words themselves', () => {
  const choices = [
    { value: 'happened', label: 'It happened' },
    { value: '7', label: 'Seven' },
  ]
  assert.equal(choiceOf({ choices }, '1'), 'happened')
  assert.equal(choiceOf({ choices }, '7'), '7')
  assert.equal(choiceOf({ choices }, 'Seven'), '7')
  assert.equal(choiceOf({ choices }, '9'), '9')
  assert.equal(choiceOf({}, 'as you like'), 'as you like')
})

test('an id is found by its whole, its beginning or its end, in any case, and the whole wins', () => {
  const ids = ['task_01ABCDEFGH', 'task_01ABCDXXGH', 'run_02ABCDEFGH']
  assert.deepEqual(matching('efgh', ids), ['task_01ABCDEFGH', 'run_02ABCDEFGH'])
  assert.deepEqual(matching('02ab', ids), ['run_02ABCDEFGH'])
  assert.deepEqual(matching('task_01abcdxx', ids), ['task_01ABCDXXGH'])
  assert.deepEqual(matching('run_02ABCDEFGH', [...ids, 'run_02ABCDEFGHJ']), ['run_02ABCDEFGH'])
  assert.deepEqual(matching('', ids), [])
})

test('a text that begins with @ goes to that agent, whole but for the name', () => {
  const say = sayIn('en')
  const agents = [parseAgentId('weather_agent'), parseAgentId('a.b-c')]
  assert.deepEqual(addressed({ say }, agents, '@weather_agent 明天呢？\n后天呢？'), {
    to: 'weather_agent',
    text: '明天呢？\n后天呢？',
  })
  assert.deepEqual(addressed({ say }, agents, '＠a.b-c，你好'), { to: 'a.b-c', text: '你好' })
  assert.deepEqual(addressed({ say }, agents, 'mail me@weather_agent'), {
    to: undefined,
    text: 'mail me@weather_agent',
  })
  assert.throws(() => addressed({ say }, agents, '@weather hi'), /no agent weather/)
  assert.throws(() => addressed({ say }, agents, '@a.b-c '), /REQUEST is missing/)
})

test('a title is one line and ends between two characters', () => {
  assert.equal(titleOf(' a\n b '), 'a b')
  assert.ok(titleOf('👩‍💻'.repeat(200)).startsWith('👩‍💻👩‍💻'))
  assert.ok(titleOf('👩‍💻'.repeat(200)).endsWith('👩‍💻…'))
})

test('a command is guessed only when it is near', () => {
  const known = ['run', 'replay', 'resume', 'sessions', 'check']
  assert.equal(nearest('chekc', known), 'check')
  assert.equal(nearest('session', known), 'sessions')
  assert.equal(nearest('re', known), 'replay')
  assert.equal(nearest('beijing', known), undefined)
  assert.equal(nearest('今天天气', known), undefined)
})

test('piped lines end at line feeds only, whatever the cuts between chunks', async () => {
  const text = 'first\u2028still first\r\n二 🌤\n\nlast'
  const bytes = Buffer.from(text)
  const whole = text.split('\n')
  for (let size = 1; size <= 7; size += 1) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
      bytes.subarray(place * size, (place + 1) * size),
    )
    assert.deepEqual(await Array.fromAsync(inputLines(ReadableStream.from(chunks))), whole)
  }
})
