/** The exit codes of every command. */
export const exit = { done: 0, failed: 1, usage: 2, waiting: 3, stopped: 130 } as const

/** A command cannot go on; the message says what happened and what to do. Shown without a stack. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly code: number

  constructor(message: string, code: number = exit.failed, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
