import { safeLine, type TaskId, totalTokens, usageOfTree } from '#protocol'
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
  const names = new Set([...team.agents.values()].map(({ model }) => model ?? team.model))
  const models = [...names].map((name) => (name === 'offline' ? say('offline') : safeLine(name))).join(', ')
  return [
    models,
    say(calls === 1 ? 'oneCall' : 'calls', { count: calls }),
    say('tokens', { count: amount(tokens) }),
    duration(elapsedMs),
  ].join(' · ')
}
