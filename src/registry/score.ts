import { type AgentId, type MatchDocument, matchDocument, rankByText } from '#protocol'
import { type AgentCard, wordings } from './card.ts'

/** How well one agent answers a request, with the words that say so. */
export interface ScoredAgent {
  readonly agentId: AgentId
  readonly score: number
  readonly reasons: readonly string[]
}

const documents = new WeakMap<AgentCard, MatchDocument>()

/** The words of a card, ready for matching: made once. */
export function documentOf(card: AgentCard): MatchDocument {
  let document = documents.get(card)
  if (!document) {
    document = matchDocument(card.id, [
      { text: card.id, weight: 2 },
      { text: wordings(card.description), weight: 1 },
      ...card.capabilities.flatMap(({ name, description, keywords, examples }) => [
        { text: name, weight: 1 },
        { text: description ? wordings(description) : '', weight: 1 },
        { text: [...keywords, ...examples].join('\n'), weight: 0.7 },
      ]),
    ])
    documents.set(card, document)
  }
  return document
}

/** Scores agents for a request by what their cards say, best first; those that share no word come last with 0. */
export function scoreAgents(request: string, cards: readonly AgentCard[]): readonly ScoredAgent[] {
  const ranked = new Map(rankByText(request, cards.map(documentOf)).map((match) => [match.id, match]))
  return cards
    .map(({ id }): ScoredAgent => {
      const match = ranked.get(id)
      if (!match) return { agentId: id, score: 0, reasons: ['no word in common'] }
      const words = match.reasons.slice(0, 3).map(({ word }) => word)
      return {
        agentId: id,
        score: Math.round(match.score * 100) / 100,
        reasons: [`matches ${words.join(', ')}`],
      }
    })
    .toSorted((one, other) => other.score - one.score)
}
