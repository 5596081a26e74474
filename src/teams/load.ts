import { dirname, extname, relative, resolve } from 'node:path'
import type { TeamSpec } from '#agents'
import { listProviders } from '#llm'
import { buildTeam } from './build.ts'
import { checkTeam } from './check/check.ts'
import { interpolate } from './interpolate.ts'
import { markdownAgents, type Surroundings } from './markdown-files.ts'
import { inlineAgents, type TeamParts } from './parts.ts'
import type { Problem } from './problems.ts'
import { readText } from './read.ts'
import { but, type Reading, readAs } from './repair.ts'
import { type TeamSource, teamSchema } from './schema.ts'
import type { Source } from './source.ts'
import { teamInModule } from './team-module.ts'
import { toolboxFrom } from './toolbox.ts'
import { parseYaml } from './yaml.ts'

export interface LoadOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Files are named relative to this folder in problems. Default: the current folder. */
  readonly from?: string
}

/** A team when it has no error, and everything found on the way, in the order of files and lines. */
export interface LoadResult {
  readonly team?: TeamSpec
  readonly problems: readonly Problem[]
}

const moduleKinds: ReadonlySet<string> = new Set(['.ts', '.mts', '.js', '.mjs'])

/**
 * Reads a team file, its Markdown agents and its tool modules, or a module that exports a team, and checks them all.
 * Everything wrong is in `problems`, each with its place; never throws for what files hold.
 */
export async function loadTeam(path: string, options: LoadOptions): Promise<LoadResult> {
  const name = (file: string): string => relative(options.from ?? process.cwd(), file) || file
  const file = resolve(path)
  const around = { folder: dirname(file), name, env: options.env }
  const read = await readText(file, name(file))
  if ('problem' in read) return { problems: [read.problem] }
  if (moduleKinds.has(extname(file))) return teamInModule(file, name(file))
  const { source, problems } = parseYaml(read.text, name(file))
  if (problems.some(isError) && source.value === undefined) return { problems }
  if (source.value === null || source.value === undefined)
    return { problems: [...problems, source.problem([], 'empty')] }
  const filled = interpolate(source, options.env)
  const reading = readAs(teamSchema, source, filled.value)
  const early = [...problems, ...filled.problems, ...but(reading.problems, filled.problems)]
  if (!reading.value) return { problems: inOrder(early) }
  return assemble({ ...reading, value: reading.value, problems: early }, source, around)
}

async function assemble(
  { value: team, problems: early, dropped }: Required<Reading<TeamSource>>,
  source: Source,
  around: Surroundings,
): Promise<LoadResult> {
  const [markdown, toolbox, providers] = await Promise.all([
    markdownAgents(team, source, around),
    toolboxFrom(team.tools ?? [], source, around.folder),
    listProviders(),
  ])
  const parts: TeamParts = {
    team,
    source,
    agents: [...inlineAgents(team, source), ...markdown.agents],
    toolbox,
    unread: new Set([...dropped, ...markdown.unread]),
    providers: providers.map((provider) => provider.name),
  }
  const found = [...early, ...markdown.problems, ...toolbox.problems]
  const problems = inOrder([...found, ...but(checkTeam(parts), found.filter(isError))])
  return problems.some(isError) ? { problems } : { team: buildTeam(parts), problems }
}

function isError({ severity }: Problem): boolean {
  return severity === 'error'
}

/** The order a person mends them in: file by file, from the top. Files keep the order they were met in. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const files = [...new Set(problems.map(({ file }) => file))]
  return problems.toSorted(
    (one, other) =>
      files.indexOf(one.file) - files.indexOf(other.file) ||
      one.line - other.line ||
      one.column - other.column,
  )
}
