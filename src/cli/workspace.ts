import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { offlineModel, openModel } from '#llm'
import type { SessionId } from '#protocol'
import { type ModelSource, openRuntime, type Runtime, type SessionHandle, systemClock } from '#runtime'
import { type SqliteStore, StoreUnavailable, sqliteStore } from '#store'
import { CommandFailure, exit } from './failure.ts'
import { type NamedTeam, recallTeam, rememberTeam, teamNamed } from './teams.ts'
import type { Terminal } from './terminal.ts'

/** The data folder of this place, open for one command and owned by it. */
export interface Workspace {
  readonly store: SqliteStore
  readonly folder: string
  /** Begins a session with a team. */
  create(named: NamedTeam, title: string): Promise<SessionHandle>
  /** Opens a session with the team it began with, or with the one named, and goes on with what is open in it. */
  open(sessionId: SessionId, teamName: string | undefined): Promise<SessionHandle>
  /** The team a session is worked by. Throws CommandFailure when nobody knows. */
  teamOf(sessionId: SessionId, teamName: string | undefined): Promise<NamedTeam>
  close(): Promise<void>
}

/** Where sessions are kept: `--data`, else LOGGIA_DATA, else `.loggia` here. */
export function dataFolder({ data, env }: Pick<Terminal, 'data' | 'env'>): string {
  return resolve(data ?? (env['LOGGIA_DATA'] || '.loggia'))
}

/** Opens the data folder; only a command that begins sessions makes one. Throws CommandFailure when another process owns it. */
export async function openWorkspace(terminal: Terminal, want: 'existing' | 'any'): Promise<Workspace> {
  const { say } = terminal
  const folder = dataFolder(terminal)
  if (want === 'existing' && !existsSync(folder))
    throw new CommandFailure(say('noFolder', { folder }), exit.usage)
  const store = await ownedStore(terminal, folder)
  let opened: Runtime | undefined
  const runtime = ({ team }: NamedTeam): Runtime => {
    opened ??= openRuntime({ store, teams: [team], models: modelSource(terminal) })
    return opened
  }
  const teamOf = async (sessionId: SessionId, teamName: string | undefined): Promise<NamedTeam> => {
    const row = (await store.events.sessions()).find((one) => one.sessionId === sessionId)
    const name = teamName ?? (await recallTeam(folder, sessionId))
    if (name !== undefined) return teamNamed(terminal, name)
    const team = row?.teamId ?? ''
    return teamNamed(terminal, team).catch((cause: unknown) => {
      throw new CommandFailure(say('teamUnknown', { id: sessionId, team }), exit.failed, { cause })
    })
  }
  return {
    store,
    folder,
    teamOf,
    async create(named, title) {
      const session = await runtime(named).create({ title, teamId: named.team.teamId })
      await rememberTeam(folder, session.sessionId, named.source)
      return session
    },
    async open(sessionId, teamName) {
      return runtime(await teamOf(sessionId, teamName)).open(sessionId)
    },
    close: () => (opened ? opened.close() : store.close()),
  }
}

async function ownedStore({ say }: Terminal, folder: string): Promise<SqliteStore> {
  const store = sqliteStore({ folder })
  try {
    await store.ready
    return store
  } catch (cause) {
    if (!(cause instanceof StoreUnavailable)) throw cause
    const what = cause.code === 'owned' ? `${say('owned')}\n  ` : ''
    throw new CommandFailure(`${what}${cause.message}`, exit.failed, { cause })
  }
}

/** Slow enough to be read along, for a person; a program gets everything at once. */
const paceMs = 18

/** Models by the names of teams: the offline rules, or a provider configured by the environment. */
export function modelSource({ env, keyboard }: Pick<Terminal, 'env' | 'keyboard'>): ModelSource {
  const clock = systemClock()
  const pace = { delayMs: paceMs, sleep: pause }
  return (name) =>
    openModel(name, { env, clock, builtIn: { offline: () => offlineModel(keyboard ? { pace } : {}) } })
}

/** Resolves after `ms`; rejects with the signal's reason when aborted first. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve: wake, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(wake, ms)
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
