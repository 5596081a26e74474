import type { Refusal } from '#protocol'

/** The runtime cannot do what was asked. */
export class RuntimeError extends Error {
  override readonly name = 'RuntimeError'
  readonly code: 'no_session' | 'no_team' | 'no_agent' | 'closed'

  constructor(code: RuntimeError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A command was refused by the rules. Nothing was written. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
  readonly code = 'refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
