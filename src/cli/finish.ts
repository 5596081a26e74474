import { type TaskId, type TaskState, totalTokens, usageOfTree } from '#protocol'
import { restOf, type SessionHandle } from '#runtime'
import { exit } from './failure.ts'
import { askHolds, listHolds, typed } from './holds.ts'
import { handleInterrupts } from './interrupts.ts'
import type { Live } from './live/live.ts'
import { answersTo, messageText } from './messages.ts'
import type { Terminal } from './terminal.ts'

export interface FinishOptions {
  readonly shown: Live
  /** Programs read the output: nothing is asked, and only events go to standard output. */
  readonly json: boolean
  /** The requests whose outcome is the command's outcome. */
  readonly roots: readonly TaskId[]
}

/**
 * Follows a session until it rests. At a terminal, what waits for a person is asked at once; elsewhere it is listed
 * with the command that decides it. Gives back the exit code.
 */
export async function finish(
  terminal: Terminal,
  session: SessionHandle,
  options: FinishOptions,
): Promise<number> {
  const interrupts = handleInterrupts(terminal, session, options.shown)
  const work = follow(terminal, session, options)
  try {
    return await Promise.race([work, interrupts.left])
  } finally {
    interrupts.release()
    options.shown.end()
    // When the process is asked to end first, what the work still throws is of no interest any more.
    work.catch(() => undefined)
  }
}

async function follow(terminal: Terminal, session: SessionHandle, options: FinishOptions): Promise<number> {
  const { shown, json } = options
  const keyboard = json ? undefined : terminal.keyboard
  for (;;) {
    await session.until(
      (view) => restOf(view) !== undefined || (keyboard !== undefined && view.openHolds.size > 0),
    )
    const { view } = session
    if (keyboard && view.openHolds.size > 0) {
      shown.pause()
      const said = await askHolds(terminal, session, keyboard)
      if (said === 'asked') {
        shown.resume()
        continue
      }
    }
    await session.drained()
    shown.end()
    if (restOf(view) === 'idle') return outcome(terminal, session, options)
    waiting(terminal, session)
    return exit.waiting
  }
}

function waiting(terminal: Terminal, { view, sessionId }: SessionHandle): void {
  if (view.session?.status === 'paused')
    terminal.note(`${terminal.say('isPaused')}\n  ${typed(terminal, `resume ${sessionId}`)}`)
  listHolds(terminal, view)
}

function outcome(terminal: Terminal, session: SessionHandle, { json, roots }: FinishOptions): number {
  const { view } = session
  const states = roots.flatMap((root) => view.tasks.get(root)?.status ?? [])
  for (const root of roots) {
    if (!json) printAnswers(terminal, session, root)
    if (view.tasks.get(root)?.status === 'cancelled') stopped(terminal, session, root)
  }
  return codeOf(states)
}

function codeOf(states: readonly TaskState[]): number {
  if (states.includes('failed')) return exit.failed
  return states.includes('cancelled') ? exit.stopped : exit.done
}

function printAnswers(terminal: Terminal, { view }: SessionHandle, root: TaskId): void {
  for (const message of answersTo(view, root)) {
    const text = messageText(message, terminal.columns - 1)
    if (message.contentType === 'error') terminal.note(terminal.paint.red(text))
    else terminal.out(text)
    if (message.partial) terminal.note(terminal.paint.dim(terminal.say('partial')))
  }
}

function stopped(terminal: Terminal, { view }: SessionHandle, root: TaskId): void {
  const spent = totalTokens(usageOfTree(view, root).tree)
  terminal.note(terminal.say('stoppedAt', { count: spent }))
  terminal.note(`  ${typed(terminal, `retry ${root}`)}`)
}
