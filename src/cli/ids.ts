import type { SessionId, View } from '#protocol'
import { CommandFailure, exit } from './failure.ts'
import type { Terminal } from './terminal.ts'

/** Finds the one id that begins or ends with what was typed. Throws CommandFailure when none or several do. */
export function completeId<Id extends string>({ say }: Terminal, typed: string, ids: Iterable<Id>): Id {
  const found = [...ids].filter((id) => id === typed || id.endsWith(typed) || id.startsWith(typed))
  const [first] = found
  if (found.length === 1 && first) return first
  if (!first) throw new CommandFailure(say('noMatch', { id: typed }), exit.usage)
  throw new CommandFailure(say('ambiguous', { id: typed, found: found.slice(0, 5).join(', ') }), exit.usage)
}

/** The ids of everything in a session that a command may name. */
export function idsIn(view: View): readonly string[] {
  return [
    ...view.tasks.keys(),
    ...view.runs.keys(),
    ...view.messages.keys(),
    ...view.approvals.keys(),
    ...view.questions.keys(),
    ...(view.session ? [view.session.sessionId] : []),
  ]
}

/** The last characters of an id: enough to name it, short enough to read. */
export function shortId(id: SessionId | string): string {
  return id.slice(-8)
}
