import { createInterface, type Interface } from 'node:readline'
import { type AgentId, isAgentId, visibleStream } from '#protocol'
import type { SessionHandle } from '#runtime'
import { treeLines } from '#tui'
import type { Given } from '../command.ts'
import { exit } from '../failure.ts'
import { completeId } from '../ids.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace } from '../workspace.ts'
import { request } from './run.ts'
import { traceMessage } from './trace.ts'

const demoTeam = 'beijing'

/** Request after request with a team. Lines that come from a pipe are answered one after another. */
export async function chat(given: Given, terminal: Terminal): Promise<number> {
  const teamName = given.words[0] ?? demoTeam
  const workspace = await openWorkspace(terminal, given.data)
  try {
    const team = await workspace.team(teamName)
    const wanted = given.text('session')
    const ids = wanted === undefined ? [] : (await workspace.sessions()).map((row) => row.sessionId)
    const session =
      wanted === undefined
        ? await (await workspace.runtime(team)).create({ teamId: team.teamId })
        : await workspace.open(completeId(terminal, wanted, ids), teamName)
    if (terminal.interactive) welcome(terminal, session)
    return await talk(terminal, session, teamName)
  } finally {
    await workspace.close()
  }
}

function welcome({ say, out, paint, locale }: Terminal, { team }: SessionHandle): void {
  const title = typeof team.title === 'string' ? team.title : (team.title[locale] ?? team.teamId)
  out(paint.bold(say('welcome', { team: title })))
  if (team.model === 'offline') out(paint.dim(say('welcomeOffline')))
  if (team.teamId === demoTeam) {
    out(`\n${say('welcomeTry')}`)
    for (const key of ['try.1', 'try.2', 'try.3'] as const) out(`  ${paint.cyan(say(key))}`)
  }
  out(`\n${paint.dim(say('welcomeHelp'))}`)
}

/** A line editor whose lines are taken one at a time. The runtime's own logs are never read with it. */
function lineReader(terminal: Terminal): {
  readonly lines: AsyncIterator<string>
  readonly editor: Interface
} {
  const editor = createInterface({
    input: process.stdin,
    ...(terminal.interactive ? { output: process.stdout, prompt: terminal.paint.bold('› ') } : {}),
  })
  return { editor, lines: editor[Symbol.asyncIterator]() }
}

async function talk(terminal: Terminal, session: SessionHandle, teamName: string): Promise<number> {
  let last: number = exit.done
  for (;;) {
    const line = await nextLine(terminal)
    if (line === undefined || line === '/quit' || line === '/exit')
      return terminal.interactive ? exit.done : last
    if (line === '') continue
    if (line.startsWith('/')) slash(terminal, session, line)
    else last = await request(terminal, session, { text: line, json: false, teamName })
  }
}

let piped: AsyncIterator<string> | undefined

async function nextLine(terminal: Terminal): Promise<string | undefined> {
  if (!terminal.interactive) {
    piped ??= lineReader(terminal).lines
    const { done, value } = await piped.next()
    return done ? undefined : value.trim()
  }
  const { editor, lines } = lineReader(terminal)
  editor.prompt()
  try {
    const { done, value } = await lines.next()
    return done ? undefined : value.trim()
  } finally {
    editor.close()
  }
}

function slash(terminal: Terminal, session: SessionHandle, line: string): void {
  const { say, out, paint, columns } = terminal
  const actions: Readonly<Record<string, () => void>> = {
    '/help': () => out(say('chatHelp')),
    '/tasks': () => out(treeLines(session.view, { columns, paint }).join('\n')),
    '/agents': () => out([...session.team.agents.keys()].join('\n')),
    '/trace': () => {
      const message = visibleStream(session.view).findLast(({ role }) => role === 'agent')
      if (message) out(traceMessage(terminal, session.view, message.messageId))
    },
  }
  const action = actions[line.split(' ')[0] ?? '']
  if (action) action()
  else out(say('chatHelp'))
}

/** The agent a line is addressed to, when it begins with `@name`. */
export function addressed(line: string): AgentId | undefined {
  const name = /^@([\w.-]+)/.exec(line)?.[1]
  return name !== undefined && isAgentId(name) ? name : undefined
}
