import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { basename, dirname, extname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type AnyTool, isLogTool } from '#agents'
import { besides } from './read.ts'

/** A module's exports, or why there are none. */
export type Imported =
  | { readonly exports: Readonly<Record<string, unknown>> }
  | { readonly why: string; readonly cause: unknown }
  | { readonly missing: true; readonly meant: string }

/**
 * Imports a module of a team. In a compiled package the `.js` beside it stands in for the `.ts`. `loggia` and `zod` are
 * found even where nothing is installed, and a `.ts` file is a module even where no package.json says so.
 */
export async function importModule(path: string): Promise<Imported> {
  const file = compiledOr(path)
  if (!existsSync(file)) return { missing: true, meant: await besides(file) }
  const { href } = pathToFileURL(file)
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context)
      } catch (error) {
        if (!/^(?:loggia|zod)(?:\/|$)/.test(specifier)) throw error
        return next(specifier, { ...context, parentURL: import.meta.url })
      }
    },
    load: (url, context, next) =>
      url === href && extname(file) === '.ts'
        ? next(url, { ...context, format: 'module-typescript' })
        : next(url, context),
  })
  try {
    return { exports: (await import(href)) as Readonly<Record<string, unknown>> }
  } catch (error) {
    return { why: sayWhy(error, file), cause: error }
  } finally {
    hooks.deregister()
  }
}

function compiledOr(path: string): string {
  const compiled = join(dirname(path), `${basename(path, extname(path))}.js`)
  const mayStrip = !path.split(sep).includes('node_modules')
  return existsSync(compiled) && !(mayStrip && existsSync(path)) ? compiled : path
}

/** The first line of what was thrown, with files named by the path people know. */
function sayWhy(error: unknown, file: string): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line
    .replaceAll(pathToFileURL(file).href, basename(file))
    .replaceAll(file, basename(file))
    .replaceAll(/file:\/\/[^\s'"]+/g, (url) => (URL.canParse(url) ? basename(fileURLToPath(url)) : url))
    .replaceAll(`${dirname(file)}${sep}`, '')
}

/** The tools a module exports as `tools`, or why they cannot be used. */
export function toolsIn(
  exports: Readonly<Record<string, unknown>>,
  module: string,
): readonly AnyTool[] | string {
  const { tools } = exports
  if (tools === undefined) return 'it does not export `tools`'
  if (!Array.isArray(tools)) return '`tools` is not a list'
  const odd = tools.findIndex((tool) => !isTool(tool))
  if (odd >= 0) return `\`tools[${odd}]\` is no tool; make it with defineTool`
  return tools.filter(isTool).map((tool) => from(tool, module))
}

/** The tool with the module it comes from: part of what an approval is bound to. */
function from(tool: AnyTool, module: string): AnyTool {
  const isPlain = Object.getPrototypeOf(tool) === Object.prototype
  return tool.origin === 'builtin' && isPlain ? { ...tool, origin: module } : tool
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
