import { cutText, type Finish, type ModelPart, type Usage } from '#protocol'
import type { CallOptions, ModelEvent, ModelPort, ModelRequest } from '../model.ts'
import { estimateRequest } from '../request-tokens.ts'
import { estimateTokens } from '../tokens.ts'
import { abilityIndex } from './abilities.ts'
import { chunksOf } from './chunks.ts'
import { decideMove, type Move } from './decide.ts'

export interface OfflineOptions {
  /** Waits before each delta, so that a demo reads like a stream. Without it nothing waits. */
  readonly pace?: {
    readonly delayMs: number
    readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>
  }
}

const metadata = { offline: { notAnLLM: true } } as const

/**
 * The rule-based stand-in: chooses tools by shared words, fills arguments from the text, answers with extracts. It is
 * no language model and says so on every part. The same request gives the same turn, but for call ids.
 */
export function offlineModel({ pace }: OfflineOptions = {}): ModelPort {
  const abilitiesOf = abilityIndex()
  return {
    name: 'offline',
    offline: true,
    async *stream(request, options) {
      options.signal.throwIfAborted()
      const move = decideMove(request, abilitiesOf(request.tools))
      const { parts, events, finish } = perform(move, request, options)
      for (const event of events) {
        if (pace) await pace.sleep(pace.delayMs, options.signal)
        options.signal.throwIfAborted()
        options.onLife?.()
        yield event
      }
      return { parts, finish, usage: usageOf(request, parts), attempt: 1, model: 'offline' }
    },
  }
}

interface Performance {
  readonly parts: readonly ModelPart[]
  readonly events: readonly ModelEvent[]
  readonly finish: Finish
}

function perform(move: Move, request: ModelRequest, options: CallOptions): Performance {
  const why = move.why.join('\n')
  const reasoning: ModelPart = { type: 'reasoning', text: why, providerMetadata: metadata }
  const thought = chunksOf(why).map((text): ModelEvent => ({ type: 'reasoning-delta', text }))
  const rest = move.kind === 'say' ? saying(move, request) : calling(move, options)
  return { ...rest, parts: [reasoning, ...rest.parts], events: [...thought, ...rest.events] }
}

function saying(
  { text: whole, open }: Extract<Move, { readonly kind: 'say' }>,
  { maxOutputTokens }: ModelRequest,
): Performance {
  const text = limited(whole, maxOutputTokens)
  const mark = {
    notAnLLM: true,
    ...(open ? { asked: { tool: open.tool, args: open.args, missing: open.missing } } : {}),
  }
  return {
    parts: [{ type: 'text', text, providerMetadata: { offline: mark } }],
    events: chunksOf(text).map((chunk): ModelEvent => ({ type: 'text-delta', text: chunk })),
    finish: text === whole ? 'stop' : 'length',
  }
}

function calling(
  { calls }: Extract<Move, { readonly kind: 'call' }>,
  { newCallId }: CallOptions,
): Performance {
  const parts: ModelPart[] = []
  const events: ModelEvent[] = []
  for (const { tool, args } of calls) {
    const callId = newCallId()
    const argumentsText = JSON.stringify(args)
    parts.push({ type: 'call', callId, tool, argumentsText, providerMetadata: metadata })
    events.push({ type: 'call-start', callId, tool })
    events.push(...chunksOf(argumentsText).map((text): ModelEvent => ({ type: 'call-delta', callId, text })))
  }
  return { parts, events, finish: 'tool-calls' }
}

function limited(text: string, maxTokens: number | undefined): string {
  if (maxTokens === undefined) return text
  const tokens = estimateTokens(text)
  return tokens <= maxTokens ? text : cutText(text, { chars: Math.floor((text.length * maxTokens) / tokens) })
}

function usageOf(request: ModelRequest, parts: readonly ModelPart[]): Usage {
  const reasoning = parts.filter(({ type }) => type === 'reasoning').map(partText)
  return {
    freshInput: estimateRequest(request),
    cacheRead: 0,
    cacheWrite: 0,
    output: parts.reduce((sum, part) => sum + estimateTokens(partText(part)), 0),
    reasoning: reasoning.reduce((sum, text) => sum + estimateTokens(text), 0),
    source: 'estimated',
  }
}

function partText(part: ModelPart): string {
  return part.type === 'call' ? `${part.tool} ${part.argumentsText}` : part.text
}
