import { type Agent, agentFrom, type TeamSpec } from '#agents'
import type { AgentId, SessionId } from '#protocol'
import { type ParsedRequest, requestReader } from '#registry'
import type { Store } from '#store'
import { type Clock, newFenceFrom, newIdFrom } from './clock.ts'
import type { Log } from './log.ts'
import type { ModelShelf } from './models.ts'
import type { SessionLog } from './session-log.ts'

/** The agents of a team, each built when it is first needed. */
export interface Agents {
  /** The agent when it is built already: no wait on the way to a run. */
  known(id: AgentId): Agent | undefined
  build(id: AgentId): Promise<Agent>
  /** Whom a user's text names among them, and in what order. */
  readRequest(text: string): ParsedRequest
}

/** What everything that works on one session shares. */
export interface Workshop {
  readonly sessionId: SessionId
  readonly log: SessionLog
  readonly team: TeamSpec
  readonly store: Store
  readonly clock: Clock
  readonly models: ModelShelf
  readonly report: Log
  readonly newId: ReturnType<typeof newIdFrom>
  readonly fence: ReturnType<typeof newFenceFrom>
  readonly agents: Agents
}

type Parts = Omit<Workshop, 'newId' | 'fence' | 'sessionId'>

/** Sets up a session's workshop. */
export function workshop(parts: Parts): Workshop {
  return {
    ...parts,
    sessionId: parts.log.sessionId,
    newId: newIdFrom(parts.clock),
    fence: newFenceFrom(parts.clock),
  }
}

/** Builds each agent of a team once, for all its sessions: an agent keeps no state of a session. */
export function agentsOf(team: TeamSpec): Agents {
  const built = new Map<AgentId, Agent>()
  return {
    readRequest: requestReader([...team.agents.values()]),
    known: (id) => built.get(id),
    async build(id) {
      const agent = built.get(id) ?? (await agentFrom(team, id))
      built.set(id, agent)
      return agent
    },
  }
}
