import {
  type AgentId,
  type ConversationEntry,
  conversationOf,
  displayWidth,
  isAgentId,
  type LedgerFact,
  type Message,
  safeLine,
  safeText,
  type View,
  visibleStream,
} from '#protocol'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { listHolds } from '../holds.ts'
import { shortId } from '../ids.ts'
import { treeText } from '../live/tree.ts'
import { messageText } from '../messages.ts'
import { findSession } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace } from '../workspace.ts'

/** What a session holds: what was said, its tasks, its facts; or one agent's own session. */
export async function show(given: Given, terminal: Terminal): Promise<number> {
  const workspace = await openWorkspace(terminal, 'existing')
  try {
    const { view } = await findSession(workspace.store.events, terminal, given.words[0])
    const agent = given.text('agent')
    if (agent === undefined) showSession(terminal, view)
    else for (const line of agentLines(terminal, view, agent)) terminal.out(line)
    return exit.done
  } finally {
    await workspace.close()
  }
}

function showSession(terminal: Terminal, view: View): void {
  const { out, say, paint } = terminal
  const { session } = view
  if (!session) return
  const { sessionId, teamId, status, round } = session
  const about = [
    safeLine(teamId),
    say(`session.${status}`),
    round === 1 ? say('oneRound') : say('rounds', { count: round }),
  ]
  out(`${paint.bold(safeLine(session.title) || say('untitled'))}`)
  out(paint.dim(`${sessionId} · ${about.join(' · ')}`))
  for (const message of visibleStream(view)) showMessage(terminal, message)
  out(`\n${paint.bold(say('tasks'))}`)
  for (const line of treeText(terminal, view, 'with-ids')) out(line)
  showFacts(terminal, view)
  if (view.damaged.length > 0) out(`\n${paint.yellow(say('damaged', { count: view.damaged.length }))}`)
  listHolds(terminal, view, out)
}

function showMessage({ out, paint }: Terminal, message: Message): void {
  const { role, to, agentId, messageId } = message
  const id = paint.dim(shortId(messageId))
  if (role === 'user')
    out(
      `\n${paint.cyan('›')} ${to ? `${paint.cyan(`@${safeLine(to)}`)} ` : ''}${messageText(message)}  ${id}`,
    )
  else out(`\n${paint.bold(safeLine(agentId ?? role))}  ${id}\n${messageText(message)}`)
}

function showFacts({ out, say, paint }: Terminal, view: View): void {
  const facts = [...view.facts.values()].flatMap((slots) => [...slots.values()])
  const shown = facts.filter((fact) => !facts.some((other) => isSource(other, fact)))
  if (shown.length === 0) return
  out(`\n${paint.bold(say('facts'))}`)
  const widest = Math.max(...shown.map(({ slot }) => displayWidth(safeLine(slot))))
  for (const { agentId, slot, value, unit } of shown) {
    const name = safeLine(slot)
    const filler = ' '.repeat(widest - displayWidth(name) + 2)
    out(
      `  ${name}${filler}${safeLine(String(value))}${unit ? ` ${safeLine(unit)}` : ''}  ${paint.dim(agentId)}`,
    )
  }
}

/** Whoever passed a fact on has it from the message of another agent: the first one is shown. */
function isSource(other: LedgerFact, fact: LedgerFact): boolean {
  return (
    other !== fact &&
    other.slot === fact.slot &&
    other.value === fact.value &&
    fact.source === other.messageId
  )
}

/** The lines of an agent's own session: what it was asked, what it was given of others, what it said. */
function agentLines({ say }: Terminal, view: View, name: string): readonly string[] {
  if (!isAgentId(name) || !view.runsOfAgent.has(name))
    throw new CommandFailure(
      say('noAgent', { name, known: [...view.runsOfAgent.keys()].join(', ') }),
      exit.usage,
    )
  return agentSession(view, name)
}

function agentSession(view: View, agentId: AgentId): readonly string[] {
  return conversationOf(view, agentId).flatMap(({ entries }) => entries.flatMap(entryLines))
}

function entryLines(entry: ConversationEntry): readonly string[] {
  switch (entry.kind) {
    case 'injection':
      return said('user', `[ctx] ${entry.injection.sourceAgent}: ${entry.injection.content}`)
    case 'query':
      return said(
        'user',
        entry.instruction === undefined ? entry.text : `${entry.text}\n${entry.instruction}`,
      )
    case 'report':
      return said('user', `[report] ${entry.report.from}: ${entry.report.body}`)
    case 'notice':
      return said('user', `[notice] ${entry.text}`)
    case 'model':
    case 'plan':
      return entry.parts.flatMap((part) => (part.type === 'text' ? said('assistant', part.text) : []))
    case 'reset':
      return []
    default:
      return entry satisfies never
  }
}

/** One line; further lines of the text stand below its first. */
function said(role: 'user' | 'assistant', text: string): readonly string[] {
  const head = `${role}:`.padEnd(11)
  return safeText(text)
    .split('\n')
    .map((line, place) => `${place === 0 ? head : ' '.repeat(head.length)}${line}`.trimEnd())
}
