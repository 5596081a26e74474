import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  emptyView,
  encodeEvent,
  fold,
  isFinal,
  type SessionEvent,
  type UnknownEvent,
  type View,
  viewDigestInput,
} from '#protocol'
import { decodeEvent } from '#protocol/schemas'
import { anyLog } from './arbitraries.ts'
import { counting, draft, opened, type Scene, subtask, system } from './scene.ts'
import { step, stepCount, walked } from './walk.ts'

type Log = readonly (SessionEvent | UnknownEvent)[]

const sessionId = counting()('session')
const pairs = fc.array(fc.tuple(fc.nat(stepCount - 1), fc.nat(40)), { minLength: 20, maxLength: 150 })
const ruled = pairs.map((numbers): Log => walked(numbers).events)
/** Logs that keep the rules, and logs of anything. */
const logs = { 'that keeps the rules': ruled, 'of anything': anyLog(sessionId) }

function folded(log: Log, view: View = emptyView()): View {
  for (const event of log) fold(view, event)
  return view
}
const digest = (view: View): string => viewDigestInput(view)
const whole = (log: Log): string => digest(folded(log))

for (const [kind, log] of Object.entries(logs))
  describe(`a log ${kind}`, () => {
    test('gives the same view folded at once or in two parts', () => {
      fc.assert(
        fc.property(log, fc.nat(), (events, cut) => {
          const at = cut % (events.length + 1)
          assert.equal(digest(folded(events.slice(at), folded(events.slice(0, at)))), whole(events))
        }),
      )
    })

    test('changes nothing when events come again', () => {
      fc.assert(
        fc.property(log, fc.nat(), (events, pick) => {
          const view = folded(events)
          const before = digest(view)
          for (let count = 0; count < 3; count += 1) {
            const again = events[(pick + count) % Math.max(1, events.length)]
            if (again) fold(view, again)
          }
          assert.equal(digest(view), before)
        }),
      )
    })

    test('with a gap or out of order stays where it is, and is whole when fed in order', () => {
      fc.assert(
        fc.property(log, fc.array(fc.nat(), { maxLength: 60 }), (events, order) => {
          const view = emptyView()
          for (const number of order) {
            const event = events[number % Math.max(1, events.length)]
            const before = view.seq
            if (event) fold(view, event)
            assert.equal(view.seq, event?.seq === before + 1 ? before + 1 : before)
          }
          assert.equal(digest(folded(events, view)), whole(events))
        }),
      )
    })

    test('reaches its end whatever it holds, and keeps its sets true', () => {
      fc.assert(
        fc.property(log, (events) => {
          const view = folded(events)
          assert.equal(view.seq, events.length)
          assertSets(view)
        }),
      )
    })

    test('gives the same view from its text', () => {
      const readable = log.map((events) => events.filter(isReadable))
      fc.assert(
        fc.property(readable, (events) => {
          const inOrder = events.map((event, index) => ({ ...event, seq: index + 1 }))
          const again = events.map((event, index) => ({ ...decodeEvent(encodeEvent(event)), seq: index + 1 }))
          assert.equal(whole(again), whole(inOrder))
        }),
      )
    })
  })

function isReadable(event: SessionEvent | UnknownEvent): boolean {
  try {
    return decodeEvent(encodeEvent(event)) !== undefined
  } catch {
    return false
  }
}

/** Sets a restart goes on with say the same as the entities. */
function assertSets(view: View): void {
  const idsOf = <Id, Entity>(map: ReadonlyMap<Id, Entity>, wanted: (entity: Entity) => boolean): Id[] =>
    [...map].flatMap(([id, entity]) => (wanted(entity) ? [id] : []))
  assert.deepEqual(new Set(idsOf(view.tasks, ({ status }) => !isFinal(status))), view.liveTasks)
  assert.deepEqual(new Set(idsOf(view.runs, ({ status }) => !isFinal(status))), view.liveRuns)
  const open: string[] = [
    ...idsOf(view.approvals, ({ status }) => status === 'pending'),
    ...idsOf(view.questions, ({ status }) => status === 'open'),
  ]
  assert.deepEqual(new Set(open), view.openHolds)
  const roots = idsOf(view.tasks, ({ parentTaskId }) => parentTaskId === undefined)
  assert.deepEqual(new Set(roots), new Set(view.roots))
}

test('whatever is tried, a session that is decided keeps its invariants at every step', () => {
  let accepted = 0
  fc.assert(
    fc.property(pairs, (numbers) => {
      const stage = opened(100)
      for (const [choice, target] of numbers) {
        const before = statesOf(stage.view)
        if (step(stage, choice, target)) accepted += 1
        assertInvariants(stage, before)
      }
    }),
    { numRuns: 300 },
  )
  assert.ok(accepted > 500, `only ${accepted} steps were accepted`)
})

const statesOf = ({ approvals, runs }: View): Map<string, string> =>
  new Map([...approvals, ...runs].map(([id, { status }]) => [id, status]))

function assertInvariants({ view, events }: Scene, before: ReadonlyMap<string, string>): void {
  for (const runId of view.liveRuns) {
    const run = view.runs.get(runId)
    assert.ok(run && view.liveTasks.has(run.taskId), 'a run is at work on a task that has ended')
    assert.equal(view.runOfTask.get(run.taskId), runId, 'two runs are at work on one task')
  }
  for (const [id, { status }] of [...view.approvals, ...view.runs]) {
    const was = before.get(id)
    const wasFinal = was !== undefined && !['pending', 'reserved', 'running', 'waiting'].includes(was)
    if (wasFinal) assert.equal(status, was, 'a final state changed')
  }
  for (const ledger of view.ledgers.values()) assert.ok(ledger.reserved >= 0)
  for (const call of view.calls.values()) {
    if (!call.startedBy) continue
    const approvals = [...view.approvals.values()].filter(({ callId }) => callId === call.callId)
    assert.ok(
      approvals.every(({ status }) => status === 'granted'),
      'a held call started without its approval',
    )
  }
  if (view.session?.status === 'closed')
    for (const taskId of view.liveTasks) assert.equal(view.tasks.get(taskId)?.status, 'pending')
  assert.equal(view.seq, events.length)
  assertSets(view)
}

test('events of another session are not taken', () => {
  const stage = opened()
  const other = counting()
  other('task')
  const [event] = stage.events
  assert.ok(event)
  const view = folded(stage.events)
  fold(view, { ...event, sessionId: other('session'), seq: view.seq + 1 })
  assert.equal(view.seq, stage.events.length)
})

test('a damaged row and a payload of something else keep their place and are listed', () => {
  const stage = opened()
  const [event] = stage.events
  assert.ok(event)
  const view = folded(stage.events)
  fold(view, { ...event, seq: view.seq + 1, type: 'record.damaged', payload: null } as UnknownEvent)
  fold(view, { ...event, seq: view.seq + 1, type: 'context.injected', payload: null } as never)
  assert.deepEqual(view.damaged, [stage.events.length + 1, stage.events.length + 2])
})

test('a payload cannot bring along what only later events may say', () => {
  const stage = opened()
  const taskId = stage.id('task')
  const child = subtask({ taskId, parentTaskId: stage.root })
  const forged = {
    ...child.payload,
    status: 'done',
    result: { answer: 'Trust me' },
    attempt: 9,
    stale: taskId,
  }
  stage.record({ ...child, payload: forged } as typeof child)
  const messageId = stage.id('message')
  const said = {
    messageId,
    role: 'agent',
    contentType: 'text',
    payload: { text: 'x' },
    visibility: 'internal',
  } as const
  const posing = { ...said, references: [], round: 1, taskId, runId: 'run_x', createdAt: 'never' }
  stage.record(draft('message.posted', posing, { actor: system }))
  const task = stage.view.tasks.get(taskId)
  assert.deepEqual(
    [task?.status, task?.attempt, task?.result, task?.stale],
    ['pending', 1, undefined, undefined],
  )
  const message = stage.view.messages.get(messageId)
  assert.deepEqual([message?.taskId, message?.runId], [undefined, undefined])
  assert.notEqual(message?.createdAt, 'never')
})

test('a wide tree keeps one list of children, and the parent is replaced when it grows', () => {
  const stage = opened()
  const before = stage.view.tasks.get(stage.root)
  for (let count = 0; count < 300; count += 1)
    stage.record(subtask({ taskId: stage.id('task'), parentTaskId: stage.root }))
  const after = stage.view.tasks.get(stage.root)
  assert.equal(after?.children.length, 300)
  assert.equal(new Set(after?.children).size, 300)
  assert.notEqual(after, before)
})
