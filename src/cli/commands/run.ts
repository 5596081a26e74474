import type { SessionHandle } from '#runtime'
import type { Given } from '../command.ts'
import { finish, stopOnInterrupt } from '../finish.ts'
import { completeId, shortId } from '../ids.ts'
import { live } from '../live/live.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace, type Workspace } from '../workspace.ts'

/** One request to a team, in a new session or in the one given. */
export async function run(given: Given, terminal: Terminal): Promise<number> {
  const teamName = given.need(0, 'TEAM')
  const text = given.words.slice(1).join(' ') || given.need(1, 'REQUEST')
  const workspace = await openWorkspace(terminal, given.data)
  try {
    const session = await sessionFor(workspace, terminal, {
      teamName,
      text,
      sessionId: given.text('session'),
    })
    const json = given.flag('json')
    return await request(terminal, session, { text, json, teamName })
  } finally {
    await workspace.close()
  }
}

interface Wanted {
  readonly teamName: string
  readonly text: string
  readonly sessionId: string | undefined
}

async function sessionFor(
  workspace: Workspace,
  terminal: Terminal,
  { teamName, text, sessionId }: Wanted,
): Promise<SessionHandle> {
  const team = await workspace.team(teamName)
  if (sessionId === undefined)
    return (await workspace.runtime(team)).create({ title: text.slice(0, 200), teamId: team.teamId })
  const ids = (await workspace.sessions()).map((row) => row.sessionId)
  return workspace.open(completeId(terminal, sessionId, ids), teamName)
}

/** Posts a request, shows how it is done, and gives back the exit code of its outcome. */
export async function request(
  terminal: Terminal,
  session: SessionHandle,
  { text, json, teamName }: { readonly text: string; readonly json: boolean; readonly teamName: string },
): Promise<number> {
  const shown = live(terminal, session, { json })
  const release = stopOnInterrupt(terminal, session)
  try {
    const { taskId } = await session.post(text)
    const code = await finish(terminal, session, shown, { json, taskId })
    if (!json) footer(terminal, session, teamName)
    return code
  } finally {
    release()
    shown.end()
  }
}

function footer({ say, note, paint }: Terminal, session: SessionHandle, teamName: string): void {
  const label = session.team.model === 'offline' ? `${say('offline')} · ` : ''
  note(paint.dim(`${label}${say('continueHint', { team: teamName, id: shortId(session.sessionId) })}`))
}
