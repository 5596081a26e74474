import { type Agent, agentFrom, type TeamSpec } from '#agents'
import type { AgentId, SessionId } from '#protocol'
import type { Store } from '#store'
import { type Clock, newFenceFrom, newIdFrom } from './clock.ts'
import type { Log } from './log.ts'
import type { ModelShelf } from './models.ts'
import type { SessionLog } from './session-log.ts'

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
  /** The agent of that id, built once for the session. */
  agent(id: AgentId): Agent
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
export function agentsOf(team: TeamSpec): (id: AgentId) => Agent {
  const agents = new Map<AgentId, Agent>()
  return (id) => {
    let agent = agents.get(id)
    if (!agent) {
      agent = agentFrom(team, id)
      agents.set(id, agent)
    }
    return agent
  }
}
