import { resolve } from 'node:path'
import type { AnyTool } from '#agents'
import { askUser } from '#agents/tools'
import { importModule, toolsIn } from './modules.ts'
import type { Problem } from './problems.ts'
import type { Path, Source } from './source.ts'

/** The tools agents of a team may name. */
export interface Toolbox {
  readonly tools: ReadonlyMap<string, AnyTool>
  /** False when a module could not be read: a name that is not here may be in it. */
  readonly isWhole: boolean
  readonly problems: readonly Problem[]
}

/** Tools that every team has by name. */
const builtinTools: readonly AnyTool[] = [askUser]

/** Tools every agent has without naming them. */
export const alwaysThere: readonly string[] = ['read_result', 'search_archive']
/** Names the runtime gives to tools it makes itself. */
const reserved = /^(?:delegate|transfer)_to_/

interface Group {
  readonly module: string
  readonly path: Path
  readonly tools: readonly AnyTool[]
}

/** Puts tools together by name. A name that is Loggia's own, or is there already, is a problem: none is lost in silence. */
export function toolbox(groups: readonly Group[], source: Source): Toolbox {
  const tools = new Map<string, AnyTool>(builtinTools.map((tool) => [tool.name, tool]))
  const origins = new Map(builtinTools.map(({ name }) => [name, 'Loggia']))
  const problems: Problem[] = []
  for (const { module, path, tools: added } of groups)
    for (const tool of added) {
      const other = origins.get(tool.name)
      if (reserved.test(tool.name) || alwaysThere.includes(tool.name))
        problems.push(source.problem(path, 'reserved-tool', { tool: tool.name, module }))
      else if (other !== undefined)
        problems.push(source.problem(path, 'duplicate-tool', { tool: tool.name, module, other }))
      else {
        tools.set(tool.name, tool)
        origins.set(tool.name, module)
      }
    }
  return { tools, isWhole: true, problems }
}

/** Imports the modules a team file names, each once, and puts their tools together. */
export async function toolboxFrom(
  modules: readonly string[],
  source: Source,
  folder: string,
): Promise<Toolbox> {
  const groups: Group[] = []
  const problems: Problem[] = []
  for (const [place, module] of modules.entries()) {
    const path = ['tools', place]
    if (modules.indexOf(module) < place) {
      problems.push(source.problem(path, 'listed-twice', { name: module }, 'warning'))
      continue
    }
    const imported = await importModule(resolve(folder, module))
    if ('missing' in imported)
      problems.push(source.problem(path, 'no-module', { module, meant: imported.meant }))
    else if ('why' in imported)
      problems.push(source.problem(path, 'bad-module', { module, why: imported.why }))
    else {
      const tools = toolsIn(imported.exports, module)
      if (typeof tools === 'string') problems.push(source.problem(path, 'bad-module', { module, why: tools }))
      else groups.push({ module, path, tools })
    }
  }
  const whole = toolbox(groups, source)
  const isWhole = problems.every(({ severity }) => severity !== 'error')
  return { tools: whole.tools, isWhole, problems: [...problems, ...whole.problems] }
}
