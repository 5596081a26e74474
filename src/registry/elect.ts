import type { AgentId } from '#protocol'
import type { AgentCard } from './card.ts'
import { type ScoredAgent, scoreAgents } from './score.ts'

/** What an agent is wanted for. */
export interface Want {
  readonly text: string
  /** The agent the user named: taken or refused, never replaced. */
  readonly named?: AgentId
  /** Tags an agent must carry, every one of them. */
  readonly needsTags?: readonly string[]
  /** Items handed over at once. */
  readonly batchSize?: number
}

/** How an agent stands at the moment. */
export interface Standing {
  /** Runs under way. */
  readonly load: number
  /** Runs that ended, and those of them that ended well. */
  readonly ended: number
  readonly done: number
}

/** Why an agent may not take it. */
export interface Rejection {
  readonly agentId: AgentId
  readonly reason: string
}

/** Who takes it and why; or nobody, with what is missing. Fits the event `election.decided`. */
export type Election =
  | {
      readonly ok: true
      readonly agentId: AgentId
      readonly by: 'user' | 'score'
      readonly candidates: readonly ScoredAgent[]
      readonly rejected: readonly Rejection[]
    }
  | {
      readonly ok: false
      readonly reason: 'named-not-possible' | 'no-candidate'
      /** What no agent has, in words for the user. */
      readonly missing: string
      readonly candidates: readonly ScoredAgent[]
      readonly rejected: readonly Rejection[]
    }

type StandingOf = (agentId: AgentId) => Standing

/** Why this agent may not take it at all, or undefined: tags, input size, runs at once. */
export function refusalOf(card: AgentCard, want: Want, { load }: Pick<Standing, 'load'>): string | undefined {
  const lacking = (want.needsTags ?? []).filter((tag) => !card.permissionTags.includes(tag))
  if (lacking.length > 0) return `lacks the permission ${lacking.join(', ')}`
  const { maxInputChars, maxBatchSize } = card.inputConstraints
  if (maxInputChars !== undefined && want.text.length > maxInputChars)
    return `takes at most ${maxInputChars} characters; this is ${want.text.length}`
  if (maxBatchSize !== undefined && (want.batchSize ?? 0) > maxBatchSize)
    return `takes at most ${maxBatchSize} items at once; these are ${want.batchSize}`
  if (load >= card.maxConcurrentRuns) return `has ${load} runs under way, as many as it may have at once`
  return undefined
}

/**
 * Chooses an agent, strictly in this order: the one the user named; those that permissions and input constraints let
 * through; the best match of capabilities, then the least load, then the best past, then the order of declaration.
 * Agents with nothing in common with the request are never chosen. Pure.
 */
export function elect(want: Want, cards: readonly AgentCard[], standingOf: StandingOf): Election {
  const scored = scoreAgents(want.text, cards)
  const barred = cards.flatMap((card): Rejection[] => {
    const reason = refusalOf(card, want, standingOf(card.id))
    return reason === undefined ? [] : [{ agentId: card.id, reason }]
  })
  if (want.named !== undefined) return electNamed(want.named, scored, barred)
  const open = scored.filter(
    ({ agentId, score }) => score > 0 && barred.every((other) => other.agentId !== agentId),
  )
  const [best] = open.toSorted((one, other) => compare(one, other, standingOf))
  if (!best) {
    const missing =
      barred.length > 0 && scored.some(({ score }) => score > 0)
        ? `nobody who may: ${barred.map(({ agentId, reason }) => `${agentId} ${reason}`).join('; ')}`
        : 'no agent whose capabilities have anything in common with this request'
    return { ok: false, reason: 'no-candidate', missing, candidates: scored, rejected: barred }
  }
  const standing = standingOf(best.agentId)
  const won = { ...best, reasons: [...best.reasons, ...tieReasons(best, open, standing)] }
  const candidates = scored.map((one) => (one.agentId === best.agentId ? won : one))
  return {
    ok: true,
    agentId: best.agentId,
    by: 'score',
    candidates,
    rejected: [...barred, ...lost(scored, barred, best)],
  }
}

function electNamed(named: AgentId, scored: readonly ScoredAgent[], barred: readonly Rejection[]): Election {
  const own = scored.find(({ agentId }) => agentId === named)
  const reason = own ? barred.find(({ agentId }) => agentId === named)?.reason : 'is not in this team'
  if (!own || reason !== undefined)
    return {
      ok: false,
      reason: 'named-not-possible',
      missing: `${named}, whom the user named, ${reason ?? 'is not in this team'}`,
      candidates: scored,
      rejected: barred,
    }
  const chosen = { ...own, reasons: ['the user named it', ...own.reasons] }
  const others = scored.filter(({ agentId }) => agentId !== named)
  const rejected = others.map(
    ({ agentId }) =>
      barred.find((one) => one.agentId === agentId) ?? { agentId, reason: `the user named ${named}` },
  )
  return { ok: true, agentId: named, by: 'user', candidates: [chosen, ...others], rejected }
}

function compare(one: ScoredAgent, other: ScoredAgent, standingOf: StandingOf): number {
  const [mine, theirs] = [standingOf(one.agentId), standingOf(other.agentId)]
  return other.score - one.score || mine.load - theirs.load || pastOf(theirs) - pastOf(mine)
}

/** Share of runs that ended well, with one of each supposed, so that a single run decides little. */
function pastOf({ done, ended }: Standing): number {
  return (done + 1) / (ended + 2)
}

function tieReasons(
  best: ScoredAgent,
  open: readonly ScoredAgent[],
  { load, done, ended }: Standing,
): string[] {
  const tied = open.filter(({ score }) => score === best.score).length > 1
  return tied ? [`equal scores: ${load} runs under way, ${done} of ${ended} ended well`] : []
}

/** Why each of the others was not taken. */
function lost(scored: readonly ScoredAgent[], barred: readonly Rejection[], best: ScoredAgent): Rejection[] {
  return scored
    .filter(({ agentId }) => agentId !== best.agentId && barred.every((other) => other.agentId !== agentId))
    .map(({ agentId, score, reasons: [why = 'no match'] }) => ({
      agentId,
      reason: score === 0 ? why : `scores ${score}, ${best.agentId} ${best.score}`,
    }))
}
