export { type AgentCard, type Capability, type LocalText, wordings } from './card.ts'
export { type ParsedRequest, parseRequest, type RequestStep } from './mentions.ts'
export { type ScoredAgent, scoreAgents } from './score.ts'
