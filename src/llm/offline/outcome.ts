import type { Json } from '#protocol'
import { isRecord, type JsonRecord, jsonOf } from './json.ts'

/** One exact value a colleague returned. */
interface SceneFact {
  readonly slot: string
  readonly value: string | number | boolean
  readonly unit?: string
}

/** What came of a call, read from its result text. */
export interface Outcome {
  /** The agent that was delegated to, when the call was a delegation or the words came in a report. */
  readonly agent: string | undefined
  readonly status: 'done' | 'failed' | 'pending'
  /** The answer byte for byte, or the message of the error. */
  readonly answer: string
  readonly facts: readonly SceneFact[]
  /** The result as JSON, when it is JSON. */
  readonly data: Json | undefined
}

const delegation = /^delegate_to_(.+)$/u
const failing = new Set([
  'failed',
  'error',
  'cancelled',
  'canceled',
  'refused',
  'rejected',
  'denied',
  'expired',
  'timeout',
])
const waiting = new Set([
  'running',
  'pending',
  'waiting',
  'started',
  'queued',
  'accepted',
  'background',
  'submitted',
  'working',
])

/** The agent a tool hands work to, or undefined for an ordinary tool. */
export function targetOf(tool: string): string | undefined {
  return delegation.exec(tool)?.[1]
}

/** Reads a result. Delegations answer in JSON with status, answer and facts; anything else is its own answer. */
export function outcomeOf(agent: string | undefined, text: string, isError: boolean): Outcome {
  const data = jsonOf(text)
  const plain: Outcome = { agent, status: isError ? 'failed' : 'done', answer: text, facts: [], data }
  if (agent === undefined || !isRecord(data)) return plain
  const status = statusOf(data['status'], isError)
  const answer = typeof data['answer'] === 'string' ? data['answer'] : undefined
  return {
    agent,
    status,
    answer:
      status === 'failed'
        ? (errorOf(data) ?? answer ?? text)
        : (answer ?? (status === 'pending' ? '' : text)),
    facts: factsOf(data['facts']),
    data: data['structured'] ?? data,
  }
}

function statusOf(status: Json | undefined, isError: boolean): Outcome['status'] {
  const word = typeof status === 'string' ? status.toLowerCase() : ''
  if (isError || failing.has(word)) return 'failed'
  return waiting.has(word) ? 'pending' : 'done'
}

function errorOf(data: JsonRecord): string | undefined {
  const error = data['error'] ?? data['reason']
  if (typeof error === 'string' && error !== '') return error
  if (!isRecord(error)) return undefined
  return typeof error['message'] === 'string' ? error['message'] : undefined
}

function factsOf(value: Json | undefined): readonly SceneFact[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry): SceneFact[] => {
    if (!isRecord(entry)) return []
    const { slot, value: worth, unit } = entry
    if (typeof slot !== 'string') return []
    if (typeof worth !== 'string' && typeof worth !== 'number' && typeof worth !== 'boolean') return []
    return [{ slot, value: worth, ...(typeof unit === 'string' ? { unit } : {}) }]
  })
}
