import { type Arrived, abandoned, faultOf, note, settled, usageOf } from './attempt-record.ts'
import { type CallClock, chance, pause } from './clock.ts'
import {
  type AttemptRecord,
  type CallOptions,
  ModelError,
  type ModelEvent,
  type ModelPort,
  type ModelRequest,
  type ModelTurn,
} from './model.ts'
import { type SilenceLimits, watchdog } from './watchdog.ts'
import { wrapped } from './wrapped.ts'

export interface AttemptLimits extends SilenceLimits {
  /** Tries of one call, the first included. */
  readonly maxAttempts: number
  /** Middle of the first wait; each further one doubles. */
  readonly backoffMs: number
  /** No wait is longer, whatever the provider asks for. */
  readonly maxWaitMs: number
  /** Time for the whole call, waits included, after which no try begins. */
  readonly totalMs?: number
}

const defaults: AttemptLimits = {
  firstMs: 120_000,
  idleMs: 60_000,
  maxAttempts: 4,
  backoffMs: 500,
  maxWaitMs: 60_000,
}

/**
 * The same model, tried again where trying again can help: rate limits, overload, lost connections, silence and answers
 * that broke off. Events of a try that failed are followed by `attempt-discarded` and, after a wait with jitter, by
 * `attempt-start`. The error at the end holds every try. An abort reaches the try at once, also when the model is deaf.
 */
export function withAttempts(
  model: ModelPort,
  clock: CallClock,
  limits: Partial<AttemptLimits> = {},
): ModelPort {
  const all = { ...defaults, ...limits }
  return wrapped(model, (request, options) => attempts({ model, clock, limits: all, request, options }))
}

interface Call {
  readonly model: ModelPort
  readonly clock: CallClock
  readonly limits: AttemptLimits
  readonly request: ModelRequest
  readonly options: CallOptions
}

async function* attempts(call: Call): AsyncGenerator<ModelEvent, ModelTurn> {
  const { clock, limits, options } = call
  const deadlineAtMs = Math.min(options.deadlineAtMs ?? Infinity, clock.now() + (limits.totalMs ?? Infinity))
  const records: AttemptRecord[] = []
  for (let attempt = 1; ; attempt += 1) {
    options.signal.throwIfAborted()
    if (attempt > 1) yield { type: 'attempt-start', attempt }
    const tried = yield* oneAttempt(call, attempt)
    if ('turn' in tried) return { ...tried.turn, attempt }
    records.push(tried.record)
    options.onAttempt?.(tried.record)
    if (options.signal.aborted) throw options.signal.reason
    const waitMs = attempt < limits.maxAttempts ? waitAfter(tried.error, attempt, call) : undefined
    if (waitMs === undefined || clock.now() + waitMs >= deadlineAtMs) throw withRecords(tried.error, records)
    yield { type: 'attempt-discarded', attempt: tried.record }
    await pause(clock, waitMs, options.signal)
  }
}

/** How long to wait before the next try, or undefined when none can help. */
function waitAfter(error: ModelError, attempt: number, { clock, limits }: Call): number | undefined {
  if (!error.retryable) return undefined
  const backoffMs = limits.backoffMs * 2 ** (attempt - 1)
  const jittered = backoffMs * (0.5 + chance(clock))
  return Math.min(limits.maxWaitMs, Math.max(jittered, (error.retryAfterMs ?? 0) + jittered / 10))
}

function withRecords(error: ModelError, attempts: readonly AttemptRecord[]): ModelError {
  const { code, retryable, retryAfterMs, usage } = error
  const tries = attempts.length === 1 ? '' : ` (after ${attempts.length} tries)`
  return new ModelError(
    code,
    error.message + tries,
    { retryable, retryAfterMs, usage, attempts },
    { cause: error.cause },
  )
}

type Tried = { readonly turn: ModelTurn } | { readonly error: ModelError; readonly record: AttemptRecord }

async function* oneAttempt(call: Call, attempt: number): AsyncGenerator<ModelEvent, Tried> {
  const { model, clock, limits, request, options } = call
  const { signal } = options
  const cut = new AbortController()
  const abort = (): void => cut.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const watch = watchdog(clock, limits, (silentMs) => cut.abort(stalled(model.name, silentMs)))
  const onLife = (): void => {
    watch.alive()
    options.onLife?.()
  }
  const stream = model.stream(request, { ...options, signal: cut.signal, onLife })
  const next = unlessAborted(cut.signal, () => stream.next())
  const arrived: Arrived = { text: '', other: '' }
  let tried: Tried | undefined
  try {
    for (;;) {
      watch.waiting()
      const step = await next()
      watch.served()
      if (step.done) {
        tried = { turn: settled(step.value, request, arrived) }
        return tried
      }
      note(step.value, arrived)
      yield step.value
    }
  } catch (thrown) {
    const error = modelErrorFrom(cut.signal.aborted ? cut.signal.reason : thrown)
    const fault = faultOf(error, signal)
    const usage = usageOf(error, request, arrived)
    tried = { error, record: { attempt, error: fault, usage, text: arrived.text } }
    return tried
  } finally {
    if (!tried) options.onAttempt?.(abandoned(attempt, request, arrived))
    watch.stop()
    signal.removeEventListener('abort', abort)
    cut.abort()
    release(stream)
  }
}

function stalled(name: string, silentMs: number): ModelError {
  return new ModelError('stalled', `${name} sent nothing for ${Math.round(silentMs / 1000)} s`, {
    retryable: true,
  })
}

/** Anything but a ModelError is a bug or an abort: kept as the cause and never tried again. */
function modelErrorFrom(thrown: unknown): ModelError {
  if (thrown instanceof ModelError) return thrown
  return new ModelError(
    'unknown',
    thrown instanceof Error ? thrown.message : String(thrown),
    {},
    { cause: thrown },
  )
}

/** Takes steps until the signal aborts; from then on rejects with its reason, whether or not the source reacts. */
function unlessAborted<Step>(signal: AbortSignal, take: () => Promise<Step>): () => Promise<Step> {
  let refuse: ((reason: unknown) => void) | undefined
  signal.addEventListener('abort', () => refuse?.(signal.reason), { once: true })
  return () =>
    new Promise<Step>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      refuse = reject
      take().then(resolve, reject)
    })
}

/** Ends a source that may be stuck; its end is not waited for, and what it throws on the way out has no reader. */
function release(stream: AsyncGenerator<ModelEvent, ModelTurn>): void {
  stream[Symbol.asyncDispose]().then(undefined, () => undefined)
}
