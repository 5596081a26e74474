import type { SessionEvent, View } from '#protocol'
import { safeLine } from '#protocol'
import type { Terminal } from '../terminal.ts'

/** What one event says to a person who watches, in one line; nothing for events that matter only to the log. */
export function lineOf(terminal: Terminal, view: View, event: SessionEvent): string | undefined {
  const { say, paint } = terminal
  switch (event.type) {
    case 'task.created': {
      const [to] = event.payload.assignees
      if (event.payload.depth === 0 || !to) return undefined
      const task = safeLine(event.payload.goal)
      return `${paint.cyan('→')} ${say('delegates', { agent: safeLine(event.actor.id), to, task })}`
    }
    case 'context.injected': {
      const sources = [...new Set(event.payload.injections.map(({ sourceAgent }) => sourceAgent))].join(', ')
      return paint.dim(`  ${say('given', { agent: event.payload.agentId, source: sources })}`)
    }
    case 'tool.started': {
      const call = view.calls.get(event.payload.callId)
      if (!call || call.tool.startsWith('delegate_to_')) return undefined
      const input = safeLine(JSON.stringify(call.arguments))
      return paint.dim(
        `  ${say('usesTool', { agent: safeLine(event.actor.id), tool: safeLine(call.tool) })} ${input}`,
      )
    }
    case 'tool.failed':
    case 'tool.refused': {
      const tool = view.calls.get(event.payload.callId)?.tool ?? ''
      if (tool.startsWith('delegate_to_')) return undefined
      return `${paint.red('✗')} ${say('toolFailed', { tool: safeLine(tool), why: safeLine(event.payload.error.message) })}`
    }
    case 'run.completed':
      return view.tasks.get(event.payload.taskId)?.depth === 0
        ? undefined
        : `${paint.green('✓')} ${say('finished', { agent: event.payload.agentId })}`
    case 'run.failed':
      return `${paint.red('✗')} ${say('failedWhy', { agent: event.payload.agentId, why: safeLine(event.payload.error.message) })}`
    default:
      return undefined
  }
}
