/** Structured log lines. Fields are plain values; secrets never get here. */
export interface Log {
  info(message: string, fields?: Readonly<Record<string, string | number | boolean>>): void
  warn(message: string, fields?: Readonly<Record<string, string | number | boolean>>): void
}

/** Drops everything: for libraries and tests that do not look. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined }
