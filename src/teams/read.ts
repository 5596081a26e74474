import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { nearest } from './nearest.ts'
import type { Problem, ProblemCode } from './problems.ts'

/** A megabyte: no team is longer, and a file that is was given by mistake. */
const maxBytes = 1_048_576

/** Names a team file may have in its folder, in the order they are looked for. */
export const teamFileNames = ['team.yaml', 'team.yml', 'team.ts', 'team.js'] as const

/** The text of a file, or the problem with it. `shown` is the file's name in problems. */
export async function readText(
  file: string,
  shown: string,
): Promise<{ readonly text: string } | { readonly problem: Problem }> {
  const no = (code: ProblemCode, about: Problem['about'] = {}): { readonly problem: Problem } => ({
    problem: { severity: 'error', code, file: shown, line: 1, column: 1, path: '', about },
  })
  try {
    const found = await stat(file)
    if (found.isDirectory()) return no('is-folder', { meant: await teamFileIn(file, shown) })
    if (!found.isFile()) return no('unreadable', { why: 'it is no regular file' })
    if (found.size > maxBytes) return no('too-large', { size: String(found.size), limit: String(maxBytes) })
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file)) }
  } catch (error) {
    if (error instanceof TypeError) return no('not-text')
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return no('not-found', { meant: await besides(file) })
    return no('unreadable', { why: code })
  }
}

async function teamFileIn(folder: string, shown: string): Promise<string> {
  const names = await namesIn(folder)
  const name = teamFileNames.find((one) => names.includes(one))
  return name === undefined ? '' : join(shown, name)
}

/** The file beside a missing one that was probably meant. */
export async function besides(file: string): Promise<string> {
  return nearest(basename(file), await namesIn(dirname(file))) ?? ''
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch {
    // Only asked to make a suggestion: a folder that cannot be listed suggests nothing.
    return []
  }
}
