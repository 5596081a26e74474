/** What the tests of model calls share: requests, a way to listen to a whole call, models at a fault server. */

import {
  type AttemptRecord,
  type CallOptions,
  type ModelEvent,
  type ModelMessage,
  type ModelPort,
  type ModelRequest,
  type ModelTurn,
  type OpenOptions,
  openModel,
  type ToolSpec,
} from '#llm'
import type { CallId, ModelPart } from '#protocol'
import { composeId } from '#protocol'
import { type FakeClock, fakeClock } from '../../src/testing/fake-clock.ts'
import type { FaultServer } from '../../src/testing/fault-server.ts'

export const weather: ToolSpec = {
  name: 'weather',
  description: 'Weather of a city',
  input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

export function user(text: string): ModelMessage {
  return { role: 'user', parts: [{ type: 'text', text }] }
}

export function asking(text: string, rest: Partial<ModelRequest> = {}): ModelRequest {
  return { system: 'You help.', messages: [user(text)], tools: [weather], ...rest }
}

/** Call ids that count. */
export function counting(): () => CallId {
  let made = 0
  return () => {
    made += 1
    const bytes = new Uint8Array(10)
    new DataView(bytes.buffer).setUint32(6, made)
    return composeId('call', 1_700_000_000_000, bytes)
  }
}

/** A whole call as its reader saw it. */
export interface Heard {
  readonly events: readonly ModelEvent[]
  readonly attempts: readonly AttemptRecord[]
  readonly turn: ModelTurn | undefined
  readonly error: unknown
  /** Text that was not discarded. */
  readonly text: string
}

export interface HearOptions {
  readonly clock?: FakeClock
  readonly signal?: AbortSignal
  readonly onEvent?: (event: ModelEvent) => void
  readonly options?: Partial<CallOptions>
}

/** Listens to the end. With a clock, waits between tries pass at once. */
export async function hear(
  model: ModelPort,
  request: ModelRequest,
  hearing: HearOptions = {},
): Promise<Heard> {
  const { clock, onEvent } = hearing
  const events: ModelEvent[] = []
  const attempts: AttemptRecord[] = []
  let text = ''
  const outcome = await (async () => {
    try {
      const stream = model.stream(request, {
        signal: hearing.signal ?? new AbortController().signal,
        newCallId: counting(),
        onAttempt: (attempt) => attempts.push(attempt),
        ...hearing.options,
      })
      for (;;) {
        const step = await stream.next()
        if (step.done) return { turn: step.value, error: undefined }
        events.push(step.value)
        onEvent?.(step.value)
        if (step.value.type === 'text-delta') text += step.value.text
        if (step.value.type !== 'attempt-discarded') continue
        text = ''
        setImmediate(() => clock?.advance(60_000))
      }
    } catch (error) {
      return { turn: undefined, error }
    }
  })()
  return { events, attempts, text, ...outcome }
}

export const formats = ['openai-compatible', 'openai-chat', 'anthropic', 'google'] as const
export type Format = (typeof formats)[number]

/** A model at the fault server, in one of the formats it speaks. */
export async function modelAt(
  server: FaultServer,
  name: string,
  rest: Partial<OpenOptions> = {},
): Promise<{ readonly model: ModelPort; readonly clock: FakeClock }> {
  const clock = fakeClock()
  const model = await openModel(name, { clock, env: envOf(server), ...rest })
  return { model, clock }
}

export function envOf(server: Pick<FaultServer, 'url' | 'googleUrl'>): Readonly<Record<string, string>> {
  return {
    OPENAI_COMPATIBLE_BASE_URL: server.url,
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: 'sk-test-1234567890',
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'sk-ant-1234567890',
    GOOGLE_BASE_URL: server.googleUrl,
    GOOGLE_GENERATIVE_AI_API_KEY: 'AIza-1234567890',
    MISTRAL_BASE_URL: server.url,
    MISTRAL_API_KEY: 'mistral-1234567890',
  }
}

export function callParts(turn: ModelTurn | undefined): readonly Extract<ModelPart, { type: 'call' }>[] {
  return (turn?.parts ?? []).filter((part) => part.type === 'call')
}

export function warningsOf(heard: Heard): readonly string[] {
  return heard.events.flatMap((event) => (event.type === 'warning' ? [event.message] : []))
}
