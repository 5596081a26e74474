import type { CallId, Finish, Json, ModelPart, Usage } from '#protocol'
import {
  type CallOptions,
  ModelError,
  type ModelEvent,
  type ModelPort,
  type ModelRequest,
  type ModelTurn,
} from './model.ts'

/** One answer of a scripted model. Everything is optional: an empty step is an empty answer. */
export interface ScriptedStep {
  readonly text?: string
  /** The text in the pieces it streams in; `text` may then be left out. */
  readonly deltas?: readonly string[]
  readonly reasoning?: string
  /** Arguments as a value, or as the exact text the model wrote. */
  readonly calls?: readonly { readonly tool: string; readonly arguments: Json }[]
  readonly usage?: Partial<Usage>
  /** Default: `tool-calls` with calls, else `stop`. */
  readonly finish?: Finish
  /** Thrown after everything above has streamed. */
  readonly error?: Error
  /** Nothing streams before this resolves. */
  readonly delayUntil?: Promise<unknown>
  /** The step answers only a request that this accepts; it waits for one. */
  readonly match?: (request: ModelRequest) => boolean
}

/** Chooses the answer of each call, counted from 1. Undefined: the call was not expected. */
export type Script = (request: ModelRequest, callNumber: number) => ScriptedStep | undefined

/** A model for tests and examples: says what it was told to say and keeps what it was asked. */
export interface ScriptedModel extends ModelPort {
  /** Every request so far, frozen, in order. */
  readonly requests: readonly ModelRequest[]
  /** Steps not used yet; 0 for a function. */
  readonly remaining: number
}

export interface ScriptedOptions {
  readonly name?: string
  readonly contextWindow?: number
}

/**
 * A model that follows a script: steps in order, each used once by the first request it matches, or a function. A call
 * that nothing answers throws ModelError('unknown') that shows what was asked.
 */
export function scriptedModel(
  script: readonly ScriptedStep[] | Script,
  options: ScriptedOptions = {},
): ScriptedModel {
  const name = options.name ?? 'scripted/model'
  const requests: ModelRequest[] = []
  const left = typeof script === 'function' ? [] : [...script]
  const choose = typeof script === 'function' ? script : (request: ModelRequest) => takeFrom(left, request)
  return {
    name,
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    requests,
    get remaining() {
      return left.length
    },
    stream(request, call) {
      const { messages, tools } = request
      requests.push(
        Object.freeze({
          ...request,
          messages: Object.freeze([...messages]),
          tools: Object.freeze([...tools]),
        }),
      )
      const step = choose(request, requests.length)
      if (!step) throw unexpected(name, request, requests.length)
      return play(name, step, call)
    },
  }
}

function takeFrom(left: ScriptedStep[], request: ModelRequest): ScriptedStep | undefined {
  const place = left.findIndex((step) => step.match?.(request) ?? true)
  return place < 0 ? undefined : left.splice(place, 1)[0]
}

function unexpected(name: string, request: ModelRequest, callNumber: number): ModelError {
  const last = request.messages.findLast((message) => message.role === 'user')
  const said = last?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ') ?? ''
  return new ModelError(
    'unknown',
    `${name}: call ${callNumber} is not in the script; the last user text is ${JSON.stringify(said)}`,
  )
}

async function* play(
  name: string,
  step: ScriptedStep,
  call: CallOptions,
): AsyncGenerator<ModelEvent, ModelTurn> {
  const { signal } = call
  signal.throwIfAborted()
  if (step.delayUntil !== undefined) await unlessAborted(step.delayUntil, signal)
  const parts: ModelPart[] = []
  if (step.reasoning !== undefined) {
    yield { type: 'reasoning-delta', text: step.reasoning }
    parts.push({ type: 'reasoning', text: step.reasoning })
  }
  const text = step.text ?? step.deltas?.join('') ?? ''
  for (const delta of step.deltas ?? (text === '' ? [] : [text])) {
    signal.throwIfAborted()
    yield { type: 'text-delta', text: delta }
  }
  if (text !== '') parts.push({ type: 'text', text })
  for (const { tool, arguments: value } of step.calls ?? []) {
    const argumentsText = typeof value === 'string' ? value : JSON.stringify(value)
    const callId: CallId = call.newCallId()
    yield { type: 'call-start', callId, tool }
    yield { type: 'call-delta', callId, text: argumentsText }
    parts.push({ type: 'call', callId, tool, argumentsText })
  }
  signal.throwIfAborted()
  if (step.error) throw step.error
  const finish = step.finish ?? (step.calls?.length ? 'tool-calls' : 'stop')
  return { parts, finish, usage: { ...unsaid, ...step.usage }, attempt: 1, model: name }
}

const unsaid: Usage = {
  freshInput: null,
  cacheRead: null,
  cacheWrite: null,
  output: null,
  reasoning: null,
  source: 'reported',
}

async function unlessAborted(wait: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([wait, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
