/** How the big providers write a streamed answer, event by event. */

/** Tokens a scripted answer reports. */
export interface FaultUsage {
  readonly input: number
  readonly output: number
  readonly cached?: number
  readonly reasoning?: number
}

/** One thing a model says. Providers differ in how, not in what. */
export type Said =
  | { readonly delta: string }
  | { readonly reasoning: string }
  /** A piece of a call; `index` tells calls apart. The first piece of a call carries its id and name. */
  | {
      readonly call: {
        readonly index: number
        readonly id?: string
        readonly name?: string
        readonly text?: string
      }
    }
  /** Why it stopped, in the words of the OpenAI format; translated for the others. */
  | {
      readonly finish: 'stop' | 'length' | 'tool_calls' | 'content_filter' | (string & {})
      readonly usage?: FaultUsage
    }

/** Writes one answer in one format. Keeps what the format needs to remember between events. */
export interface Encoder {
  begin(): string
  say(said: Said): string
  /** The sign that nothing follows. */
  done(): string
}

const frame = (body: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(body)}\n\n`

export function openaiChat(model: string): Encoder {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model }
  const chunk = (delta: unknown, finish: string | null = null): string =>
    frame({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })
  return {
    begin: () => chunk({ role: 'assistant', content: '' }),
    say(said) {
      if ('delta' in said) return chunk({ content: said.delta })
      if ('reasoning' in said) return chunk({ reasoning_content: said.reasoning })
      if ('call' in said) {
        const { index, id, name, text } = said.call
        const named = id === undefined ? {} : { id, type: 'function' }
        const call = {
          index,
          ...named,
          function: { ...(name === undefined ? {} : { name }), arguments: text ?? '' },
        }
        return chunk({ tool_calls: [call] })
      }
      return (
        chunk({}, said.finish) +
        (said.usage ? frame({ ...head, choices: [], usage: openaiUsage(said.usage) }) : '')
      )
    },
    done: () => 'data: [DONE]\n\n',
  }
}

function openaiUsage({ input, output, cached, reasoning }: FaultUsage): unknown {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  }
}

const anthropicStops: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** Input in this format does not count what was read from the cache. */
function anthropicUsage({ input, output, cached }: FaultUsage): unknown {
  return {
    input_tokens: input - (cached ?? 0),
    output_tokens: output,
    ...(cached === undefined ? {} : { cache_read_input_tokens: cached }),
  }
}

export function anthropicMessages(model: string): Encoder {
  const blocks = new Map<string, number>()
  let open: number | undefined
  const stop = (): string => {
    const closing =
      open === undefined ? '' : frame({ type: 'content_block_stop', index: open }, 'content_block_stop')
    open = undefined
    return closing
  }
  const into = (key: string, block: unknown, delta: unknown): string => {
    const known = blocks.get(key)
    const index = known ?? blocks.size
    let text = ''
    if (known === undefined) {
      text =
        stop() + frame({ type: 'content_block_start', index, content_block: block }, 'content_block_start')
      blocks.set(key, index)
      open = index
    }
    return (
      text +
      (delta === undefined ? '' : frame({ type: 'content_block_delta', index, delta }, 'content_block_delta'))
    )
  }
  const usage = { input_tokens: 1, output_tokens: 1 }
  return {
    begin: () =>
      frame(
        {
          type: 'message_start',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model,
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage,
          },
        },
        'message_start',
      ),
    say(said) {
      if ('delta' in said)
        return into('text', { type: 'text', text: '' }, { type: 'text_delta', text: said.delta })
      if ('reasoning' in said) {
        return into(
          'thinking',
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: said.reasoning },
        )
      }
      if ('call' in said) {
        const { index, id, name, text } = said.call
        const delta = text === undefined ? undefined : { type: 'input_json_delta', partial_json: text }
        return into(`call ${index}`, { type: 'tool_use', id, name, input: {} }, delta)
      }
      const reason = anthropicStops[said.finish] ?? said.finish
      const spent = said.usage && anthropicUsage(said.usage)
      return (
        stop() +
        frame(
          {
            type: 'message_delta',
            delta: { stop_reason: reason, stop_sequence: null },
            usage: spent ?? usage,
          },
          'message_delta',
        )
      )
    },
    done: () => frame({ type: 'message_stop' }, 'message_stop'),
  }
}

const googleStops: Readonly<Record<string, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
}

function googleUsage({ input, output, cached, reasoning }: FaultUsage): unknown {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - (reasoning ?? 0),
    totalTokenCount: input + output,
    ...(cached === undefined ? {} : { cachedContentTokenCount: cached }),
    ...(reasoning === undefined ? {} : { thoughtsTokenCount: reasoning }),
  }
}

/** Calls have no pieces in this format: the pieces are gathered and sent whole before the end. */
export function googleGenerate(): Encoder {
  const calls = new Map<number, { name: string; text: string }>()
  const chunk = (parts: readonly unknown[], more: object = {}, rest: object = {}): string =>
    frame({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], ...rest })
  return {
    begin: () => '',
    say(said) {
      if ('delta' in said) return chunk([{ text: said.delta }])
      if ('reasoning' in said) return chunk([{ text: said.reasoning, thought: true }])
      if ('call' in said) {
        const { index, name, text } = said.call
        const call = calls.get(index) ?? { name: name ?? '', text: '' }
        call.text += text ?? ''
        calls.set(index, call)
        return ''
      }
      const parts = [...calls.values()].map((call) => ({
        functionCall: { name: call.name, args: JSON.parse(call.text || '{}') as unknown },
      }))
      const counted = said.usage && googleUsage(said.usage)
      return chunk(
        parts,
        { finishReason: googleStops[said.finish] ?? said.finish },
        counted ? { usageMetadata: counted } : {},
      )
    },
    done: () => '',
  }
}
