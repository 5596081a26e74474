import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Teams that come with the package, by the name people type. */
export const shippedTeams = ['beijing'] as const

/** What a team's name leads to: a file to load, or the names there are. */
export type FoundTeam =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly known: readonly string[] }

/** Finds a team by path (a team file, or a folder that holds `team.yaml`) or by the name of a shipped one. */
export function findTeam(nameOrPath: string): FoundTeam {
  const path = resolve(nameOrPath)
  if (existsSync(path)) {
    const file = statSync(path).isDirectory() ? join(path, 'team.yaml') : path
    if (existsSync(file)) return { ok: true, path: file }
  }
  const shipped = shippedTeams.find((name) => name === nameOrPath)
  if (shipped) return { ok: true, path: fileURLToPath(new URL(`./${shipped}/team.yaml`, import.meta.url)) }
  return { ok: false, known: shippedTeams }
}
