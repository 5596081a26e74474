import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nearest } from './nearest.ts'
import { teamFileNames } from './read.ts'

/** Teams that come with the package, by the name people type. */
export const shippedTeams = ['beijing'] as const

/** What a team's name leads to: a file to load, or the names there are. */
export type FoundTeam =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly known: readonly string[]; readonly meant?: string }

/**
 * Finds a team by path — a team file, a module that exports a team, or a folder that holds one of them — or by the name
 * of a shipped one. What is there under that path comes first.
 */
export function findTeam(nameOrPath: string): FoundTeam {
  const path = resolve(nameOrPath)
  const found = teamFileAt(path)
  if (found !== undefined) return { ok: true, path: found }
  const shipped = shippedTeams.find((name) => name === nameOrPath)
  if (shipped) return { ok: true, path: fileURLToPath(new URL(`./${shipped}/team.yaml`, import.meta.url)) }
  const meant = nearest(nameOrPath, shippedTeams)
  return { ok: false, known: shippedTeams, ...(meant === undefined ? {} : { meant }) }
}

function teamFileAt(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats ? path : undefined
  return teamFileNames.map((name) => join(path, name)).find((file) => existsSync(file))
}
