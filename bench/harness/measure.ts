/** Times in milliseconds of one thing done many times. */
export interface Timing {
  readonly p50: number
  readonly p95: number
  readonly runs: number
}

/** Runs an action until warm, then times each run on its own. The action is given its number. */
export async function timed(
  runs: number,
  warmUp: number,
  action: (run: number) => Promise<void>,
): Promise<Timing> {
  for (let run = 0; run < warmUp; run += 1) await action(run)
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now()
    await action(warmUp + run)
    times.push(performance.now() - began)
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), runs }
}

/** The value below which that share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median of a few values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
