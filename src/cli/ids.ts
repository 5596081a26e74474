import type { View } from '#protocol'
import { CommandFailure, exit } from './failure.ts'
import type { Terminal } from './terminal.ts'

/** The ids that what was typed may mean: the whole id, its beginning, or its end, in any case. */
export function matching<Id extends string>(typed: string, ids: Iterable<Id>): readonly Id[] {
  const wanted = typed.toUpperCase()
  const found: Id[] = []
  for (const id of ids) {
    const whole = id.toUpperCase()
    if (whole === wanted) return [id]
    const bare = whole.slice(whole.indexOf('_') + 1)
    if (wanted !== '' && (whole.startsWith(wanted) || bare.startsWith(wanted) || whole.endsWith(wanted)))
      found.push(id)
  }
  return found
}

const mostListed = 8

/** The one id that was meant. Throws CommandFailure when none or several were. */
export function completeId<Id extends string>(
  { say }: Pick<Terminal, 'say'>,
  typed: string,
  ids: Iterable<Id>,
): Id {
  const found = matching(typed, ids)
  const [first] = found
  if (found.length === 1 && first) return first
  if (!first) throw new CommandFailure(say('noMatch', { id: typed }), exit.usage)
  const listed = found.slice(0, mostListed).map((id) => `\n  ${id}`)
  const more = found.length > mostListed ? '\n  …' : ''
  throw new CommandFailure(`${say('ambiguous', { id: typed })}${listed.join('')}${more}`, exit.usage)
}

/** What kinds of things a command may name. */
export type Named = 'session' | 'task' | 'run' | 'message' | 'approval' | 'question'

const idsOf: { readonly [Kind in Named]: (view: View) => Iterable<string> } = {
  session: ({ session }) => (session ? [session.sessionId] : []),
  task: ({ tasks }) => tasks.keys(),
  run: ({ runs }) => runs.keys(),
  message: ({ messages }) => messages.keys(),
  approval: ({ approvals }) => approvals.keys(),
  question: ({ questions }) => questions.keys(),
}

/** The ids of these kinds of things in a session. */
export function idsIn(view: View, kinds: readonly Named[]): readonly string[] {
  return kinds.flatMap((kind) => [...idsOf[kind](view)])
}

/** The last characters of an id: enough to name it, short enough to read. */
export function shortId(id: string): string {
  return id.slice(-8)
}
