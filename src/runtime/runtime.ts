import type { TeamSpec } from '#agents'
import type { SessionId } from '#protocol'
import type { SessionRow, Store } from '#store'
import { type Clock, newIdFrom, systemClock } from './clock.ts'
import { engine } from './engine.ts'
import { RuntimeError } from './errors.ts'
import { type Log, silentLog } from './log.ts'
import { type ModelSource, modelShelf } from './models.ts'
import { openHandle, type SessionHandle } from './session.ts'
import { SessionLog } from './session-log.ts'
import { type Agents, agentsOf, workshop } from './workshop.ts'

/** What a runtime is made of. Only the store, the models and one team are needed. */
export interface RuntimeOptions {
  readonly store: Store
  readonly models: ModelSource
  readonly teams: readonly TeamSpec[]
  readonly clock?: Clock
  readonly log?: Log
  /** Who the sessions belong to and who commands come from. Defaults to `local`. */
  readonly userId?: string
}

/** Opens, runs and closes sessions. One runtime owns its store's sessions. */
export interface Runtime {
  create(options?: { readonly title?: string; readonly teamId?: string }): Promise<SessionHandle>
  /** Folds a stored session and goes on with whatever in it is not finished. Throws RuntimeError when it cannot. */
  open(sessionId: SessionId): Promise<SessionHandle>
  sessions(): Promise<readonly SessionRow[]>
  /** Ends all work without recording anything, waits for the store, and closes it. Then throws what broke a session's log. */
  close(): Promise<void>
}

/** Makes a runtime over a store. It takes the store: closing the runtime closes it. */
export function openRuntime(options: RuntimeOptions): Runtime {
  const { store, teams, clock = systemClock(), log: report = silentLog, userId = 'local' } = options
  const models = modelShelf(options.models)
  const open = new Map<SessionId, Promise<SessionHandle>>()
  const newId = newIdFrom(clock)

  const built = new Map<TeamSpec, Agents>()
  const agentsFor = (team: TeamSpec): Agents => {
    const known = built.get(team) ?? agentsOf(team)
    built.set(team, known)
    return known
  }

  const assemble = (log: SessionLog, team: TeamSpec): SessionHandle => {
    const shop = workshop({ log, team, store, clock, models, report, agents: agentsFor(team) })
    return openHandle(shop, engine(shop), userId)
  }

  const load = async (sessionId: SessionId): Promise<SessionHandle> => {
    const log = await SessionLog.load(sessionId, store.events, clock)
    const { session } = log.view
    if (!session)
      throw new RuntimeError(
        'no_session',
        `there is no session ${sessionId} here; \`loggia sessions\` lists them`,
      )
    const handle = assemble(log, teamOf(teams, session.teamId))
    handle.start()
    return handle
  }

  return {
    async create({ title = '', teamId } = {}) {
      const team = teamOf(teams, teamId)
      const sessionId = newId('session')
      const log = new SessionLog(sessionId, store.events, clock)
      const handle = assemble(log, team)
      const created = log.execute({
        command: { type: 'create', payload: { title, teamId: team.teamId, ownerId: userId } },
        actor: { kind: 'user', id: userId },
      })
      if (created.ok) await created.durable
      open.set(sessionId, Promise.resolve(handle))
      return handle
    },
    open(sessionId) {
      const known = open.get(sessionId)
      if (known !== undefined) return known
      const loading = load(sessionId)
      open.set(sessionId, loading)
      loading.catch(() => open.delete(sessionId))
      return loading
    },
    sessions: () => store.events.sessions(),
    async close() {
      const handles = await Promise.allSettled(open.values())
      const ended = await Promise.allSettled(
        handles.map((one) => (one.status === 'fulfilled' ? one.value.shutdown() : Promise.resolve())),
      )
      // Also after a session whose log broke: the folder is to be free for whoever comes next.
      await store.close()
      const failed = ended.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

function teamOf(teams: readonly TeamSpec[], teamId: string | undefined): TeamSpec {
  const team = teamId === undefined ? teams[0] : teams.find((known) => known.teamId === teamId)
  if (team) return team
  const known = teams.map((one) => one.teamId).join(', ') || 'none'
  throw new RuntimeError(
    'no_team',
    `this runtime has no team ${teamId ?? ''} (it has: ${known}); give its team file`,
  )
}
