import { globSync, statSync } from 'node:fs'

/** Bytes of the files whose path begins like this: a folder, or a database with what lies beside it. */
export function bytesIn(path: string): number {
  return globSync([`${path}*`, `${path}/**`])
    .map((file) => statSync(file))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
}
