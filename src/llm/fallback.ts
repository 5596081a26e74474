import {
  type AttemptRecord,
  type CallOptions,
  ModelError,
  type ModelErrorCode,
  type ModelEvent,
  type ModelPort,
  type ModelRequest,
  type ModelTurn,
} from './model.ts'
import { wrapped } from './wrapped.ts'

/** Errors that another model would meet as well, or must not be asked to get around. */
const final: ReadonlySet<ModelErrorCode> = new Set(['invalid_request', 'content_filter'])

/**
 * The first model that answers, in the order given. A model that gives up is announced like any failed try, and tries
 * are counted over all of them. Keeps the first one's name; the turn says who answered.
 */
export function withFallback(models: readonly [ModelPort, ...ModelPort[]]): ModelPort {
  const [first] = models
  return wrapped(first, (request, options) => firstThatAnswers(models, request, options))
}

async function* firstThatAnswers(
  models: readonly ModelPort[],
  request: ModelRequest,
  options: CallOptions,
): AsyncGenerator<ModelEvent, ModelTurn> {
  const tried: AttemptRecord[] = []
  for (const [place, model] of models.entries()) {
    const before = tried.length
    try {
      const turn = yield* renumbered(model.stream(request, optionsAfter(options, before)), before)
      return { ...turn, attempt: turn.attempt + before }
    } catch (error) {
      if (!(error instanceof ModelError) || options.signal.aborted) throw error
      tried.push(...triesOf(error).map((record) => ({ ...record, attempt: record.attempt + before })))
      const next = models[place + 1]
      if (!next || final.has(error.code)) throw withTries(error, tried)
      const last = tried.at(-1)
      if (last) yield { type: 'attempt-discarded', attempt: last }
      yield { type: 'warning', message: `${model.name} gave up (${error.code}); asking ${next.name}` }
      yield { type: 'attempt-start', attempt: tried.length + 1 }
    }
  }
  throw new ModelError('unconfigured', 'no model to ask: the list of models is empty')
}

function optionsAfter(options: CallOptions, before: number): CallOptions {
  const { onAttempt } = options
  if (!onAttempt || before === 0) return options
  return { ...options, onAttempt: (record) => onAttempt({ ...record, attempt: record.attempt + before }) }
}

async function* renumbered(
  stream: AsyncGenerator<ModelEvent, ModelTurn>,
  before: number,
): AsyncGenerator<ModelEvent, ModelTurn> {
  if (before === 0) return yield* stream
  try {
    for (;;) {
      const step = await stream.next()
      if (step.done) return step.value
      yield shifted(step.value, before)
    }
  } finally {
    await stream[Symbol.asyncDispose]()
  }
}

function shifted(event: ModelEvent, before: number): ModelEvent {
  if (event.type === 'attempt-start') return { ...event, attempt: event.attempt + before }
  if (event.type !== 'attempt-discarded') return event
  return { ...event, attempt: { ...event.attempt, attempt: event.attempt.attempt + before } }
}

/** A model that does not count its tries made one. */
function triesOf(error: ModelError): readonly AttemptRecord[] {
  if (error.attempts.length > 0) return error.attempts
  const usage = error.usage ?? {
    freshInput: null,
    cacheRead: null,
    cacheWrite: null,
    output: null,
    reasoning: null,
    source: 'estimated',
  }
  return [{ attempt: 1, error: { code: error.code, message: error.message }, usage, text: '' }]
}

function withTries(error: ModelError, attempts: readonly AttemptRecord[]): ModelError {
  const { code, retryable, retryAfterMs, usage } = error
  return new ModelError(
    code,
    error.message,
    { retryable, retryAfterMs, usage, attempts },
    { cause: error.cause },
  )
}
