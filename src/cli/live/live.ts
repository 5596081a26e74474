import type { SessionHandle } from '#runtime'
import type { Terminal } from '../terminal.ts'
import { lineOf } from './lines.ts'
import { movingTree } from './moving-tree.ts'

/** Shows a session while it works, until it is ended. */
export interface Live {
  /** Takes the moving part away while something else is asked or printed; as many `resume` bring it back. */
  pause(): void
  resume(): void
  end(): void
}

/** A moving tree for a person, plain lines otherwise. */
export function live(terminal: Terminal, session: SessionHandle): Live {
  return terminal.keyboard ? movingTree(terminal, session) : plainLines(terminal, session)
}

function plainLines(terminal: Terminal, session: SessionHandle): Live {
  const end = session.watch((item) => {
    const line = item.kind === 'event' ? lineOf(terminal, session.view, item.event) : undefined
    if (line !== undefined) terminal.note(line)
  })
  return { pause: () => undefined, resume: () => undefined, end }
}
