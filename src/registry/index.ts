export { type AgentCard, type Capability, type LocalText, wordings } from './card.ts'
export { type Election, elect, type Rejection, refusalOf, type Standing, type Want } from './elect.ts'
export { type ParsedRequest, parseRequest, type RequestStep, requestReader } from './mentions.ts'
export { type ScoredAgent, scoreAgents } from './score.ts'
