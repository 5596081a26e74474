import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, quantile } from './measure.ts'
import type { Measured, Measurements } from './rounds.ts'

const run = promisify(execFile)

/** Where to import from, and what. No specifiers: the bare process, which is the floor. */
export interface Importing {
  readonly name: string
  readonly folder: string
  readonly specifiers: readonly string[]
}

const script = `
const specifiers = JSON.parse(process.argv[1])
const began = performance.now()
await Promise.all(specifiers.map((specifier) => import(specifier)))
console.log(JSON.stringify({ ms: performance.now() - began, bytes: process.memoryUsage.rss() }))
`

/**
 * What an import costs, each time in a process of its own, the subjects in turn: the milliseconds of the import itself
 * and the memory of the whole process after it. The first process of each is not counted: it fills the disk cache.
 */
export async function measureImports(
  subjects: readonly Importing[],
  rounds: number,
): Promise<ReadonlyMap<string, Measurements>> {
  const taken = new Map<string, { ms: number; bytes: number }[]>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, folder, specifiers } of subjects) {
      const args = ['--input-type=module', '-e', script, JSON.stringify(specifiers)]
      const { stdout } = await run(process.execPath, args, { cwd: folder })
      if (round > 0) taken.set(name, [...(taken.get(name) ?? []), JSON.parse(stdout)])
    }
  }
  return new Map(
    subjects.map(({ name, folder, specifiers }) => {
      const costs = taken.get(name) ?? []
      const figure = (values: readonly number[]): Measured => ({
        value: median(values),
        best: Math.min(...values),
        p95: quantile(values, 0.95),
        rounds: values.length,
        runs: 1,
        thrown: 0,
      })
      const figures: Measurements = new Map([
        ['importMs', figure(costs.map(({ ms }) => ms))],
        ['importMb', figure(costs.map(({ bytes }) => bytes / 1e6))],
        ...(specifiers.length === 0 ? [] : [['packages', figure([packagesIn(folder)])] as const]),
      ])
      return [name, figures]
    }),
  )
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>
}

/** Packages that whoever installs the library gets: those of the lock that are not for development. */
function packagesIn(folder: string): number {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true).length
}

/** What is in `dist`: nothing, something older than the source, or the source built. */
export function buildState(root: string): 'none' | 'old' | 'new' {
  const built = join(root, 'dist', 'index.js')
  if (!existsSync(built)) return 'none'
  const newest = (pattern: string): number =>
    Math.max(...globSync(pattern, { cwd: root }).map((file) => statSync(join(root, file)).mtimeMs))
  return newest('src/**/*.ts') > newest('dist/**/*.js') ? 'old' : 'new'
}
