import { isKnown, type LineageNode, lineage, lineageIndex, type View } from '#protocol'
import type { StoredEvent } from '#store'
import { fit, safeLine } from '#tui'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { findOwner } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace } from '../workspace.ts'

/** What a message rests on: the causal chain down to tool results and the sources of their data. */
export async function trace(given: Given, terminal: Terminal): Promise<number> {
  const workspace = await openWorkspace(terminal, given.data)
  try {
    const { session, id } = await findOwner(workspace, terminal, given.need(0, 'MESSAGE'))
    const text = traceMessage(terminal, session.view, id, session.events)
    if (text === '') throw new CommandFailure(terminal.say('noMatch', { id }), exit.usage)
    terminal.out(text)
    return exit.done
  } finally {
    await workspace.close()
  }
}

/** The chain as text, indented by how far it lies back. Empty when the message is not in the log. */
export function traceMessage(
  terminal: Terminal,
  view: View,
  id: string,
  events: readonly StoredEvent[] = [],
): string {
  const index = lineageIndex(events)
  const start = view.messages.get(id as never)?.eventId ?? index.makers.get(id)
  const tree = start && lineage(index, start)
  return tree ? nodeLines(terminal, tree, 0).join('\n') : ''
}

function nodeLines(terminal: Terminal, node: LineageNode, depth: number): string[] {
  const { say, paint, columns } = terminal
  const { event, bond, because, seenBefore } = node
  const indent = '  '.repeat(depth)
  const why = depth === 0 ? '' : `${say(`bond.${bond}`)} `
  const head = `${event.type} #${event.seq} `
  const room = Math.max(20, columns - indent.length - head.length - why.length - 4)
  const said = fit(safeLine(whatOf(node)), room)
  const again = seenBefore ? paint.dim(` ${say('seenAbove')}`) : ''
  const line = `${indent}${paint.dim(why)}${paint.cyan(head)}${said}${again}`
  const source = sourceOf(node)
  return [
    line,
    ...(source ? [`${indent}  ${paint.green(say('source', { source: safeLine(source) }))}`] : []),
    ...because.flatMap((cause) => nodeLines(terminal, cause, depth + 1)),
  ]
}

function sourceOf({ event }: LineageNode): string | undefined {
  if (!isKnown(event) || event.type !== 'tool.completed') return undefined
  const { source } = event.payload.result
  return source?.startsWith('msg_') || source?.startsWith('call_') ? undefined : source
}

/** What an event says, in a few words. */
function whatOf({ event }: LineageNode): string {
  if (!isKnown(event)) return ''
  const who = event.actor.id
  switch (event.type) {
    case 'message.posted':
      return `${who}: ${JSON.stringify(event.payload.payload)}`
    case 'tool.requested':
      return `${who}: ${event.payload.tool} ${JSON.stringify(event.payload.arguments)}`
    case 'tool.completed':
      return `${who}: ${event.payload.result.text}`
    case 'tool.failed':
    case 'tool.refused':
      return `${who}: ${event.payload.error.message}`
    case 'task.created':
      return `${event.payload.assignees.join(', ')}: ${event.payload.goal}`
    case 'context.injected':
      return `${event.payload.agentId} ← ${event.payload.injections.map(({ sourceAgent, content }) => `${sourceAgent}: ${content}`).join(' | ')}`
    case 'model.completed':
      return `${who}: ${event.payload.model}`
    default:
      return event.reason ?? who
  }
}
