import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { opened } from './scene.ts'
import { step, stepCount } from './walk.ts'

test('random sessions take every kind of step, so that what holds for them holds for all', () => {
  const taken = new Set<number>()
  const numbers = fc.array(fc.tuple(fc.nat(stepCount - 1), fc.nat(40)), { minLength: 150, maxLength: 150 })
  for (const walk of fc.sample(numbers, { numRuns: 150, seed: 7 })) {
    const stage = opened(100)
    for (const [choice, target] of walk) if (step(stage, choice, target)) taken.add(choice)
  }
  const never = Array.from({ length: stepCount }, (_, choice) => choice).filter(
    (choice) => !taken.has(choice),
  )
  assert.deepEqual(never, [])
})
