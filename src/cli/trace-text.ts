import {
  cutToWidth,
  displayWidth,
  isKnown,
  type LineageNode,
  lineage,
  lineageIndex,
  safeLine,
  type View,
} from '#protocol'
import type { StoredEvent } from '#store'
import { shortId } from './ids.ts'
import { messageText } from './messages.ts'
import type { Terminal } from './terminal.ts'

export interface Traced {
  readonly view: View
  readonly events: readonly StoredEvent[]
}

/** What a message rests on, as lines indented by how far back it lies. None when the message is not in the log. */
export function traceText(terminal: Terminal, { view, events }: Traced, id: string): readonly string[] {
  const index = lineageIndex(events)
  const start = [...view.messages.values()].find(({ messageId }) => messageId === id)?.eventId
  const tree = start && lineage(index, start)
  return tree ? nodeLines(terminal, tree, 0) : []
}

/** Deeper chains are not indented further: the words would have no room. */
const deepest = 8

function nodeLines(terminal: Terminal, node: LineageNode, depth: number): string[] {
  const { say, paint, columns } = terminal
  const { event, bond, because, seenBefore } = node
  const indent = '  '.repeat(Math.min(depth, deepest))
  const why = depth === 0 ? '' : `${say(`bond.${bond}`)} `
  const place = ` #${event.seq}`
  const again = seenBefore ? ` ${say('seenAbove')}` : ''
  const room = columns - displayWidth(indent + why + place + again) - 2
  const said = cutToWidth(safeLine(whatOf(event)), Math.max(12, room))
  const source = sourceOf(event)
  return [
    `${indent}${paint.dim(why)}${said}${paint.dim(place + again)}`,
    ...(source ? [`${indent}  ${paint.green(say('source', { source: safeLine(source) }))}`] : []),
    ...because.flatMap((cause) => nodeLines(terminal, cause, depth + 1)),
  ]
}

function sourceOf(event: StoredEvent): string | undefined {
  if (!isKnown(event) || event.type !== 'tool.completed') return undefined
  const { source } = event.payload.result
  return source?.startsWith('msg_') || source?.startsWith('call_') ? undefined : source
}

/** What an event says, in a few words. */
function whatOf(event: StoredEvent): string {
  if (!isKnown(event)) return event.type
  const who = event.actor.id
  switch (event.type) {
    case 'message.posted':
      return `${event.payload.agentId ?? who}: ${messageText(event.payload)}`
    case 'tool.requested':
      return `${who} ${event.payload.tool} ${JSON.stringify(event.payload.arguments)}`
    case 'tool.completed':
      return `${who}: ${event.payload.result.text}`
    case 'tool.failed':
    case 'tool.refused':
      return `${who}: ${event.payload.error.message}`
    case 'task.created':
      return `${event.payload.assignees.join(', ')}: ${event.payload.goal}`
    case 'context.injected': {
      const given = event.payload.injections.map(({ sourceAgent, content }) => `${sourceAgent}: ${content}`)
      return `${event.payload.agentId} ← ${given.join(' | ')}`
    }
    case 'model.completed':
      return `${who}: ${event.payload.model} ${shortId(event.payload.runId)}/${event.payload.call}`
    default:
      return `${event.type} ${event.reason ?? who}`
  }
}
