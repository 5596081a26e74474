import { type AgentId, cutText, isAgentId, type TaskId } from '#protocol'
import { CommandRefused, type SessionHandle } from '#runtime'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { finish } from '../finish.ts'
import { typed } from '../holds.ts'
import { shortId } from '../ids.ts'
import { figuresOf } from '../live/figures.ts'
import { jsonLines } from '../live/json-lines.ts'
import { type Live, live } from '../live/live.ts'
import { findSession } from '../stored.ts'
import { teamNamed } from '../teams.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace, type Workspace } from '../workspace.ts'

/** One request to a team, in a new session or in the one given. */
export async function run(given: Given, terminal: Terminal): Promise<number> {
  const teamName = given.need(0, 'TEAM')
  const text = given.words.slice(1).join(' ').trim()
  if (text === '') throw new CommandFailure(terminal.say('missing', { what: 'REQUEST' }), exit.usage)
  const named = await teamNamed(terminal, teamName)
  const { to, text: request } = addressed(terminal, [...named.team.agents.keys()], text)
  const workspace = await openWorkspace(terminal, 'any')
  try {
    const { session, after } = await begin(workspace, terminal, {
      sessionId: given.text('session'),
      create: () => workspace.create(named, titleOf(text)),
      teamName,
    })
    const json = given.flag('json')
    const shown = json
      ? await jsonLines(terminal, workspace.store.events, { session, after })
      : live(terminal, session)
    const code = await ask(terminal, session, { text: request, to, json, shown })
    if (!json) continueLine(terminal, session, teamName)
    return code
  } finally {
    await workspace.close()
  }
}

interface Beginning {
  readonly sessionId: string | undefined
  readonly teamName: string
  readonly create: () => Promise<SessionHandle>
}

/** The session to work in, and the seq after which everything is new. */
async function begin(
  { store, open }: Workspace,
  terminal: Terminal,
  { sessionId, teamName, create }: Beginning,
): Promise<{ readonly session: SessionHandle; readonly after: number }> {
  if (sessionId === undefined) return { session: await create(), after: 0 }
  const stored = await findSession(store.events, terminal, sessionId)
  return { session: await open(stored.sessionId, teamName), after: stored.view.seq }
}

export interface Request {
  readonly text: string
  readonly to: AgentId | undefined
  readonly json: boolean
  readonly shown: Live
}

/** Posts a request, shows how it is done, and gives back the exit code of its outcome. */
export async function ask(
  terminal: Terminal,
  session: SessionHandle,
  { text, to, json, shown }: Request,
): Promise<number> {
  const startedMs = Date.now()
  const { taskId } = await posted(session, text, to)
  const code = await finish(terminal, session, { shown, json, roots: [taskId] })
  if (!json) footer(terminal, session, { taskId, elapsedMs: Date.now() - startedMs })
  return code
}

/** Refusals of what the words say are about how the command was used; others are about the session. */
const usage: ReadonlySet<string> = new Set(['unknown', 'invalid', 'not-allowed'])

async function posted(
  session: SessionHandle,
  text: string,
  to: AgentId | undefined,
): ReturnType<SessionHandle['post']> {
  try {
    return await session.post(text, to === undefined ? {} : { to })
  } catch (cause) {
    if (!(cause instanceof CommandRefused)) throw cause
    const code = usage.has(cause.refusal.reason) ? exit.usage : exit.failed
    throw new CommandFailure(cause.message, code, { cause })
  }
}

interface Footer {
  readonly taskId: TaskId
  readonly elapsedMs: number
}

function footer(terminal: Terminal, session: SessionHandle, { taskId, elapsedMs }: Footer): void {
  const { note, paint, keyboard } = terminal
  if (keyboard) note('')
  note(paint.dim(figuresOf(terminal, session, { roots: [taskId], elapsedMs })))
}

function continueLine(terminal: Terminal, { sessionId }: SessionHandle, teamName: string): void {
  const name = /^[\w./-]+$/.test(teamName) ? teamName : JSON.stringify(teamName)
  terminal.note(terminal.paint.dim(typed(terminal, `run ${name} "…" --session ${shortId(sessionId)}`)))
}

/** A title from the first words of a request. */
export function titleOf(text: string): string {
  return cutText(text.replaceAll(/\s+/g, ' ').trim(), { graphemes: 80, ellipsis: '…' })
}

/** The agent a text is addressed to, when it begins with `@name`, and the text for it. Throws when there is no such agent. */
export function addressed(
  { say }: Pick<Terminal, 'say'>,
  agents: readonly AgentId[],
  text: string,
): { readonly to: AgentId | undefined; readonly text: string } {
  const match = /^[@＠](?<name>[\w.-]+)[\s,:，：]*(?<rest>[\s\S]*)$/u.exec(text)
  const name = match?.groups?.['name']
  const rest = match?.groups?.['rest']?.trim() ?? ''
  if (name === undefined) return { to: undefined, text }
  if (!isAgentId(name) || !agents.includes(name))
    throw new CommandFailure(say('noAgent', { name, known: agents.join(', ') }), exit.usage)
  if (rest === '') throw new CommandFailure(say('missing', { what: 'REQUEST' }), exit.usage)
  return { to: name, text: rest }
}
