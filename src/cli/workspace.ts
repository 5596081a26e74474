import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SessionId } from '#protocol'
import type { ModelSource, Runtime, SessionHandle } from '#runtime'
import { type SqliteStore, StoreUnavailable, sqliteStore } from '#store'
import { CommandFailure, exit } from './failure.ts'
import type { NamedTeam } from './teams.ts'
import type { Terminal } from './terminal.ts'

/**
 * The data folder of this place, open for one command and owned by it. What only some commands need (runtime, models,
 * teams) is loaded when they do.
 */
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
  const runtime = async ({ team }: NamedTeam): Promise<Runtime> => {
    const { openRuntime } = await import('#runtime')
    opened ??= openRuntime({ store, teams: [team], models: modelSource(terminal) })
    return opened
  }
  const teamOf = async (sessionId: SessionId, teamName: string | undefined): Promise<NamedTeam> => {
    const { recallTeam, teamNamed } = await import('./teams.ts')
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
      const session = await (await runtime(named)).create({ title, teamId: named.team.teamId })
      const { rememberTeam } = await import('./teams.ts')
      await rememberTeam(folder, session.sessionId, named.source)
      return session
    },
    async open(sessionId, teamName) {
      return (await runtime(await teamOf(sessionId, teamName))).open(sessionId)
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
  const pace = { delayMs: paceMs, sleep: pause }
  return async (name) => {
    const [{ offlineModel, openModel }, { systemClock }] = await Promise.all([
      import('#llm'),
      import('#runtime'),
    ])
    const offline = (): ReturnType<typeof offlineModel> => offlineModel(keyboard ? { pace } : {})
    return openModel(name, { env, clock: systemClock(), builtIn: { offline } })
  }
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
