import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyTool, isLogTool, type TeamSpec } from '#agents'
import { buildTeam, builtinTools } from './build.ts'
import { checkTeam } from './check.ts'
import { interpolate } from './interpolate.ts'
import { keysAt } from './keys.ts'
import { type DeclaredAgent, parseMarkdownAgent } from './markdown.ts'
import type { Problem } from './problems.ts'
import { type TeamSource, teamSchema } from './schema.ts'
import { parseYaml, schemaProblems, type YamlSource } from './source.ts'

export interface LoadOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Files are named relative to this folder in problems. Default: the current folder. */
  readonly from?: string
}

/** A team when it has no error, and everything found on the way. */
export interface LoadResult {
  readonly team?: TeamSpec
  readonly problems: readonly Problem[]
}

/** Reads a team file, its Markdown agents and its tool modules, and checks them all. Never throws for what they hold. */
export async function loadTeam(path: string, options: LoadOptions): Promise<LoadResult> {
  const name = (file: string): string => relative(options.from ?? process.cwd(), file) || file
  const file = resolve(path)
  const read = await readText(file, name(file))
  if ('problem' in read) return { problems: [read.problem] }
  const { source, problems } = parseYaml(read.text, name(file))
  if (problems.length > 0) return { problems }
  if (source.value === null || source.value === undefined) return { problems: [source.problem([], 'empty')] }
  const filled = interpolate(source, options.env)
  const parsed = teamSchema.safeParse(filled.value)
  if (!parsed.success) {
    const found = schemaProblems(source, parsed.error, (at) => keysAt(teamSchema, at))
    return { problems: [...filled.problems, ...found] }
  }
  return assemble(parsed.data, source, {
    folder: dirname(file),
    name,
    env: options.env,
    problems: filled.problems,
  })
}

interface Surroundings {
  readonly folder: string
  readonly name: (file: string) => string
  readonly env: LoadOptions['env']
  readonly problems: readonly Problem[]
}

async function assemble(team: TeamSource, source: YamlSource, around: Surroundings): Promise<LoadResult> {
  const inline = Object.entries(team.agents ?? {}).map(
    ([name, agent]): DeclaredAgent => ({ name, agent, source, path: ['agents', name] }),
  )
  const markdown = await markdownAgents(around)
  const modules = await toolModules(team, source, around.folder)
  const parts = { team, agents: [...inline, ...markdown.agents], tools: modules.tools }
  const problems = [
    ...around.problems,
    ...markdown.problems,
    ...modules.problems,
    ...checkTeam(parts, source),
  ]
  if (problems.some(({ severity }) => severity === 'error')) return { problems }
  return { team: buildTeam(parts), problems }
}

async function readText(
  file: string,
  shown: string,
): Promise<{ readonly text: string } | { readonly problem: Problem }> {
  try {
    return { text: await readFile(file, 'utf8') }
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(file, shown) : String(error)
    return {
      problem: {
        severity: 'error',
        code: 'unreadable',
        file: shown,
        line: 1,
        column: 1,
        path: '',
        about: { why },
      },
    }
  }
}

/** The agents of the folder `agents/` beside the team file, in the order of their file names. */
async function markdownAgents({ folder, name, env }: Surroundings): Promise<{
  readonly agents: readonly DeclaredAgent[]
  readonly problems: readonly Problem[]
}> {
  const home = join(folder, 'agents')
  const files = existsSync(home) ? (await readdir(home)).filter((file) => extname(file) === '.md').sort() : []
  const agents: DeclaredAgent[] = []
  const problems: Problem[] = []
  for (const file of files) {
    const path = join(home, file)
    const read = await readText(path, name(path))
    if ('problem' in read) problems.push(read.problem)
    else {
      const parsed = parseMarkdownAgent(read.text, name(path), env)
      if (parsed.agent) agents.push(parsed.agent)
      problems.push(...parsed.problems)
    }
  }
  return { agents, problems }
}

async function toolModules(
  { tools = [] }: TeamSource,
  source: YamlSource,
  folder: string,
): Promise<{ readonly tools: ReadonlyMap<string, AnyTool>; readonly problems: readonly Problem[] }> {
  const known = new Map<string, AnyTool>(builtinTools.map((tool) => [tool.name, tool]))
  const problems: Problem[] = []
  for (const [place, module] of tools.entries()) {
    const found = await importTools(join(folder, module))
    if ('why' in found)
      problems.push(source.problem(['tools', place], 'bad-module', { module, why: found.why }))
    else for (const tool of found.tools) known.set(tool.name, tool)
  }
  return { tools: known, problems }
}

/** Loads a module that exports `tools`. In a compiled package the `.js` beside it stands in for the `.ts`. */
async function importTools(
  path: string,
): Promise<{ readonly tools: readonly AnyTool[] } | { readonly why: string }> {
  const compiled = join(dirname(path), `${basename(path, extname(path))}.js`)
  const file = existsSync(path) || !existsSync(compiled) ? path : compiled
  try {
    const module: unknown = await import(pathToFileURL(file).href)
    const tools: unknown =
      typeof module === 'object' && module !== null && 'tools' in module ? module.tools : undefined
    if (Array.isArray(tools) && tools.every(isTool)) return { tools }
    return { why: 'it does not export `tools`, a list of tools' }
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

function isTool(value: unknown): value is AnyTool {
  if (typeof value !== 'object' || value === null) return false
  const tool = value as AnyTool
  const works = isLogTool(tool) ? typeof tool.perform === 'function' : typeof tool.execute === 'function'
  return (
    works &&
    typeof tool.name === 'string' &&
    typeof tool.check === 'function' &&
    typeof tool.input === 'object'
  )
}
