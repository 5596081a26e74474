/**
 * What an event costs to fold: a long ordinary session and a very wide tree, in memory. Prints a table.
 *
 *     node --conditions=loggia-source bench/core/fold.ts
 */
import {
  composeId,
  emptyView,
  eventIdAt,
  fold,
  type IdKind,
  type IdOf,
  parseAgentId,
  type SessionEvent,
} from '#protocol'

const noRandom = new Uint8Array(10)
const agentId = parseAgentId('a')
let made = 0
const id = <Kind extends IdKind>(kind: Kind): IdOf[Kind] => composeId(kind, ++made, noRandom)

class Log {
  readonly events: SessionEvent[] = []
  readonly #sessionId = id('session')
  readonly root = id('task')

  constructor() {
    this.add('session.created', { title: 'bench', teamId: 't', ownerId: 'o' })
    this.add('task.created', { taskId: this.root, ...task, depth: 0 })
  }

  add(type: SessionEvent['type'], payload: object): void {
    const seq = this.events.length + 1
    const place = { eventId: eventIdAt(this.#sessionId, seq), sessionId: this.#sessionId, seq, type }
    const rest = { at: '2026-01-01T00:00:00.000Z', actor: { kind: 'system', id: 'bench' }, prevEvents: [] }
    this.events.push({ ...place, ...rest, visibility: 'internal', v: 1, payload } as unknown as SessionEvent)
  }
}

const task = { goal: 'g', assignees: [agentId], round: 1, labels: [], dependsOn: [] }
const usage = { freshInput: 10, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0, source: 'reported' }

/** Subtask after subtask, each with three turns of one call. */
function ordinary(count: number): readonly SessionEvent[] {
  const log = new Log()
  while (log.events.length < count) {
    const taskId = id('task')
    const run = { runId: id('run'), taskId, agentId, attempt: 1 }
    log.add('task.created', { taskId, parentTaskId: log.root, ...task, depth: 1 })
    log.add('run.reserved', { ...run, path: [agentId] })
    log.add('run.started', run)
    log.add('task.started', { taskId })
    for (let call = 1; call <= 3; call += 1) turn(log, run, call)
    log.add('run.completed', { ...run, turns: 3 })
    const counts = { turns: 3, toolCalls: 3, tokens: 45 }
    log.add('task.completed', { taskId, result: { answer: 'a', facts: [], filesChanged: [], ...counts } })
  }
  return log.events
}

function turn(log: Log, { runId }: { readonly runId: IdOf['run'] }, call: number): void {
  const callId = id('call')
  const asked = { runId, call, attempt: 1, model: 'm' }
  const parts = [{ type: 'call', callId, tool: 'x', argumentsText: '{}' }]
  log.add('context.assembled', { runId, call, included: [], excluded: [], totalTokens: 3 })
  log.add('budget.reserved', { taskId: log.root, runId, tokens: 5 })
  log.add('model.requested', { ...asked, estimate: 4, reserve: 5 })
  log.add('model.completed', { ...asked, parts, finish: 'tool-calls', usage, latencyMs: 1 })
  log.add('budget.settled', { taskId: log.root, runId, reserved: 5, tokens: 15 })
  log.add('tool.requested', { runId, callId, turn: call, tool: 'x', arguments: {}, key: 'k', effect: 'pure' })
  log.add('tool.started', { runId, callId })
  log.add('tool.completed', { runId, callId, result: { text: 'ok' }, latencyMs: 1 })
}

function wide(count: number): readonly SessionEvent[] {
  const log = new Log()
  for (let made = 0; made < count; made += 1)
    log.add('task.created', { taskId: id('task'), parentTaskId: log.root, ...task, depth: 1 })
  return log.events
}

function medianMs(events: readonly SessionEvent[]): number {
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now()
    const view = emptyView()
    for (const event of events) fold(view, event)
    return performance.now() - began
  })
  return times.sort((one, other) => one - other)[4] ?? 0
}

console.log('log                      events   median ms   events/s')
const logs = {
  ordinary: ordinary(100_000),
  'wide, 10,000 children': wide(10_000),
  'wide, 100,000': wide(100_000),
}
for (const [name, events] of Object.entries(logs)) {
  const ms = medianMs(events)
  const perSecond = Math.round((events.length / ms) * 1000).toLocaleString('en')
  console.log(
    `${name.padEnd(22)} ${String(events.length).padStart(8)} ${ms.toFixed(1).padStart(11)} ${perSecond.padStart(11)}`,
  )
}
