import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describeProblem, type LoadOptions, type LoadResult, loadTeam } from '#teams'

/** Files by their name in one folder. */
export type Files = Readonly<Record<string, string | Uint8Array>>

/** A folder with these files, gone when it is disposed. */
export async function folderOf(files: Files): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'loggia-team-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), text)
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Loads one of these files as a team; a text alone is `team.yaml`. Files are named relative to their folder. */
export async function loaded(
  files: Files | string,
  { name = 'team.yaml', env = {} }: { readonly name?: string; readonly env?: LoadOptions['env'] } = {},
): Promise<LoadResult & { readonly en: readonly string[]; readonly zh: readonly string[] }> {
  await using folder = await folderOf(typeof files === 'string' ? { 'team.yaml': files } : files)
  const result = await loadTeam(join(folder.path, name), { env, from: folder.path })
  return {
    ...result,
    en: result.problems.map((problem) => describeProblem(problem)),
    zh: result.problems.map((problem) => describeProblem(problem, 'zh')),
  }
}

/** A module with tools of these names, as a team's folder may hold one. `risks` go to the tools in order. */
export function toolModule(names: readonly string[], risks: readonly string[] = []): string {
  const tools = names.map(
    (name, place) =>
      `defineTool({ name: '${name}', description: '${name}', risk: '${risks[place] ?? 'low'}', input: z.object({}), execute: () => ({ text: '${name}' }) })`,
  )
  return `import { defineTool } from 'loggia'\nimport { z } from 'zod'\nexport const tools = [${tools.join(', ')}]\n`
}
