import { composeId, eventIdAt, eventVersion, type IdKind, type IdOf, type SessionId } from '#protocol'
import type { StoredEvent } from '#store'

/** How many events one turn of `turn` has: a question, one agent, one tool call, an answer. */
export const eventsPerTurn = 14

/** The events of a turn with one tool call, from that seq on; the same for the same numbers. */
export function turn(sessionId: SessionId, number: number, firstSeq: number): readonly StoredEvent[] {
  const id = <Kind extends IdKind>(kind: Kind, more = 0): IdOf[Kind] =>
    composeId(kind, 1_700_000_000_000 + number, randomBytes(number * 16 + more))
  const taskId = id('task')
  const runId = id('run', 1)
  const callId = id('call', 2)
  const run = { runId, taskId, agentId: 'planner', attempt: 1 }
  const usage = {
    freshInput: 812 + number,
    cacheRead: 0,
    cacheWrite: 0,
    output: 64,
    reasoning: 0,
    source: 'reported',
  }
  const text = `The three hotels near the station cost between 320 and 480 yuan a night; number ${number} has a gym.`
  const question = `Which hotel near the station should we take for night ${number}, and is there a gym?`
  const model = { runId, call: 1, attempt: 1, model: 'offline/rules' }
  const bodies: readonly (readonly [string, 'user' | 'agent' | 'system', unknown])[] = [
    ['message.posted', 'user', message(id('message', 3), 'user', question)],
    [
      'task.created',
      'system',
      { taskId, goal: question, assignees: ['planner'], round: 1, depth: 0, labels: [], dependsOn: [] },
    ],
    ['task.started', 'system', { taskId }],
    ['run.reserved', 'system', { ...run, path: ['planner'], maxTokens: 20_000 }],
    ['run.started', 'system', run],
    ['model.requested', 'agent', { ...model, estimate: 800, reserve: 2_000 }],
    [
      'model.completed',
      'agent',
      completed(model, usage, [
        { type: 'call', callId, tool: 'search', argumentsText: '{"near":"station"}' },
      ]),
    ],
    [
      'tool.requested',
      'agent',
      { runId, callId, turn: 1, tool: 'search', arguments: { near: 'station' }, key: '1/0', effect: 'pure' },
    ],
    [
      'tool.completed',
      'tool' as 'agent',
      { runId, callId, result: { text: 'Jade 320, Plaza 410, Court 480 (gym)' }, latencyMs: 3 },
    ],
    ['model.requested', 'agent', { ...model, call: 2, estimate: 900, reserve: 2_000 }],
    ['model.completed', 'agent', completed({ ...model, call: 2 }, usage, [{ type: 'text', text }])],
    ['message.posted', 'agent', { ...message(id('message', 4), 'agent', text), agentId: 'planner' }],
    ['run.completed', 'system', { ...run, turns: 2, messageId: id('message', 4) }],
    [
      'task.completed',
      'system',
      {
        taskId,
        result: {
          answer: text,
          messageId: id('message', 4),
          facts: [],
          filesChanged: [],
          turns: 2,
          toolCalls: 1,
          tokens: 1_752,
        },
      },
    ],
  ]
  return bodies.map(([type, kind, payload], index) => ({
    eventId: eventIdAt(sessionId, firstSeq + index),
    sessionId,
    seq: firstSeq + index,
    type,
    at: new Date(1_700_000_000_000 + number * 60_000 + index).toISOString(),
    actor: { kind, id: kind === 'user' ? 'ana' : kind === 'system' ? 'session' : 'planner' },
    ...(index > 0 ? { taskId } : {}),
    ...(index > 2 && index < 13 ? { runId } : {}),
    prevEvents: index > 6 ? [eventIdAt(sessionId, firstSeq + index - 1)] : [],
    visibility: type === 'message.posted' ? 'user' : 'internal',
    payload,
    v: eventVersion,
  }))
}

function message(messageId: IdOf['message'], role: string, text: string): Record<string, unknown> {
  return {
    messageId,
    role,
    contentType: 'text',
    payload: { text },
    visibility: 'user',
    references: [],
    round: 1,
  }
}

function completed(model: object, usage: object, parts: readonly unknown[]): unknown {
  return { ...model, parts, finish: 'stop', usage, latencyMs: 412 }
}

/** Ten bytes that look random to a compressor and are the same each time. */
function randomBytes(seed: number): Uint8Array {
  let state = seed * 2_654_435_761 + 1
  return Uint8Array.from({ length: 10 }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return state & 255
  })
}
