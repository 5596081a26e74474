import {
  type AgentId,
  composeId,
  type EventDraft,
  emptyView,
  fold,
  type IdKind,
  type IdOf,
  type Injection,
  type MessageId,
  parseAgentId,
  type View,
} from '#protocol'
import { placed } from '../../src/testing/given.ts'
import type { Turn } from './dialogues.ts'

/** How agents tell what they found: as facts beside their words, or in words alone. */
export type Telling = 'facts' | 'prose'

/** A session that a dialogue is written into, turn by turn. */
export interface DialogueSession {
  readonly view: View
  agent(name: string): AgentId
  /** Writes that this agent was called with these injections. */
  called(name: string, text: string, injections: readonly Injection[]): void
  /** Writes the answer of a turn. */
  answered(turn: Turn): void
}

export function dialogueSession(telling: Telling): DialogueSession {
  const view = emptyView()
  const names = new Map<string, AgentId>()
  let made = 0
  let round = 0
  const id = <Kind extends IdKind>(kind: Kind): IdOf[Kind] => composeId(kind, ++made, new Uint8Array(10))
  const sessionId = id('session')
  const write = (type: EventDraft['type'], payload: unknown, place: object = {}): void => {
    const draft = { type, actor: { kind: 'system', id: 'engine' }, ...place, payload } as EventDraft
    for (const event of placed([draft], { sessionId, after: view.seq })) fold(view, event)
  }
  const agent = (name: string): AgentId => {
    const known = names.get(name) ?? parseAgentId(`agent${names.size}`)
    names.set(name, known)
    return known
  }
  write('session.created', { title: 'dialogue', teamId: 'team', ownerId: 'ana' })
  return {
    view,
    agent,
    called(name, text, injections) {
      const place = { taskId: id('task'), runId: id('run') }
      const run = { ...place, agentId: agent(name), attempt: 1 }
      const task = { taskId: place.taskId, goal: text, assignees: [run.agentId], round: round + 1, depth: 0 }
      write('task.created', { ...task, labels: [], dependsOn: [] }, place)
      write('run.reserved', { ...run, path: [run.agentId] }, place)
      if (injections.length > 0)
        write(
          'context.injected',
          { taskId: place.taskId, runId: run.runId, agentId: run.agentId, by: 'rules', injections },
          place,
        )
      write('run.started', run, place)
      write('run.completed', { ...run, turns: 1 }, place)
    },
    answered({ a: text, agents: [first = 'nobody'], facts = [] }) {
      round += 1
      const taskId = id('task')
      const said = (name: string, messageId: MessageId): void => {
        const message = {
          messageId,
          agentId: agent(name),
          role: 'agent',
          contentType: 'text',
          payload: { text },
        }
        write('message.posted', { ...message, visibility: 'user', references: [], round })
      }
      const messageId = id('message')
      said(first, messageId)
      if (telling === 'prose') return
      for (const [[name, slot], values] of slotsOf(facts)) {
        const value = values.join('、')
        write('fact.recorded', { slot, value, source: messageId, agentId: agent(name), taskId, messageId })
      }
    },
  }
}

/** All values of a slot that one turn brought. */
function slotsOf(facts: NonNullable<Turn['facts']>): (readonly [readonly [string, string], string[]])[] {
  const slots = new Map<string, readonly [readonly [string, string], string[]]>()
  for (const [agent, slot, value] of facts) {
    const key = JSON.stringify([agent, slot])
    const known = slots.get(key)
    if (known) known[1].push(value)
    else slots.set(key, [[agent, slot], [value]])
  }
  return [...slots.values()]
}
