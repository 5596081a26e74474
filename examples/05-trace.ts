/**
 * What an answer rests on: from the message back through calls and results to the data source, out of the log alone.
 *
 *     node examples/05-trace.ts
 */
import assert from 'node:assert/strict'
import { defineTool, memoryStore, offlineModel, openRuntime } from 'loggia'
import { isKnown, type LineageNode, lineage, lineageIndex } from 'loggia/protocol'
import { defineTeam } from 'loggia/teams'
import { z } from 'zod'

const readings = defineTool({
  name: 'read_meter',
  description: 'Reads a meter of the building.\n读取楼内的表。',
  keywords: ['meter', 'water', '水表'],
  input: z.object({ meter: z.string().describe('which meter, such as water') }),
  execute: ({ meter }) => ({ text: `The ${meter} meter shows 318 m³.`, source: 'meter 4, cellar' }),
})

const team = defineTeam({
  team: 'house',
  agents: {
    caretaker: {
      description: { en: 'Meters of the building.', zh: '楼内的各种表。' },
      capabilities: [{ name: 'meters', keywords: ['meter', '水表'] }],
      tools: [readings],
    },
  },
})

const store = memoryStore()
const runtime = openRuntime({ store, teams: [team], models: async () => offlineModel() })
const session = await runtime.create()
const { taskId } = await session.post('Read the water meter')
await session.settled(taskId)

const log = await Array.fromAsync(store.events.read(session.sessionId, 0))
const said = log.findLast((event) => isKnown(event) && event.type === 'message.posted')
assert.ok(said)
const tree = lineage(lineageIndex(log), said.eventId)
assert.ok(tree)

const types: string[] = []
const sources: string[] = []
function tell(node: LineageNode, depth: number): void {
  types.push(node.event.type)
  sources.push(...node.sources)
  const source = node.sources.length > 0 ? ` ← ${node.sources.join(', ')}` : ''
  process.stdout.write(`${'  '.repeat(depth)}${node.event.seq} ${node.event.type}${source}\n`)
  for (const because of node.because) tell(because, depth + 1)
}
tell(tree, 0)

assert.ok(types.includes('tool.completed'))
assert.ok(sources.includes('meter 4, cellar'))
await runtime.close()
