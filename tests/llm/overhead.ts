/**
 * Measures what a text delta costs through adapter, rules and attempts, above reading the raw stream. A program of its
 * own: the test runner watches every promise, which makes each ten times as dear. Prints one line of JSON.
 */
import assert from 'node:assert/strict'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type ModelPort, openaiRules, withAttempts, withRules } from '#llm'
import { adapted } from '../../src/llm/providers/adapter.ts'
import { fakeClock } from '../../src/testing/fake-clock.ts'
import { asking, counting } from './support.ts'

const deltas = 2_000

function source(): LanguageModelV4 {
  const parts: LanguageModelV4StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: 't' },
    ...Array.from(
      { length: deltas },
      (): LanguageModelV4StreamPart => ({ type: 'text-delta', id: 't', delta: '你好' }),
    ),
    { type: 'text-end', id: 't' },
    {
      type: 'finish',
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 2_000, text: 2_000, reasoning: 0 },
      },
    },
  ]
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: () => Promise.resolve({ stream: streamOf(parts) }),
  }
}

function streamOf<Part>(parts: readonly Part[]): ReadableStream<Part> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

async function microsPerDelta(read: () => Promise<number>): Promise<number> {
  let best = Infinity
  for (let round = 0; round < 40; round += 1) {
    const began = performance.now()
    assert.equal(await read(), deltas)
    best = Math.min(best, ((performance.now() - began) * 1_000) / deltas)
  }
  return best
}

const place = { name: 'test/m', keyName: undefined, redact: (text: string) => text, now: () => 0 }
const bare = adapted({
  model: source(),
  ...place,
  metadataKey: 'test',
  callIds: 'ours',
  takesAnyReasoning: false,
})
const full: ModelPort = withRules(withAttempts(bare, fakeClock()), openaiRules)

const raw = await microsPerDelta(async () => {
  const { stream } = await source().doStream({ prompt: [] })
  const reader = stream.getReader()
  let count = 0
  for (let step = await reader.read(); !step.done; step = await reader.read())
    count += step.value.type === 'text-delta' ? 1 : 0
  return count
})
const ours = await microsPerDelta(async () => {
  let count = 0
  const options = { signal: new AbortController().signal, newCallId: counting() }
  for await (const event of full.stream(asking('x'), options)) count += event.type === 'text-delta' ? 1 : 0
  return count
})
process.stdout.write(JSON.stringify({ raw, ours }))
