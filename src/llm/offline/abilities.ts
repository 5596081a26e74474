import { type Match, type MatchDocument, matchDocument, rankByText, requestWords, type Word } from '#protocol'
import type { ToolSpec } from '../model.ts'
import { isRecord } from './json.ts'
import { targetOf } from './outcome.ts'

/** Tools the runtime adds for a model's own housekeeping; no request is about them. */
const housekeeping = new Set([
  'ask_user',
  'read_result',
  'send_message',
  'request_clarification',
  'request_approval',
])

/** Below these a match is chance: a stray common word in a long description. A telling word is enough by itself. */
const leastScore = 0.6
const leastCoverage = 0.08
const tellingGain = 0.95

/** Tools of a request, ready to be matched. */
export interface Abilities {
  readonly tools: readonly ToolSpec[]
  readonly documents: readonly MatchDocument[]
}

/** The choice of a tool for some words, with the runner-up's distance. */
export interface Choice {
  readonly tool: ToolSpec
  readonly match: Match
  readonly margin: number
}

/** Makes abilities; documents are kept per schema object, so unchanged tools are read once. */
export function abilityIndex(): (tools: readonly ToolSpec[]) => Abilities {
  const known = new WeakMap<object, { readonly spec: ToolSpec; readonly document: MatchDocument }>()
  const documentOf = (spec: ToolSpec): MatchDocument => {
    const kept = known.get(spec.input)
    if (kept && isSame(kept.spec, spec)) return kept.document
    const document = toolDocument(spec)
    known.set(spec.input, { spec, document })
    return document
  }
  return (tools) => {
    const usable = tools.filter(({ name }) => !housekeeping.has(name))
    return { tools: usable, documents: usable.map(documentOf) }
  }
}

function isSame(one: ToolSpec, other: ToolSpec): boolean {
  return (
    one.name === other.name &&
    one.description === other.description &&
    one.keywords === other.keywords &&
    one.examples === other.examples
  )
}

/** A tool as a document: its name counts double, what its arguments are called a little. */
function toolDocument({ name, description, input, keywords, examples }: ToolSpec): MatchDocument {
  const properties = targetOf(name) === undefined && isRecord(input['properties']) ? input['properties'] : {}
  const names = Object.entries(properties).map(([property, schema]) =>
    isRecord(schema) && typeof schema['description'] === 'string'
      ? `${property} ${schema['description']}`
      : property,
  )
  return matchDocument(name, [
    { text: targetOf(name) ?? name, weight: 2 },
    { text: description, weight: 1 },
    { text: names.join('\n'), weight: 0.4 },
    { text: [...(keywords ?? []), ...(examples ?? [])].join('\n'), weight: 0.7 },
  ])
}

/** Terms of a tool's name and description. Keywords are left out: they may name what to look for. */
export function tradeOf({ name, description }: ToolSpec): ReadonlyMap<string, number> {
  return matchDocument(name, [{ text: `${targetOf(name) ?? name}\n${description}`, weight: 1 }]).terms
}

/** The best tool for these words, or undefined when none is about them. A tool named with @ is taken as named. */
export function choose(
  abilities: Abilities,
  text: string,
  words: readonly Word[] = requestWords(text),
): Choice | undefined {
  const named = namedIn(abilities, text)
  if (named)
    return { tool: named, match: { id: named.name, score: Infinity, coverage: 1, reasons: [] }, margin: 1 }
  const ranked = rankByText(words, abilities.documents)
  const [best, next] = ranked
  if (!best || best.score < leastScore) return undefined
  if (best.coverage < leastCoverage && (best.reasons[0]?.gain ?? 0) < tellingGain) return undefined
  const tool = abilities.tools.find(({ name }) => name === best.id)
  return tool && { tool, match: best, margin: 1 - (next?.score ?? 0) / best.score }
}

function namedIn({ tools }: Abilities, text: string): ToolSpec | undefined {
  if (!text.includes('@')) return undefined
  return tools.find(({ name }) => text.includes(`@${targetOf(name) ?? name}`))
}
