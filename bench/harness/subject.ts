import type { Batch, Scenario } from './rows.ts'

/** Something to measure, alone in a process of its own. A scenario it cannot do is left out. */
export interface Subject {
  readonly scenarios: { readonly [Name in Scenario]?: () => Promise<Batch> }
  /** What a reader must know to compare its figure of a scenario. */
  readonly notes?: { readonly [Name in Scenario]?: string }
  close?(): void | Promise<void>
}

/** What a subject tells the harness: first what it can do, then a batch for each order. */
export type Told =
  | { readonly type: 'ready'; readonly can: readonly Scenario[]; readonly notes: Subject['notes'] }
  | { readonly type: 'batch'; readonly batch: Batch }
  | { readonly type: 'error'; readonly why: string }

/** Serves the harness until it hangs up. Run by itself, it does every scenario once and prints the figures. */
export async function serve(subject: Subject): Promise<void> {
  if (!process.send) return await once(subject)
  const tell = (told: Told): boolean | undefined => process.send?.(told)
  process.on('message', (scenario: Scenario) => {
    const run = subject.scenarios[scenario]
    if (!run) return tell({ type: 'error', why: `no scenario ${scenario}` })
    return void run().then(
      (batch) => tell({ type: 'batch', batch }),
      (error: unknown) =>
        tell({ type: 'error', why: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  process.once('disconnect', () => void Promise.resolve(subject.close?.()).then(() => process.exit()))
  tell({ type: 'ready', can: Object.keys(subject.scenarios) as Scenario[], notes: subject.notes })
}

async function once({ scenarios, close }: Subject): Promise<void> {
  const chosen = process.argv.slice(2)
  for (const [name, run] of Object.entries(scenarios)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    await run()
    console.log(name, JSON.stringify(await run()))
  }
  await close?.()
}
