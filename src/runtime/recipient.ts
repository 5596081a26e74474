import { standingOf } from '#agents'
import type { AgentId } from '#protocol'
import { refusalOf } from '#registry'
import { CommandRefused } from './errors.ts'
import type { Workshop } from './workshop.ts'

/** Whom a text of the user goes to. */
export interface Recipient {
  readonly assignee: AgentId
  readonly named: boolean
}

/**
 * The agent the text names, else the coordinator. A name nobody has, or an agent that may not take this text, is
 * refused with who there is: nobody is put in another's place silently.
 */
export function recipientOf({ team, agents, log }: Workshop, text: string): Recipient {
  const there = `the team has: ${[...team.agents.keys()].join(', ')}`
  const parsed = agents.readRequest(text)
  const unknown = parsed.kind === 'unknown' ? parsed.names : parsed.kind === 'named' ? parsed.unknown : []
  if (unknown.length > 0) {
    const names = unknown.map((name) => `@${name}`).join(', ')
    throw new CommandRefused({ reason: 'unknown', message: `there is no agent ${names}; ${there}` })
  }
  if (parsed.kind !== 'named') return { assignee: team.coordinator, named: false }
  const card = team.agents.get(parsed.agentId)
  // Being busy is no reason to refuse: a request waits its turn.
  const barred = card && refusalOf(card, { text }, { ...standingOf(log.view, card.id), load: 0 })
  if (barred !== undefined) {
    const message = `${parsed.agentId} cannot take this: it ${barred}; name another agent or none; ${there}`
    throw new CommandRefused({ reason: 'not-allowed', message, subject: parsed.agentId })
  }
  return { assignee: parsed.agentId, named: parsed.agentId !== team.coordinator }
}
