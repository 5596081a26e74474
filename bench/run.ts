/**
 * Measures Loggia beside the floor, and with `--peers` beside other frameworks, and prints the table.
 * `--json FILE` writes the figures; `--only one,fold` measures some scenarios; `--quick` takes fewer rounds;
 * `--dist` measures the build instead of the source.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Child, startChild } from './harness/child.ts'
import { buildState, type Importing, measureImports } from './harness/imports.ts'
import { describeMachine } from './harness/machine.ts'
import { installPeers, type Peer } from './harness/peers.ts'
import { floor, ours, type Result, resultRow } from './harness/result.ts'
import { type Measurements, measure, type RoundsPlan } from './harness/rounds.ts'
import { rows, type Scenario, scenarios } from './harness/rows.ts'
import { printTable } from './harness/table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const { values: options } = parseArgs({
  options: {
    peers: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    only: { type: 'string' },
    dist: { type: 'boolean', default: false },
  },
})
const only = options.only?.split(',')
const wanted = (name: string): boolean => only?.includes(name) ?? true

const plans: { readonly [Name in Scenario]: RoundsPlan } = {
  one: { rounds: 9, tries: 27, warmUp: 20 },
  team: { rounds: 9, tries: 27, warmUp: 20 },
  durable: { rounds: 7, tries: 21, warmUp: 4 },
  thread: { rounds: 3, tries: 5, warmUp: 2 },
  chat: { rounds: 3, tries: 5, warmUp: 2 },
  append: { rounds: 7, tries: 21, warmUp: 3 },
  readFold: { rounds: 7, tries: 21, warmUp: 4 },
  fold: { rounds: 7, tries: 21, warmUp: 4 },
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const measured = options.dist ? 'dist' : 'source'
const execArgv = options.dist ? [] : ['--conditions=loggia-source']
const built = buildState(root)

async function main(): Promise<void> {
  if (measured === 'dist' && built === 'none')
    throw new Error('there is no build to measure; run `npx tsc -b tsconfig.build.json` first')
  const machine = describeMachine()
  const peers = options.peers ? await installPeers(say) : []
  const present = peers.filter(({ missing }) => missing === undefined)
  const { children, refused } = await start(present)
  const figures = new Map<Scenario | 'import', ReadonlyMap<string, Measurements>>()
  const failures: { subject: string; scenario: string; why: string }[] = []
  for (const scenario of scenarios.filter(wanted)) {
    say(`measuring ${scenario}`)
    const plan = plans[scenario]
    const taken = await measure(scenario, children, options.quick ? { ...plan, rounds: 3, tries: 5 } : plan)
    figures.set(scenario, taken.figures)
    for (const [subject, why] of taken.failures) failures.push({ subject, scenario, why })
  }
  await Promise.all(children.map((child) => child.stop()))
  if (wanted('import')) figures.set('import', await importCosts(present))
  const noteOf = (scenario: Scenario | 'import', subject: string): string | undefined =>
    scenario === 'import'
      ? importNote(subject)
      : children.find(({ name }) => name === subject)?.notes[scenario]
  const result: Result = {
    at: new Date().toISOString(),
    command: options.peers ? 'npm run bench:peers' : 'npm run bench',
    measured,
    machine,
    subjects: [
      { name: floor, title: 'the floor' },
      { name: ours, title: 'Loggia' },
      ...peers.map(({ name, title, missing = refused.get(name) }) => ({
        name,
        title,
        ...(missing === undefined ? {} : { missing }),
      })),
    ],
    rows: rows
      .filter(({ scenario }) => figures.has(scenario))
      .map((row) =>
        resultRow(row, figures.get(row.scenario) ?? new Map(), (name) => noteOf(row.scenario, name)),
      ),
    failures,
  }
  console.log(printTable(result))
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, undefined, 2)}\n`)
}

/** The floor and ours must start; a peer that does not is told apart. */
async function start(
  peers: readonly Peer[],
): Promise<{ readonly children: readonly Child[]; readonly refused: ReadonlyMap<string, string> }> {
  const children = [
    await startChild(floor, at('core/floor.ts'), execArgv),
    await startChild(ours, at('core/ours.ts'), execArgv),
  ]
  const refused = new Map<string, string>()
  for (const { name, folder } of peers) {
    try {
      children.push(await startChild(name, `${folder}/subject.ts`, execArgv))
    } catch (error) {
      refused.set(name, error instanceof Error ? error.message : String(error))
    }
  }
  return { children, refused }
}

function importNote(subject: string): string | undefined {
  return subject === ours && built === 'old' ? 'the build is older than the source' : undefined
}

/** Ours is imported as it is installed, built, whatever else was measured. */
async function importCosts(peers: readonly Peer[]): Promise<ReadonlyMap<string, Measurements>> {
  say('measuring import')
  const subjects: Importing[] = [{ name: floor, folder: root, specifiers: [] }]
  if (built !== 'none') subjects.push({ name: ours, folder: root, specifiers: ['loggia'] })
  return await measureImports([...subjects, ...peers], options.quick ? 5 : 15)
}

await main()
