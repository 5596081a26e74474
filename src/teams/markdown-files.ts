import { glob } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { parseMarkdownAgent, type ReadAgent } from './markdown.ts'
import type { Problem } from './problems.ts'
import { readText } from './read.ts'
import type { TeamSource } from './schema.ts'
import type { Source } from './source.ts'

/** Where the files of a team are and how they are named in problems. */
export interface Surroundings {
  readonly folder: string
  readonly name: (file: string) => string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What the Markdown files of a team give; `unread` names agents whose file could not be read. */
export interface MarkdownAgents {
  readonly agents: readonly NonNullable<ReadAgent['agent']>[]
  readonly problems: readonly Problem[]
  readonly unread: readonly string[]
}

/**
 * The Markdown agents of a team, in the order of their file names: those its patterns match, or, when it names none,
 * those in the folder `agents/` beside it. A README there is no agent.
 */
export async function markdownAgents(
  team: TeamSource,
  source: Source,
  around: Surroundings,
): Promise<MarkdownAgents> {
  const { files, problems } = await filesOf(team, source, around.folder)
  const read = await Promise.all(files.map((file) => readAgent(file, around)))
  const unread = files.filter((_file, place) => !read[place]?.agent)
  return {
    agents: read.flatMap(({ agent }) => agent ?? []),
    problems: [...problems, ...read.flatMap((one) => one.problems)],
    unread: unread.map((file) => basename(file, extname(file))),
  }
}

async function readAgent(file: string, { name, env }: Surroundings): Promise<ReadAgent> {
  const read = await readText(file, name(file))
  return 'problem' in read ? { problems: [read.problem] } : parseMarkdownAgent(read.text, name(file), env)
}

async function filesOf(
  { agents }: TeamSource,
  source: Source,
  folder: string,
): Promise<{ readonly files: readonly string[]; readonly problems: readonly Problem[] }> {
  if (agents === undefined || !isPatterns(agents))
    return { files: await matching(join('agents', '*.md'), folder), problems: [] }
  const patterns = typeof agents === 'string' ? [agents] : agents
  const files = await Promise.all(patterns.map((pattern) => matching(pattern, folder)))
  const problems = patterns.flatMap((pattern, place) =>
    files[place]?.length === 0
      ? [source.problem(typeof agents === 'string' ? ['agents'] : ['agents', place], 'no-match', { pattern })]
      : [],
  )
  return { files: [...new Set(files.flat())], problems }
}

/** True when a team says where its Markdown agents are instead of declaring agents itself. */
export function isPatterns(agents: NonNullable<TeamSource['agents']>): agents is string | string[] {
  return typeof agents === 'string' || Array.isArray(agents)
}

async function matching(pattern: string, folder: string): Promise<readonly string[]> {
  const found = await Array.fromAsync(glob(pattern, { cwd: folder }))
  const isAgent = (file: string): boolean => extname(file) === '.md' && !/^readme\.md$/i.test(basename(file))
  return found
    .filter(isAgent)
    .toSorted()
    .map((file) => resolve(folder, file))
}
