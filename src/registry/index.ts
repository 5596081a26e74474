export { type AgentCard, type Capability, type LocalText, wordings } from './card.ts'
export { scoreAgents, type ScoredAgent } from './score.ts'
