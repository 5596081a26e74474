import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  eventIdAt,
  type LineageNode,
  lineage,
  lineageIndex,
  type SessionEvent,
  type UnknownEvent,
} from '#protocol'
import { anyLog } from './arbitraries.ts'
import { counting, opened } from './scene.ts'
import { story } from './story.ts'
import { walked } from './walk.ts'

/** Every node of a tree, without recursion: trees may be as deep as a log is long. */
function nodesOf(tree: LineageNode | undefined): LineageNode[] {
  const found = tree ? [tree] : []
  for (const node of found) for (const cause of node.because) found.push(cause)
  return found
}

const whats = (nodes: readonly LineageNode[]): Set<string> => new Set(nodes.map(({ event }) => event.type))

test('an answer leads back to the data source, the tool, what was injected and what the user asked', () => {
  const { events, ids } = story()
  const nodes = nodesOf(lineage(lineageIndex(events), ids.answer))
  const found = whats(nodes)
  for (const type of [
    'model.completed',
    'tool.requested',
    'tool.completed',
    'task.completed',
    'task.created',
    'context.injected',
    'run.reserved',
    'memory.written',
  ])
    assert.ok(found.has(type), `${type} is not in the lineage`)
  assert.deepEqual(
    nodes.flatMap(({ sources, seenBefore }) => (seenBefore ? [] : sources)),
    ['https://weather.example/2026-01-01'],
  )
  const asked = nodes.filter(({ event }) => event.actor.kind === 'user')
  assert.ok(asked.length > 0, 'the user is not in the lineage')
  const messages = nodes.flatMap(({ event }) => ('messageId' in Object(event.payload) ? [event.type] : []))
  assert.ok(messages.length >= 3)
})

test('every step back says why it is one', () => {
  const { events, ids } = story()
  const answer = lineage(lineageIndex(events), ids.answer)
  assert.ok(answer)
  assert.deepEqual(
    answer.because.map(({ event, bond }) => [event.type, bond]),
    [
      ['tool.completed', 'result'],
      ['model.completed', 'turn'],
      ['run.reserved', 'run'],
    ],
  )
  const [delegation] = answer.because
  assert.deepEqual(
    delegation?.because.map(({ event, bond }) => [event.type, bond]),
    [
      ['tool.requested', 'call'],
      ['model.completed', 'turn'],
      ['task.completed', 'answer'],
    ],
  )
})

test('can begin at an event, a task, a call or a run', () => {
  const { events, ids, top } = story()
  const index = lineageIndex(events)
  for (const start of [events.at(-1)?.eventId ?? '', ids.child, ids.lookup, top.runId])
    assert.ok(lineage(index, start), start)
  assert.equal(lineage(index, 'msg_nowhere'), undefined)
})

function assertSound(log: readonly (SessionEvent | UnknownEvent)[]): void {
  const index = lineageIndex(log)
  for (const { eventId } of log) {
    const nodes = nodesOf(lineage(index, eventId))
    const opened = nodes.filter(({ seenBefore }) => !seenBefore)
    assert.equal(new Set(opened.map(({ event }) => event.eventId)).size, opened.length, 'opened twice')
    for (const { event, because } of nodes)
      for (const cause of because) assert.ok(cause.event.seq < event.seq, 'a cause comes after its effect')
  }
}

test('is sound on a log of anything, with rows missing', () => {
  const log = fc.tuple(anyLog(counting()('session')), fc.array(fc.nat(30)))
  fc.assert(
    fc.property(log, ([events, lost]) => assertSound(events.filter(({ seq }) => !lost.includes(seq)))),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 60 }), (numbers) =>
      assertSound(walked(numbers).events),
    ),
    { numRuns: 20 },
  )
})

test('follows a chain as long as the log, and a cause that names itself, without end or overflow', () => {
  const [first] = opened().events
  assert.ok(first)
  const { sessionId } = first
  const chain = Array.from({ length: 100_000 }, (_, index): UnknownEvent => {
    const seq = index + 1
    const prevEvents = [eventIdAt(sessionId, Math.max(1, seq - 1)), eventIdAt(sessionId, seq)]
    const rest = { at: first.at, actor: first.actor, visibility: first.visibility, v: 1, payload: {} }
    return { ...rest, eventId: eventIdAt(sessionId, seq), sessionId, seq, type: 'thing.happened', prevEvents }
  })
  const nodes = nodesOf(lineage(lineageIndex(chain), eventIdAt(sessionId, chain.length)))
  assert.equal(nodes.length, chain.length)
})
