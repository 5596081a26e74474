import type { Child } from './child.ts'
import { median } from './measure.ts'
import { type Batch, measureOf, type RowId, type Scenario } from './rows.ts'

/** A figure and what it rests on. */
export interface Measured {
  readonly value: number
  readonly p95?: number
  /** Of the best round: what a quiet machine would show. */
  readonly best: number
  /** The figure divided by that of the floor beside it: the median over the rounds. */
  readonly toFloor?: number
  readonly rounds: number
  /** Runs in each round. */
  readonly runs: number
  /** Rounds thrown away because the floor before and the floor after them differed too much. */
  readonly thrown: number
  /** True when too few rounds were quiet and the noisy ones had to serve. */
  readonly noisy?: boolean
}

export type Measurements = ReadonlyMap<RowId, Measured>

export interface RoundsPlan {
  /** Quiet rounds wanted. */
  readonly rounds: number
  /** Rounds at most, noisy ones included. */
  readonly tries: number
  /** Batches before the first round, at most: warming ends when batches no longer get faster. */
  readonly warmUp: number
}

interface Round {
  readonly batch: Batch
  readonly floor: Batch | undefined
  readonly quiet: boolean
}

/** How far the floors beside a round may differ. */
const tolerance = 0.15

/**
 * Measures one scenario: floor, subject, floor, next subject, floor, and again from the start until every subject has
 * enough quiet rounds or has had all its tries. A subject that fails is left out and reported.
 */
export async function measure(
  scenario: Scenario,
  children: readonly Child[],
  plan: RoundsPlan,
): Promise<{
  readonly figures: ReadonlyMap<string, Measurements>
  readonly failures: ReadonlyMap<string, string>
}> {
  const [floor] = children
  const failures = new Map<string, string>()
  const taken = new Map<string, readonly Round[]>()
  const floors: Batch[] = []
  const able = (child: Child): boolean => child.can.includes(scenario) && !failures.has(child.name)
  const limit = async (): Promise<Batch | undefined> => {
    if (!floor || !able(floor)) return undefined
    const batch = await floor.batch(scenario)
    floors.push(batch)
    return batch
  }
  for (const child of children.filter(able))
    await guarded(child, () => warm(child, scenario, plan.warmUp), failures)
  let before = await limit()
  for (let round = 0; round < plan.tries; round += 1) {
    const wanting = children.slice(1).filter((child) => quietOf(taken.get(child.name)).length < plan.rounds)
    for (const child of wanting.filter(able)) {
      const batch = await guarded(child, () => child.batch(scenario), failures)
      const after = await limit()
      const quiet = agree(scenario, before, after)
      if (batch) taken.set(child.name, [...(taken.get(child.name) ?? []), { batch, floor: after, quiet }])
      before = after
    }
  }
  const figures = new Map([...taken].map(([name, rounds]) => [name, summary(scenario, rounds, plan.rounds)]))
  const own = floors.map((batch) => ({ batch, floor: undefined, quiet: true }))
  if (floor && own.length > 0) figures.set(floor.name, summary(scenario, own, own.length))
  return { figures, failures }
}

async function guarded<T>(
  child: Child,
  action: () => Promise<T>,
  failures: Map<string, string>,
): Promise<T | undefined> {
  try {
    return await action()
  } catch (error) {
    failures.set(child.name, error instanceof Error ? error.message : String(error))
    return undefined
  }
}

/** More is better where thousands of events per second are counted, else less is. */
function isRate(id: RowId): boolean {
  return id === 'append' || id === 'readFold' || id === 'fold'
}

/** Batches until three in a row are no faster than the best before them. */
async function warm(child: Child, scenario: Scenario, most: number): Promise<void> {
  const id = measureOf[scenario]
  let best = Number.NEGATIVE_INFINITY
  let idle = 0
  for (let turn = 0; turn < most && idle < 3; turn += 1) {
    const figure = (await child.batch(scenario)).figures[id] ?? 0
    const speed = isRate(id) ? figure : 1 / figure
    idle = speed > best * 1.02 ? 0 : idle + 1
    best = Math.max(best, speed)
  }
}

function agree(scenario: Scenario, before: Batch | undefined, after: Batch | undefined): boolean {
  const one = before?.figures[measureOf[scenario]]
  const other = after?.figures[measureOf[scenario]]
  if (one === undefined || other === undefined) return true
  return Math.abs(one - other) <= tolerance * Math.min(one, other)
}

function quietOf(rounds: readonly Round[] = []): readonly Round[] {
  return rounds.filter((round) => round.quiet)
}

function summary(scenario: Scenario, rounds: readonly Round[], wanted: number): Measurements {
  const quiet = quietOf(rounds)
  const noisy = quiet.length < Math.min(3, wanted)
  const used = noisy ? rounds : quiet
  const ids = Object.keys(used[0]?.batch.figures ?? {}) as RowId[]
  return new Map(
    ids.map((id) => [id, measured(id, { scenario, used, thrown: rounds.length - used.length, noisy })]),
  )
}

interface Use {
  readonly scenario: Scenario
  readonly used: readonly Round[]
  readonly thrown: number
  readonly noisy: boolean
}

function measured(id: RowId, { scenario, used, thrown, noisy }: Use): Measured {
  const values = used.flatMap(({ batch }) => batch.figures[id] ?? [])
  const ratios = used.flatMap(({ batch, floor }) => {
    const [own, limit] = [batch.figures[id], floor?.figures[id]]
    return own === undefined || limit === undefined ? [] : [own / limit]
  })
  const p95 = id === measureOf[scenario] ? used.flatMap(({ batch }) => batch.p95 ?? []) : []
  return {
    value: median(values),
    best: isRate(id) ? Math.max(...values) : Math.min(...values),
    ...(p95.length > 0 ? { p95: median(p95) } : {}),
    ...(ratios.length > 0 ? { toFloor: median(ratios) } : {}),
    rounds: used.length,
    runs: used[0]?.batch.runs ?? 0,
    thrown,
    ...(noisy ? { noisy } : {}),
  }
}
