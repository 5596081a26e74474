import type { LogTool } from '../log-tool.ts'

/** What all built-in tools share that only read what is in the log or the blob store. */
export const reading = {
  risk: 'none',
  effect: 'pure',
  concurrencySafe: true,
  timeoutMs: 30_000,
  origin: 'builtin',
  parks: false,
} as const satisfies Partial<LogTool>
