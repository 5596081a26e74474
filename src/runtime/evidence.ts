import type { EventId, LedgerFact, RunId, ToolCall, View } from '#protocol'

/** A fact as a tool stated it. */
export type RunFact = Pick<LedgerFact, 'slot' | 'value' | 'unit' | 'source'>

/** What the answer of a run rests on, read from its part of the conversation in one pass. */
export interface Evidence {
  /** Facts its own tools returned, newest value per slot. What sub-agents found is recorded by them. */
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
  const facts = new Map<string, RunFact>()
  const references = new Set<string>()
  const tools = new Set<string>()
  const causes = new Set<EventId>()
  let turn: EventId | undefined
  const take = (call: ToolCall | undefined): void => {
    if (!call) return
    tools.add(call.tool)
    if (call.endedBy) causes.add(call.endedBy)
    if (!call.result) return
    references.add(call.callId)
    if (call.tool.startsWith('delegate_to_')) return
    for (const fact of call.result.facts ?? []) {
      facts.delete(fact.slot)
      facts.set(fact.slot, fact)
    }
  }
  for (const entry of view.conversations.get(runId)?.entries ?? []) {
    if (entry.kind === 'injection') {
      causes.add(entry.eventId)
      if (entry.injection.messageId) references.add(entry.injection.messageId)
    } else if (entry.kind === 'model' || entry.kind === 'plan') {
      if (entry.kind === 'model') turn = entry.eventId
      for (const part of entry.parts) if (part.type === 'call') take(view.calls.get(part.callId))
    }
  }
  return {
    facts: [...facts.values()].slice(-maxFacts),
    references: [...references],
    tools: [...tools],
    causes: turn ? [turn, ...causes] : [...causes],
  }
}
