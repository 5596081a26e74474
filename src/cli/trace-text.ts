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
  /** With every step of the machinery, not only with what a person would give as a reason. */
  readonly full?: boolean
}

/** What a message rests on, as lines indented by how far back it lies. None when the message is not in the log. */
export function traceText(
  terminal: Terminal,
  { view, events, full = false }: Traced,
  id: string,
): readonly string[] {
  const index = lineageIndex(events)
  const start = [...view.messages.values()].find(({ messageId }) => messageId === id)?.eventId
  const tree = start && lineage(index, start)
  if (!tree) return []
  const [shown = tree] = full ? [tree] : reasons(tree)
  return nodeLines(terminal, shown, 0)
}

/** Steps of the machinery: what they rest on takes their place. */
const machinery: ReadonlySet<string> = new Set([
  'context.assembled',
  'model.requested',
  'model.completed',
  'run.reserved',
  'run.started',
  'tool.started',
])

/** The node with the machinery below it taken out, and nothing told twice. */
function reasons(node: LineageNode): readonly LineageNode[] {
  if (node.seenBefore) return []
  const because = node.because.flatMap(reasons)
  return machinery.has(node.event.type) ? because : [{ ...node, because }]
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
    ...(source ? [`${indent}  ${paint.green(say('source', { source }))}`] : []),
    ...because.flatMap((cause) => nodeLines(terminal, cause, depth + 1)),
  ]
}

function sourceOf(event: StoredEvent): string | undefined {
  if (!isKnown(event) || event.type !== 'tool.completed') return undefined
  const { source } = event.payload.result
  if (source === undefined || source.startsWith('msg_') || source.startsWith('call_')) return undefined
  // Tools may say the word themselves.
  return safeLine(source).replace(/^(?:来源|sources?)\s*[:：]\s*/iu, '')
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
