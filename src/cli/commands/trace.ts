import type { Given } from '../command.ts'
import { exit } from '../failure.ts'
import { findOwner } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { traceText } from '../trace-text.ts'
import { openWorkspace } from '../workspace.ts'

/** What a message rests on: the causal chain down to tool results and the sources of their data. */
export async function trace(given: Given, terminal: Terminal): Promise<number> {
  const typed = given.need(0, 'MESSAGE')
  const workspace = await openWorkspace(terminal, 'existing')
  try {
    const { session, id } = await findOwner(workspace.store.events, terminal, { typed, kinds: ['message'] })
    for (const line of traceText(terminal, { ...session, full: given.flag('full') }, id)) terminal.out(line)
    return exit.done
  } finally {
    await workspace.close()
  }
}
