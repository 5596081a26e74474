import { defaultPolicy } from '#agents'
import { everyAgent, type TeamParts } from '../parts.ts'
import type { Problem } from '../problems.ts'

/** Limits that a wider one makes meaningless. */
export function limitProblems(parts: TeamParts): readonly Problem[] {
  const { team, source } = parts
  const { maxLive, maxLifetime = defaultPolicy.maxLifetime, maxTokensPerRequest } = team.policies ?? {}
  const whole = maxTokensPerRequest ?? defaultPolicy.maxTokensPerRequest
  const live =
    maxLive !== undefined && maxLive > maxLifetime
      ? [
          source.problem(
            ['policies', 'maxLive'],
            'over-limit',
            { found: String(maxLive), other: 'maxLifetime', limit: String(maxLifetime) },
            'warning',
          ),
        ]
      : []
  const tokens = everyAgent(parts).flatMap(({ agent, source: its, path }) => {
    const own = agent.limits?.maxTokens
    if (own === undefined || own <= whole) return []
    const about = { found: String(own), other: 'policies.maxTokensPerRequest', limit: String(whole) }
    return [its.problem([...path, 'limits', 'maxTokens'], 'over-limit', about, 'warning')]
  })
  return [...live, ...tokens]
}
