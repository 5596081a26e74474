export { type AgentCard, type Capability, type LocalText, wordings } from './card.ts'
