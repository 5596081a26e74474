import type { MemoryBlock, View } from '#protocol'
import type { RunContext } from '../agent.ts'
import type { Slice } from './assemble.ts'
import { withoutMarkers } from './quote.ts'

/** The memory blocks a run is given, and those it is refused with the reason. */
export interface MemoryForRun {
  readonly text: string
  readonly included: readonly Slice[]
  readonly excluded: readonly Slice[]
}

const none: MemoryForRun = { text: '', included: [], excluded: [] }

/**
 * Blocks of this session that the agent may read: its own, and public or team blocks whose tags it carries (a block
 * without tags is for everybody). Another agent's private block stays out whatever its tags.
 */
export function memoryFor(view: View, context: RunContext): MemoryForRun {
  if (view.blocks.size === 0) return none
  const included: Slice[] = []
  const excluded: Slice[] = []
  const texts: string[] = []
  for (const block of view.blocks.values()) {
    const why = refusalOf(block, context)
    const slice = { kind: 'memory' as const, id: block.blockId, tokens: context.tokens(block.content) }
    if (why) excluded.push({ ...slice, why })
    else {
      included.push({ ...slice, why: `${block.visibility} memory` })
      texts.push(withoutMarkers(block.content))
    }
  }
  if (texts.length === 0) return { text: '', included, excluded }
  return { text: `<memory>\n${texts.map((text) => `- ${text}`).join('\n')}\n</memory>`, included, excluded }
}

function refusalOf(block: MemoryBlock, { agent, taskId, now }: RunContext): string | undefined {
  if (block.expiresAt !== undefined && Date.parse(block.expiresAt) <= now()) return 'expired'
  if (block.namespace === 'task' && block.namespaceId !== taskId) return 'belongs to another task'
  if (block.ownerAgent === agent.id) return undefined
  if (block.visibility === 'private') return `private to ${block.ownerAgent ?? 'its owner'}`
  const tags = new Set(agent.permissionTags)
  if (block.tags.length > 0 && !block.tags.some((tag) => tags.has(tag)))
    return `needs one of: ${block.tags.join(', ')}`
  return undefined
}
