import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { judgeRepeats, type Step } from '../../src/agents/guard/repeat.ts'
import { isNear, normalised, normalisedJson } from '../../src/agents/guard/words.ts'

const step = (calls: string, outcome = 'same'): Step => ({ calls, outcome, words: calls })
const steps = (pattern: string): Step[] => [...pattern].map((name) => step(name))

for (const [pattern, period] of [
  ['aaa', 1],
  ['xyzaaa', 1],
  ['ababab', 2],
  ['zabababa', 2],
  ['abcabcabc', 3],
  ['abcdabcdabcd', 4],
] as const)
  test(`${pattern} repeats with period ${period}`, () => {
    const verdict = judgeRepeats(steps(pattern))
    assert.ok(!verdict.ok)
    assert.equal(verdict.period, period)
    assert.equal(verdict.repeats, 3)
  })

for (const pattern of ['', 'aa', 'aab', 'abab', 'aaab', 'abcabc', 'abcdabcdabc', 'abcdeabcdeabcde'])
  test(`${pattern || 'nothing'} is no repetition yet`, () => {
    assert.equal(judgeRepeats(steps(pattern)).ok, true)
  })

test('equal calls with results that change are progress, wherever the change is', () => {
  for (const changed of [0, 1, 2]) {
    const outcomes = [0, 1, 2].map((place) => step('a', place === changed ? 'new' : 'same'))
    assert.equal(judgeRepeats(outcomes).ok, true)
  }
})

test('steps that are all different are never a repetition', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 40 }), (names) => {
      const different = names.map((name, place) => step(`${place}:${name}`, `${place}`))
      assert.equal(judgeRepeats(different).ok, true)
    }),
  )
})

test('any pattern of one to four steps is found when it stands there three times, whatever came before', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  fc.assert(
    fc.property(
      fc.array(name, { maxLength: 9 }),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      (before, one) => {
        const all = [...before, ...one, ...one, ...one].map((each) => step(each))
        assert.equal(judgeRepeats(all).ok, false)
      },
    ),
  )
})

for (const [one, other] of [
  ['read the long annual report of the north branch', 'Read  the long annual report of the North branch'],
  ['sum up chapter 3 of the book', 'sum up the chapter 3 of book'],
  ['请看一下这份合同的付款条件', '请看一下 这份合同的付款条件'],
] as const)
  test(`the same in other words: ${one} / ${other}`, () => {
    assert.equal(isNear(normalised(one), normalised(other)), true)
  })

for (const [one, other] of [
  ['sum up part 1 of the very long annual report', 'sum up part 2 of the very long annual report'],
  ['translate the red page', 'translate the blue page'],
  ['read v1.2.3', 'read v1.2.4'],
  ['分析第3季度', '分析第4季度'],
  ['', 'a'],
] as const)
  test(`different work: ${one} / ${other}`, () => {
    assert.equal(isNear(normalised(one), normalised(other)), false)
  })

test('ids, times and the order of fields are no difference', () => {
  const id = (last: string) => `task_01KBCXHJZZ000000000000000${last}`
  assert.equal(
    normalised(`see ${id('1')} at 2026-12-01T05:00:00.000Z`),
    normalised(`see ${id('2')} at 2026-12-01T05:00:01.250Z`),
  )
  assert.equal(normalisedJson({ a: 1, b: [2] }), normalisedJson({ b: [2], a: 1 }))
})
