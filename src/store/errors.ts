/** The session has moved on since the writer read it. Nothing was written. */
export class StoreConflict extends Error {
  override readonly name = 'StoreConflict'
  readonly code = 'store_conflict'
  readonly expected: number
  readonly actual: number

  constructor(expected: number, actual: number, options?: ErrorOptions) {
    super(`expected the session at seq ${expected}, found ${actual}; read again and retry`, options)
    this.expected = expected
    this.actual = actual
  }
}

/** The command was written before. Nothing was written now; its first outcome stands. */
export class StoreDuplicate extends Error {
  override readonly name = 'StoreDuplicate'
  readonly code = 'store_duplicate'
  readonly commandId: string

  constructor(commandId: string, options?: ErrorOptions) {
    super(`command ${commandId} is in the log already; read the session for its outcome`, options)
    this.commandId = commandId
  }
}

export type UnavailableCode = 'owned' | 'closed' | 'too_new' | 'disk' | 'blob_missing' | 'unsupported'

/** The store cannot serve: another process owns it, the disk fails, or its data is of a newer version. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly code: UnavailableCode

  constructor(code: UnavailableCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
