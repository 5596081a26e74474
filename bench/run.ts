/**
 * Measures Loggia beside the floor, and with `--peers` beside other libraries, each in a process of its own, and
 * prints one table. `--json FILE` also writes the figures. `npm run bench`, `npm run bench:peers`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from './harness/measure.ts'
import { type Figures, type Row, type RowId, rows } from './harness/rows.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values } = parseArgs({ options: { peers: { type: 'boolean' }, json: { type: 'string' } } })
const source = ['--conditions=loggia-source', '--disable-warning=ExperimentalWarning']

/** Runs a script of ours or of a peer and reads the figures it prints. Undefined when it could not run. */
function measure(cwd: string, args: readonly string[]): Figures | undefined {
  process.stderr.write(`measuring ${args.at(-1)} …\n`)
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  })
  if (status === 0) return JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Figures
  process.stderr.write(`  not measured: ${stderr.trim().split('\n').at(-1) ?? status}\n`)
  return undefined
}

/** Milliseconds and megabytes of importing a module in a fresh process; the median of seven. */
function importCost(cwd: string, specifier: string): Figures {
  const code = `const t = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - t, process.memoryUsage().rss / 1e6)`
  const runs = Array.from({ length: 7 }, () =>
    spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd, encoding: 'utf8' })
      .stdout.split(' ')
      .map(Number),
  )
  return {
    importMs: median(runs.map(([ms]) => ms ?? Number.NaN)),
    importMb: median(runs.map(([, mb]) => mb ?? Number.NaN)),
  }
}

function peers(): Map<string, Figures> {
  const found = new Map<string, Figures>()
  const folder = join(here, 'peers')
  for (const name of readdirSync(folder).filter((entry) => existsSync(join(folder, entry, 'package.json')))) {
    const cwd = join(folder, name)
    if (!existsSync(join(cwd, 'node_modules')))
      spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    const figures = measure(cwd, ['subject.mjs'])
    const { dependencies } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const main = Object.keys(dependencies).find((dependency) => mains.has(dependency))
    if (figures) found.set(name, { ...figures, ...(main ? importCost(cwd, main) : {}) })
  }
  return found
}

const mains = new Set(['ai', '@langchain/langgraph', '@openai/agents'])

function number(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–'
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(2)
}

function verdict({ target, relative }: Row, ours: number | undefined, floor: number | undefined): string {
  if (ours === undefined) return '–'
  const figure = relative && floor ? ours / floor : ours
  const met = target.is === 'at most' ? figure <= target.value : figure >= target.value
  return `${met ? 'met' : 'missed'}${relative ? ` (${figure.toFixed(2)})` : ''}`
}

function table(columns: ReadonlyMap<string, Figures>): string {
  const floor = columns.get('floor') ?? {}
  const ours = columns.get('loggia') ?? {}
  const head = ['what', 'unit', 'target', ...columns.keys(), 'target met']
  const body = rows.map((row) => [
    row.what,
    row.unit,
    `${row.target.is === 'at most' ? '≤' : '≥'} ${row.target.value}${row.relative ? ' of floor' : ''}`,
    ...[...columns.values()].map((figures) => number(figures[row.id])),
    verdict(row, ours[row.id], floor[row.id]),
  ])
  const widths = head.map((_title, place) =>
    Math.max(...[head, ...body].map((cells) => cells[place]?.length ?? 0)),
  )
  return [head, widths.map((width) => '-'.repeat(width)), ...body]
    .map((cells) => `| ${cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join(' | ')} |`)
    .join('\n')
}

const columns = new Map<string, Figures>()
const append = measure(join(here, '..'), [...source, 'bench/core/append.ts']) as
  | { floor: number; ours: number }
  | undefined
const floor = measure(join(here, '..'), [...source, 'bench/core/floor.ts'])
const ours = measure(join(here, '..'), [...source, 'bench/core/ours.ts'])
columns.set('floor', { ...floor, ...(append ? { append: append.floor } : {}) })
columns.set('loggia', {
  ...ours,
  ...(append ? { append: append.ours } : {}),
  ...importCost(join(here, '..'), 'loggia'),
})
if (values.peers) for (const [name, figures] of peers()) columns.set(name, figures)

const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
process.stdout.write(`${machine}\n\n${table(columns)}\n`)
if (values.json) {
  const figures = Object.fromEntries(
    [...columns].map(([name, row]) => [name, row as { readonly [Id in RowId]?: number }]),
  )
  writeFileSync(
    values.json,
    `${JSON.stringify({ machine, at: new Date().toISOString(), figures }, null, 2)}\n`,
  )
}
