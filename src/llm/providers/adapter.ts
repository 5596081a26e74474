import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { Finish } from '#protocol'
import { callsOf } from '../groups.ts'
import {
  type CallOptions,
  ModelError,
  type ModelEvent,
  type ModelPort,
  type ModelRequest,
  type ModelTurn,
} from '../model.ts'
import { type CallIdForm, wireCallIds } from './call-ids.ts'
import { type Collected, collected, partsOf, takePart } from './collect.ts'
import { type ErrorPlace, fromProvider } from './errors.ts'
import { type WireNames, wireNames } from './names.ts'
import { toPrompt, toTools } from './prompt.ts'

/** A model of a provider library, and what our port needs to know about it. */
export interface AdapterOptions extends ErrorPlace {
  readonly model: LanguageModelV4
  readonly contextWindow?: number | undefined
  readonly metadataKey: string
  readonly callIds: CallIdForm
  readonly takesAnyReasoning: boolean
  readonly providerOptions?: SharedV4ProviderOptions | undefined
  /** Tells the transport who to call when bytes come in for the call with this signal. */
  readonly onLifeOf?: ((signal: AbortSignal, onLife: () => void) => void) | undefined
}

/** One try at one provider: no retry, no time limits. Those are wrappers. */
export function adapted(options: AdapterOptions): ModelPort {
  return {
    name: options.name,
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    stream: (request, call) => streamOnce(options, request, call),
  }
}

async function* streamOnce(
  adapter: AdapterOptions,
  request: ModelRequest,
  call: CallOptions,
): AsyncGenerator<ModelEvent, ModelTurn> {
  const { signal } = call
  signal.throwIfAborted()
  const cut = new AbortController()
  const abort = (): void => cut.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (call.onLife) adapter.onLifeOf?.(cut.signal, call.onLife)
  const names = namesOf(request)
  const state = collected(names, call.newCallId)
  try {
    const { stream } = await adapter.model.doStream(
      callOptions({ adapter, request, names, abortSignal: cut.signal }),
    )
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      for (const event of takePart(state, value)) yield event
    }
    const { turn, warning } = turnOf(state, adapter.name)
    if (warning !== undefined) yield { type: 'warning', message: warning }
    return turn
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw fromProvider(error, adapter)
  } finally {
    signal.removeEventListener('abort', abort)
    cut.abort()
  }
}

/** Names of the tools offered and of those that earlier calls named. */
function namesOf(request: ModelRequest): WireNames {
  const said = request.messages.flatMap((message) => callsOf(message).map((part) => part.tool))
  return wireNames([...request.tools.map((tool) => tool.name), ...said])
}

interface OneCall {
  readonly adapter: AdapterOptions
  readonly request: ModelRequest
  readonly names: WireNames
  readonly abortSignal: AbortSignal
}

function callOptions({ adapter, request, names, abortSignal }: OneCall): LanguageModelV4CallOptions {
  const { metadataKey, takesAnyReasoning, callIds, providerOptions } = adapter
  const callId = wireCallIds(request.messages, callIds)
  const { tools, toolChoice, output, maxOutputTokens, temperature } = request
  return {
    prompt: toPrompt(request, { names, callId, metadataKey, takesAnyReasoning }),
    abortSignal,
    ...(tools.length === 0
      ? {}
      : { tools: toTools(tools, names), toolChoice: { type: toolChoice ?? 'auto' } }),
    ...(output === undefined ? {} : { responseFormat: { type: 'json', schema: output, name: 'answer' } }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  }
}

/**
 * The turn of a stream that reached its end. Calls stay in it only when the model stopped to have them made: after any
 * other end they may be cut. A stream without an end is no turn.
 */
function turnOf(state: Collected, model: string): { readonly turn: ModelTurn; readonly warning?: string } {
  const { finish, usage } = state
  if (!finish || finish.unified === 'interrupted' || finish.unified === 'error') {
    throw new ModelError('incomplete', `${model}: the answer broke off before its end`, {
      retryable: true,
      usage,
    })
  }
  const parts = partsOf(state)
  const hasCalls = parts.some((part) => part.type === 'call')
  const mayCall = finish.unified === 'stop' || finish.unified === 'tool-calls'
  if (finish.unified === 'tool-calls' && !hasCalls) {
    throw new ModelError('incomplete', `${model}: it stopped for a tool call but made none`, {
      retryable: true,
      usage,
    })
  }
  const turn: ModelTurn = {
    parts: mayCall ? parts : parts.filter((part) => part.type !== 'call'),
    finish: finishOf(finish.unified, mayCall && hasCalls),
    ...(finish.raw === undefined ? {} : { rawFinish: finish.raw }),
    usage: usage ?? unreported,
    attempt: 1,
    model,
  }
  if (mayCall || !hasCalls) return { turn }
  return { turn, warning: `${model}: calls left out, because it stopped for ${finish.raw ?? finish.unified}` }
}

/** Some servers say `stop` although they made calls. */
function finishOf(finish: Finish, hasCalls: boolean): Finish {
  return hasCalls ? 'tool-calls' : finish
}

const unreported = {
  freshInput: null,
  cacheRead: null,
  cacheWrite: null,
  output: null,
  reasoning: null,
  source: 'reported',
} as const
