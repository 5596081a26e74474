import type { AgentEvent } from '../agent.ts'

export type AgentSteps<Result> = AsyncGenerator<AgentEvent, Result>

interface Step<Result> {
  readonly place: number
  readonly next:
    | { readonly ok: true; readonly step: IteratorResult<AgentEvent, Result> }
    | { readonly ok: false; readonly error: unknown }
}

/**
 * Runs several generators at once, at most `limit` at a time, and passes on what they yield as it comes. Returns their
 * results in the order given. What is thrown at a yield is thrown at the generator that yielded; a generator that
 * throws ends the others first, so that nothing goes on unseen.
 */
export async function* merge<Result>(
  sources: readonly AgentSteps<Result>[],
  limit: number,
): AgentSteps<Result[]> {
  const [only] = sources
  if (sources.length === 1 && only) return [yield* only]
  const results = new Map<number, Result>()
  const pending = new Map<number, Promise<Step<Result>>>()
  let started = 0
  const advance = (place: number, next: () => Promise<IteratorResult<AgentEvent, Result>>): void => {
    pending.set(place, settle(place, next()))
  }
  const startNext = (): void => {
    const source = sources[started]
    if (!source) return
    advance(started, () => source.next())
    started += 1
  }
  try {
    while (started < Math.min(limit, sources.length)) startNext()
    while (pending.size > 0) {
      const { place, next } = await Promise.race(pending.values())
      pending.delete(place)
      if (!next.ok) throw next.error
      if (next.step.done) {
        results.set(place, next.step.value)
        startNext()
        continue
      }
      const source = sources[place]
      if (!source) continue
      try {
        yield next.step.value
        advance(place, () => source.next())
      } catch (error) {
        advance(place, () => source.throw(error))
      }
    }
  } finally {
    await Promise.allSettled(sources.map((source) => source.return(undefined as Result)))
  }
  return sources.map((_source, place) => results.get(place) as Result)
}

async function settle<Result>(
  place: number,
  next: Promise<IteratorResult<AgentEvent, Result>>,
): Promise<Step<Result>> {
  try {
    return { place, next: { ok: true, step: await next } }
  } catch (error) {
    return { place, next: { ok: false, error } }
  }
}
