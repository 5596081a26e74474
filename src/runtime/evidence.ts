import type { EventId, LedgerFact, ModelPart, RunId, ToolCall, ToolResult, View } from '#protocol'

/** A fact as a tool stated it. */
export type RunFact = Pick<LedgerFact, 'slot' | 'value' | 'unit' | 'source'>

/** What the answer of a run rests on, read from its part of the conversation in one pass. */
export interface Evidence {
  /** Facts its own tools returned, newest value per slot, or the list one call gave. What sub-agents found is recorded by them. */
  readonly facts: readonly RunFact[]
  /** Messages it was given and calls that had a result. */
  readonly references: readonly string[]
  readonly tools: readonly string[]
  /** The turn that said it, the outcomes and the injections that turn had read. */
  readonly causes: readonly EventId[]
}

/** Facts of one run are recorded up to this number. */
const maxFacts = 60

/** Gathers what a run's answer rests on. */
export function evidenceOf(view: View, runId: RunId): Evidence {
  const found: Gathered = { facts: new Map(), references: new Set(), tools: new Set(), causes: new Set() }
  let turn: EventId | undefined
  for (const entry of view.conversations.get(runId)?.entries ?? []) {
    if (entry.kind === 'injection') takeInjection(found, entry.eventId, entry.injection.messageId)
    else if (entry.kind === 'model' || entry.kind === 'plan') takeCalls(found, view, entry.parts)
    if (entry.kind === 'model') turn = entry.eventId
  }
  return {
    facts: [...found.facts.values()].flat().slice(-maxFacts),
    references: [...found.references],
    tools: [...found.tools],
    causes: turn ? [turn, ...found.causes] : [...found.causes],
  }
}

interface Gathered {
  /** By slot; the values one call gives for a slot are a list. */
  readonly facts: Map<string, readonly RunFact[]>
  readonly references: Set<string>
  readonly tools: Set<string>
  readonly causes: Set<EventId>
}

function takeInjection(
  { causes, references }: Gathered,
  eventId: EventId,
  messageId: string | undefined,
): void {
  causes.add(eventId)
  if (messageId) references.add(messageId)
}

function takeCalls(found: Gathered, view: View, parts: readonly ModelPart[]): void {
  for (const part of parts) {
    const call = part.type === 'call' ? view.calls.get(part.callId) : undefined
    if (!call) continue
    found.tools.add(call.tool)
    if (call.endedBy) found.causes.add(call.endedBy)
    if (call.result) takeResult(found, call, call.result)
  }
}

function takeResult({ references, facts }: Gathered, { callId, tool }: ToolCall, result: ToolResult): void {
  references.add(callId)
  if (tool.startsWith('delegate_to_')) return
  for (const [slot, list] of Map.groupBy(result.facts ?? [], (fact) => fact.slot)) {
    facts.delete(slot)
    facts.set(
      slot,
      list.filter(({ value }, place) => list.findLastIndex((other) => other.value === value) === place),
    )
  }
}
