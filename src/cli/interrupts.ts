import type { SessionHandle } from '#runtime'
import { exit } from './failure.ts'
import type { Live } from './live/live.ts'
import type { Terminal } from './terminal.ts'

/** What a person or the system does to the process while a session works. */
export interface Interrupts {
  /** Resolves with the exit code when the process is asked to end: the work is left as it is and can be gone on with. */
  readonly left: Promise<number>
  release(): void
}

const signalNumbers = { SIGTERM: 15, SIGHUP: 1 } as const

/**
 * Ctrl-C stops the session durably, with everything below it; a second one quits at once. SIGTERM and SIGHUP stop
 * nothing: whoever closes a terminal closes no work.
 */
export function handleInterrupts(terminal: Terminal, session: SessionHandle, shown: Live): Interrupts {
  const { keyboard, note, say } = terminal
  const { promise: left, resolve } = Promise.withResolvers<number>()
  let pressed = false
  const aside = (text: string): void => {
    shown.pause()
    note(text)
    shown.resume()
  }
  const onInterrupt = (): void => {
    if (pressed) process.exit(exit.stopped)
    pressed = true
    aside(say('stopping'))
    // Refused when everything has just ended by itself: then there is nothing to stop.
    session.stop({ kind: 'session' }, say('stopReason')).catch(() => undefined)
  }
  const onEnd = (name: keyof typeof signalNumbers): void => {
    aside(say('leftRunning', { id: session.sessionId }))
    resolve(128 + signalNumbers[name])
  }
  if (keyboard) keyboard.onInterrupt = onInterrupt
  process.on('SIGINT', onInterrupt)
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, onEnd)
  return {
    left,
    release() {
      if (keyboard) keyboard.onInterrupt = undefined
      process.off('SIGINT', onInterrupt)
      for (const name of ['SIGTERM', 'SIGHUP'] as const) process.off(name, onEnd)
    },
  }
}
