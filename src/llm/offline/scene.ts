import type { ModelPart } from '#protocol'
import type { ModelMessage, ModelRequest, ToolOutput } from '../model.ts'
import { isRecord, type JsonRecord, jsonOf } from './json.ts'
import { type Language, languageOf } from './language.ts'
import { noteOf, type Said, userWords } from './notes.ts'
import { type Outcome, outcomeOf, targetOf } from './outcome.ts'

/** A call made earlier and what came of it. `turn` counts the user's requests in view, from 1. */
export interface Exchange extends Outcome {
  readonly tool: string
  readonly args: JsonRecord
  readonly turn: number
}

/** What the rules read out of a request. Everything they decide follows from this and the tools. */
export interface Scene {
  /** The user's current words, untouched. */
  readonly query: string
  readonly language: Language
  readonly turn: number
  /** Calls of all turns, oldest first; those of the current turn last. */
  readonly exchanges: readonly Exchange[]
  /** Words of other agents given as context, oldest first. */
  readonly injections: readonly Said[]
  /** Reports of background work since the current request. */
  readonly reports: readonly Exchange[]
  /** Earlier requests of the user, oldest first. */
  readonly asked: readonly string[]
  /** The call our last answer asked the user to complete. */
  readonly open: OpenCall | undefined
  /** True when the runtime told the agent something after its last step: it should come to an end. */
  readonly noticed: boolean
  /** ISO day, when the system text says what day it is. */
  readonly today: string | undefined
}

/** A call that lacks one argument. Kept on the question's part so that the reply can complete it. */
export interface OpenCall {
  readonly tool: string
  readonly args: JsonRecord
  readonly missing: string
}

type CallPart = Extract<ModelPart, { readonly type: 'call' }>

const todayLine = /\btoday(?:'s date)? is\b[^0-9\n]{0,20}(\d{4}-\d{2}-\d{2})|今天是\s*(\d{4}-\d{2}-\d{2})/iu

/** Reads a request: who said what, in which turn, and what is still unanswered. */
export function sceneOf(request: ModelRequest): Scene {
  const reading = new Reading()
  for (const message of request.messages) reading.take(message)
  const today = todayLine.exec(request.system)
  return {
    ...reading.result(),
    language: languageOf(reading.query),
    today: today?.[1] ?? today?.[2],
  }
}

/** Folds messages in order; lives for one request. */
class Reading {
  query = ''
  private turn = 0
  private readonly asked: string[] = []
  private readonly exchanges: Exchange[] = []
  private readonly calls = new Map<string, CallPart>()
  private injections: Said[] = []
  private reports: Exchange[] = []
  private open: OpenCall | undefined
  private noticed = false

  take(message: ModelMessage): void {
    if (message.role === 'user') this.heard(message)
    else if (message.role === 'assistant') this.said(message.parts)
    else for (const result of message.results) this.resulted(result)
  }

  result(): Omit<Scene, 'language' | 'today'> {
    const { query, turn, exchanges, injections, reports, asked, open, noticed } = this
    return { query, turn, exchanges, injections, reports, asked, open, noticed }
  }

  private heard(message: Extract<ModelMessage, { readonly role: 'user' }>): void {
    const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
    const note = noteOf(text, message.injection)
    if (note.kind === 'injection') this.injections.push(note.said)
    else if (note.kind === 'report')
      this.reports.push(...note.reports.map((report) => ({ ...report, turn: this.turn })))
    else if (note.kind === 'notice') this.noticed = this.turn > 0
    else this.requested(text)
  }

  private requested(text: string): void {
    if (this.query !== '') this.asked.push(this.query)
    this.query = userWords(text)
    this.turn += 1
    this.reports = []
    this.noticed = false
  }

  private said(parts: readonly ModelPart[]): void {
    this.open = undefined
    this.noticed = false
    for (const part of parts) {
      if (part.type === 'call') this.calls.set(part.callId, part)
      else if (part.type === 'text') this.open = openCallOf(part) ?? this.open
    }
  }

  private resulted(result: ToolOutput): void {
    const call = this.calls.get(result.callId)
    const args = argumentsOf(call?.argumentsText ?? '')
    const outcome = outcomeOf(targetOf(result.tool), result.text, result.isError)
    this.exchanges.push({ tool: result.tool, args, turn: this.turn, ...outcome })
  }
}

/** Arguments that did not parse got an error result; there is nothing in them to carry over. */
function argumentsOf(text: string): JsonRecord {
  const value = jsonOf(text)
  return isRecord(value) ? value : {}
}

function openCallOf(part: Extract<ModelPart, { readonly type: 'text' }>): OpenCall | undefined {
  const mark = part.providerMetadata?.['offline']
  if (!isRecord(mark)) return undefined
  const open = mark['asked']
  if (!isRecord(open)) return undefined
  const { tool, args, missing } = open
  if (typeof tool !== 'string' || typeof missing !== 'string' || !isRecord(args)) return undefined
  return { tool, args, missing }
}
