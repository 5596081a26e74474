import { rootOf, safeLine, type TaskId, totalTokens, usageOfTree } from '#protocol'
import type { SessionHandle } from '#runtime'
import { amount, duration } from '#tui'
import type { Terminal } from '../terminal.ts'

/** Which models answer, what was spent on these requests, and how long it took: one quiet line. */
export function figuresOf(
  { say }: Pick<Terminal, 'say'>,
  { view, team }: Pick<SessionHandle, 'view' | 'team'>,
  { roots, elapsedMs }: { readonly roots: readonly TaskId[]; readonly elapsedMs: number },
): string {
  const used = roots.map((root) => usageOfTree(view, root).tree)
  const calls = used.reduce((sum, usage) => sum + usage.calls, 0)
  const tokens = used.reduce((sum, usage) => sum + totalTokens(usage), 0)
  const names = modelsOf({ view, team }, roots)
  const models = [...names]
    .map((name) => (name === 'offline' ? say('offlineShort') : safeLine(name)))
    .join(', ')
  return [
    models,
    say(calls === 1 ? 'oneCall' : 'calls', { count: calls }),
    say('tokens', { count: amount(tokens) }),
    duration(elapsedMs),
  ].join(' · ')
}

/** The models of the agents that worked on these requests; of the whole team before any did. */
function modelsOf(
  { view, team }: Pick<SessionHandle, 'view' | 'team'>,
  roots: readonly TaskId[],
): ReadonlySet<string> {
  const worked = [...view.runs.values()].filter(({ taskId }) => roots.includes(rootOf(view, taskId)))
  const agents = worked.flatMap(({ agentId }) => team.agents.get(agentId) ?? [])
  const all = agents.length > 0 ? agents : [...team.agents.values()]
  return new Set(all.map(({ model }) => model ?? team.model))
}
