import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { TeamSpec } from '#agents'
import { offlineModel, openModel } from '#llm'
import type { SessionId } from '#protocol'
import { openRuntime, type Runtime, type SessionHandle, systemClock } from '#runtime'
import { type SessionRow, type SqliteStore, sqliteStore } from '#store'
import { describeProblem, findTeam, loadTeam } from '#teams'
import { CommandFailure, exit } from './failure.ts'
import type { Terminal } from './terminal.ts'

/** The data folder of this place, open for one command. */
export interface Workspace {
  readonly store: SqliteStore
  readonly folder: string
  /** The runtime over it, with this team and with those of the sessions here. */
  runtime(team?: TeamSpec): Promise<Runtime>
  /** Loads a team by name or path, and remembers where it was for sessions that use it. */
  team(nameOrPath: string): Promise<TeamSpec>
  /** Opens a session with its own team. */
  open(sessionId: SessionId, teamName?: string): Promise<SessionHandle>
  sessions(): Promise<readonly SessionRow[]>
  close(): Promise<void>
}

const remembered = z.record(z.string(), z.string())

/** Opens the data folder: `--data`, else LOGGIA_DATA, else `.loggia` here. Throws StoreUnavailable when another process owns it. */
export async function openWorkspace(terminal: Terminal, data?: string): Promise<Workspace> {
  const folder = resolve(data ?? terminal.env['LOGGIA_DATA'] ?? '.loggia')
  const store = sqliteStore({ folder })
  await store.ready
  const teamsFile = join(folder, 'teams.json')
  let opened: Runtime | undefined

  const runtime = async (team?: TeamSpec): Promise<Runtime> => {
    opened ??= openRuntime({ store, teams: team ? [team] : [], models: modelSource(terminal) })
    return opened
  }
  const team = async (nameOrPath: string): Promise<TeamSpec> => {
    const loaded = await teamNamed(terminal, nameOrPath)
    remember(folder, teamsFile, { [loaded.team.teamId]: loaded.path })
    return loaded.team
  }
  return {
    store,
    folder,
    runtime,
    team,
    async open(sessionId, teamName) {
      const row = (await store.events.sessions()).find((one) => one.sessionId === sessionId)
      const name = teamName ?? (row ? (recall(teamsFile)[row.teamId] ?? row.teamId) : undefined)
      const spec = name === undefined ? undefined : await team(name)
      return (await runtime(spec)).open(sessionId)
    },
    sessions: () => store.events.sessions(),
    async close() {
      await (opened ? opened.close() : store.close())
    },
  }
}

/** Models by the names of teams: the offline rules, or a provider configured by the environment. */
export function modelSource({ env }: Terminal): Parameters<typeof openRuntime>[0]['models'] {
  return (name) => openModel(name, { env, clock: systemClock(), builtIn: { offline: () => offlineModel() } })
}

/** Loads a team and says what is wrong with it. Throws CommandFailure when it has errors. */
export async function teamNamed(
  terminal: Terminal,
  name: string,
): Promise<{ readonly team: TeamSpec; readonly path: string }> {
  const { say, locale } = terminal
  const found = findTeam(name)
  if (!found.ok) throw new CommandFailure(say('noTeam', { name, known: found.known.join(', ') }), exit.usage)
  const { team, problems } = await loadTeam(found.path, { env: terminal.env })
  if (team) return { team, path: found.path }
  const lines = problems
    .filter(({ severity }) => severity === 'error')
    .map((problem) => describeProblem(problem, locale))
  throw new CommandFailure(`${say('teamInvalid')}\n${lines.join('\n')}`)
}

function recall(file: string): Readonly<Record<string, string>> {
  try {
    return remembered.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // No file yet, or one that somebody broke: it only saves typing --team.
    return {}
  }
}

function remember(folder: string, file: string, more: Readonly<Record<string, string>>): void {
  const known = recall(file)
  if (Object.entries(more).every(([key, value]) => known[key] === value)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...known, ...more }, null, 2)}\n`)
}
