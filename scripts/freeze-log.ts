/**
 * Freezes a log of the current event language: a session that keeps every rule, then one event of each other type.
 * Run once for each released version; the file is read by the tests for ever and never written again.
 *
 *     node --conditions=loggia-source scripts/freeze-log.ts
 */
import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { encodeEvent, eventVersion, type SessionEvent } from '#protocol'
import { eventOf, eventTypes } from '../tests/protocol/arbitraries.ts'
import { stepCount, walked } from '../tests/protocol/walk.ts'

const seed = 20_260_101

function longestWalk(): readonly SessionEvent[] {
  const numbers = fc.array(fc.tuple(fc.nat(stepCount - 1), fc.nat(40)), { minLength: 200, maxLength: 200 })
  const logs = fc.sample(numbers, { numRuns: 60, seed }).map((walk) => walked(walk).events)
  return logs.reduce((longest, log) => (log.length > longest.length ? log : longest))
}

function frozenLog(): readonly SessionEvent[] {
  const events = [...longestWalk()]
  const [first] = events
  if (!first) throw new Error('the walk made no events')
  for (const type of eventTypes) {
    const at = { sessionId: first.sessionId, seq: events.length + 1 }
    const [event] = fc.sample(eventOf(type, at), { numRuns: 1, seed: seed + at.seq })
    if (event) events.push(event)
  }
  return events
}

const target = fileURLToPath(new URL(`../tests/protocol/fixtures/v${eventVersion}.jsonl`, import.meta.url))
if (existsSync(target)) {
  console.error(`${target} is frozen; a new version of the language gets a new file`)
  process.exitCode = 1
} else {
  const lines = frozenLog().map((event) => `${encodeEvent(event)}\n`)
  writeFileSync(target, lines.join(''))
  console.log(`${lines.length} events`)
}
