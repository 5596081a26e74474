import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { Json, Usage } from '#protocol'

/**
 * One normal form of what providers report. Some count cache reads as part of the input, some beside it; some leave
 * reasoning out of the output. The libraries write zero where a provider said nothing, so the raw figures decide what
 * is known. Undefined when nothing was reported at all.
 */
export function toUsage(reported: LanguageModelV4Usage | undefined): Usage | undefined {
  if (!reported) return undefined
  const raw = reported.raw === undefined ? undefined : (JSON.parse(JSON.stringify(reported.raw)) as Json)
  const { inputTokens, outputTokens } = reported
  const figures = figuresOf(raw)
  const cacheRead = known(inputTokens.cacheRead, figures, readKeys)
  const cacheWrite = known(inputTokens.cacheWrite, figures, writeKeys)
  const reasoning = known(outputTokens.reasoning, figures, reasoningKeys)
  const input = known(inputTokens.total, figures, inputKeys)
  const output = known(outputTokens.total, figures, outputKeys)
  if (input === null && output === null && cacheRead === null) return undefined
  return {
    freshInput: freshOf(input, cacheRead, cacheWrite),
    cacheRead,
    cacheWrite,
    output: outputOf({ input, output, reasoning, total: figures.get('total_tokens') }),
    reasoning,
    source: 'reported',
    ...(raw === undefined ? {} : { raw }),
  }
}

const readKeys = [
  'cached_tokens',
  'cache_read_input_tokens',
  'cachedContentTokenCount',
  'prompt_cache_hit_tokens',
  'cacheReadInputTokens',
]
const writeKeys = ['cache_write_tokens', 'cache_creation_input_tokens', 'cacheWriteInputTokens']
const reasoningKeys = ['reasoning_tokens', 'thinking_tokens', 'thoughtsTokenCount']
const inputKeys = ['prompt_tokens', 'input_tokens', 'promptTokenCount', 'inputTokens']
const outputKeys = ['completion_tokens', 'output_tokens', 'candidatesTokenCount', 'outputTokens']

/** All numbers in the raw figures by their last key; an outer one wins over an inner one. */
function figuresOf(
  raw: Json | undefined,
  figures: Map<string, number> = new Map(),
): ReadonlyMap<string, number> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return figures
  const fields = Object.entries(raw) as [string, Json][]
  for (const [key, value] of fields) {
    if (typeof value === 'number' && !figures.has(key)) figures.set(key, value)
  }
  for (const [, value] of fields) figuresOf(value, figures)
  return figures
}

/** The library's figure when it is not a bare zero, else what the raw figures say, else unknown. */
function known(
  figure: number | undefined,
  figures: ReadonlyMap<string, number>,
  keys: readonly string[],
): number | null {
  if (figure !== undefined && figure > 0) return Math.round(figure)
  for (const key of keys) {
    const raw = figures.get(key)
    if (raw !== undefined && raw >= 0) return Math.round(raw)
  }
  return figure === undefined || figures.size > 0 ? null : Math.max(0, Math.round(figure))
}

/** Input beyond the cache. More read from the cache than went in at all means the two are counted side by side. */
function freshOf(input: number | null, cacheRead: number | null, cacheWrite: number | null): number | null {
  if (input === null) return null
  const fresh = input - (cacheRead ?? 0) - (cacheWrite ?? 0)
  return fresh >= 0 ? fresh : input
}

interface OutputFigures {
  readonly input: number | null
  readonly output: number | null
  readonly reasoning: number | null
  readonly total: number | undefined
}

/** All output, reasoning included, also where the provider counts it beside. */
function outputOf({ input, output, reasoning, total }: OutputFigures): number | null {
  if (output === null || reasoning === null || reasoning === 0) return output
  const isBeside = reasoning > output || (input !== null && total === input + output + reasoning)
  return isBeside ? output + reasoning : output
}
