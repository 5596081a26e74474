import { appendFile, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TeamSpec } from '#agents'
import type { SessionId } from '#protocol'
import { describeProblem, findTeam, loadTeam, shippedTeams } from '#teams'
import { CommandFailure, exit } from './failure.ts'
import type { Terminal } from './terminal.ts'

/** A team with what leads to it again: the name of a shipped one, or the path of its file. */
export interface NamedTeam {
  readonly team: TeamSpec
  readonly source: string
}

/** Loads a team by name or path. Throws CommandFailure that lists every error in its files. */
export async function teamNamed({ say, locale, env }: Terminal, name: string): Promise<NamedTeam> {
  const found = findTeam(name)
  if (!found.ok) throw new CommandFailure(say('noTeam', { name, known: found.known.join(', ') }), exit.usage)
  const { team, problems } = await loadTeam(found.path, { env })
  const isShipped = shippedTeams.some((shipped) => shipped === name) && resolve(name) !== resolve(found.path)
  if (team) return { team, source: isShipped ? name : found.path }
  const errors = problems.filter(({ severity }) => severity === 'error')
  const lines = errors.map((problem) => `  ${describeProblem(problem, locale)}`)
  throw new CommandFailure(`${say('teamInvalid', { name })}\n${lines.join('\n')}`)
}

const memory = (folder: string): string => join(folder, 'teams.jsonl')

/** Notes which team a session began with, so that going on with it needs no path. */
export async function rememberTeam(folder: string, sessionId: SessionId, source: string): Promise<void> {
  await appendFile(memory(folder), `${JSON.stringify({ sessionId, team: source })}\n`)
}

/** The team a session began with, when that is known here. */
export async function recallTeam(folder: string, sessionId: SessionId): Promise<string | undefined> {
  let text: string
  try {
    text = await readFile(memory(folder), 'utf8')
  } catch {
    // Nothing noted yet: the sessions here were imported.
    return undefined
  }
  return text
    .split('\n')
    .filter((line) => line.includes(sessionId))
    .map(noted)
    .findLast((team) => team !== undefined)
}

/** A line that was cut off when the process died names no team. */
function noted(line: string): string | undefined {
  try {
    const { team } = JSON.parse(line) as { readonly team?: unknown }
    return typeof team === 'string' ? team : undefined
  } catch {
    return undefined
  }
}
