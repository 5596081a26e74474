import {
  type AgentId,
  type ConversationEntry,
  conversationOf,
  isAgentId,
  type View,
  visibleStream,
} from '#protocol'
import { safeLine, safeText, treeLines } from '#tui'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { findSession } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace } from '../workspace.ts'

/** What a session holds: what was said, its tasks, its facts; or one agent's own session. */
export async function show(given: Given, terminal: Terminal): Promise<number> {
  const workspace = await openWorkspace(terminal, given.data)
  try {
    const { view } = await findSession(workspace, terminal, given.words[0])
    const agent = given.text('agent')
    if (agent === undefined) showSession(terminal, view)
    else showAgent(terminal, view, agent)
    return exit.done
  } finally {
    await workspace.close()
  }
}

function showSession(terminal: Terminal, view: View): void {
  const { out, say, paint, columns } = terminal
  out(
    paint.bold(
      `${say('session')} ${view.session?.sessionId ?? ''}  ${view.session?.teamId ?? ''}  ${view.session?.status ?? ''}`,
    ),
  )
  for (const message of visibleStream(view)) {
    const who = message.role === 'user' ? say('you') : (message.agentId ?? message.role)
    out(`\n${paint.cyan(who)} ${paint.dim(message.messageId)}`)
    out(safeText(textOf(message.payload)))
  }
  out(`\n${paint.bold(say('tasks'))}`)
  for (const line of treeLines(view, { columns, paint })) out(line)
  const facts = [...view.facts.values()].flatMap((slots) => [...slots.values()])
  if (facts.length === 0) return
  out(`\n${paint.bold(say('facts'))}`)
  for (const { agentId, slot, value, unit } of facts)
    out(`  ${paint.dim(agentId)}  ${safeLine(slot)}: ${safeLine(String(value))}${unit ? ` ${unit}` : ''}`)
}

function textOf(payload: unknown): string {
  if (
    typeof payload === 'object' &&
    payload !== null &&
    'text' in payload &&
    typeof payload.text === 'string'
  )
    return payload.text
  if (
    typeof payload === 'object' &&
    payload !== null &&
    'message' in payload &&
    typeof payload.message === 'string'
  )
    return payload.message
  return JSON.stringify(payload)
}

/** An agent's own session, in the form it reads it: user, [ctx], assistant, tool. */
function showAgent(terminal: Terminal, view: View, name: string): void {
  if (!isAgentId(name) || !view.runsOfAgent.has(name))
    throw new CommandFailure(terminal.say('noMatch', { id: name }), exit.usage)
  terminal.out(terminal.paint.bold(`${view.session?.sessionId ?? ''} / ${name}`))
  for (const line of agentSession(view, name)) terminal.out(line)
}

/** The lines of an agent's session. */
export function agentSession(view: View, agentId: AgentId): string[] {
  return conversationOf(view, agentId).flatMap(({ entries }) =>
    entries.flatMap((entry) => entryLines(view, entry)),
  )
}

function entryLines(view: View, entry: ConversationEntry): string[] {
  switch (entry.kind) {
    case 'injection':
      return [`user:      [ctx] ${entry.injection.sourceAgent}: ${safeLine(entry.injection.content)}`]
    case 'query':
      return [`user:      ${safeLine(entry.text)}`]
    case 'report':
      return [`user:      [report] ${entry.report.from}: ${safeLine(entry.report.body)}`]
    case 'notice':
      return [`user:      [notice] ${safeLine(entry.text)}`]
    case 'model':
    case 'plan':
      return entry.parts.flatMap((part) => {
        if (part.type === 'text') return [`assistant: ${safeLine(part.text)}`]
        if (part.type !== 'call') return []
        const call = view.calls.get(part.callId)
        const said = call?.result?.text ?? call?.error?.message ?? call?.status ?? ''
        return [`assistant: ${part.tool} ${safeLine(part.argumentsText)}`, `tool:      ${safeLine(said)}`]
      })
    case 'reset':
      return []
    default:
      return entry satisfies never
  }
}
