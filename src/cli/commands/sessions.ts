import { fit, safeLine } from '#tui'
import type { Given } from '../command.ts'
import { exit } from '../failure.ts'
import { shortId } from '../ids.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace } from '../workspace.ts'

/** The sessions of the data folder, newest first. */
export async function sessions(given: Given, terminal: Terminal): Promise<number> {
  const { out, note, say, paint, columns } = terminal
  const workspace = await openWorkspace(terminal, given.data)
  try {
    const rows = await workspace.sessions()
    if (rows.length === 0) note(say('noSessions'))
    for (const { sessionId, updatedAt, teamId, title } of rows) {
      const when = updatedAt.slice(0, 16).replace('T', ' ')
      const head = `${shortId(sessionId)}  ${when}  ${teamId}`
      out(
        `${paint.bold(shortId(sessionId))}  ${paint.dim(when)}  ${teamId}  ${fit(safeLine(title) || say('untitled'), Math.max(10, columns - head.length - 4))}`,
      )
    }
    return exit.done
  } finally {
    await workspace.close()
  }
}
