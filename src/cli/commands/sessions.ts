import { existsSync } from 'node:fs'
import { cutToWidth, displayWidth, safeLine } from '#protocol'
import type { Given } from '../command.ts'
import { exit } from '../failure.ts'
import { shortId } from '../ids.ts'
import type { Terminal } from '../terminal.ts'
import { dataFolder, openWorkspace } from '../workspace.ts'

/** The sessions of the data folder, the one worked on last first. */
export async function sessions(_given: Given, terminal: Terminal): Promise<number> {
  const { out, note, say, paint, columns } = terminal
  if (!existsSync(dataFolder(terminal))) {
    note(say('noSessions'))
    return exit.done
  }
  const workspace = await openWorkspace(terminal, 'existing')
  try {
    const rows = await workspace.store.events.sessions()
    if (rows.length === 0) note(say('noSessions'))
    const widest = Math.max(0, ...rows.map(({ teamId }) => displayWidth(safeLine(teamId))))
    for (const { sessionId, updatedAt, teamId, title } of rows) {
      const when = localTime(updatedAt)
      const team = safeLine(teamId).padEnd(widest)
      const room = Math.max(8, columns - displayWidth(`${shortId(sessionId)}${when}${team}`) - 7)
      const named = cutToWidth(safeLine(title) || say('untitled'), room)
      out(`${paint.bold(shortId(sessionId))}  ${paint.dim(when)}  ${paint.cyan(team)}  ${named}`)
    }
    return exit.done
  } finally {
    await workspace.close()
  }
}

/** The time as a clock on the wall here shows it. */
function localTime(at: string): string {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
