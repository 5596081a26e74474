import { z } from 'zod'
import { cutText, matchDocument, type RunId, rankByText, type Task, type View } from '#protocol'
import type { RunContext } from '../agent.ts'
import { checkWith } from '../define-tool.ts'
import type { LogTool } from '../log-tool.ts'
import type { ToolOutcome } from '../tool.ts'
import { reading } from './reading.ts'

const mostHits = 5
const input = z.object({
  query: z.string().min(1).describe('words to look for, in any language'),
})

/** Searches the rounds of the agent's own conversation that are too old to be shown. Offered only when there are some. */
export const searchArchive: LogTool = {
  name: 'search_archive',
  description: 'Searches earlier rounds of this conversation that are no longer shown.',
  input: z.toJSONSchema(input) as LogTool['input'],
  ...reading,
  check: (value) => checkWith(input, value),
  offer: (context) => archivedRuns(context) > 0,
  // biome-ignore lint/correctness/useYield: it only reads; the interface is a generator for tools that write
  async *perform(call, context): AsyncGenerator<never, ToolOutcome> {
    const { query } = input.parse(call.input)
    const hits = search(context.view, ownRuns(context).slice(0, archivedRuns(context)), query)
    if (hits.length === 0) return { text: 'No earlier round has these words.' }
    return { text: hits.map(hitText).join('\n\n') }
  },
}

function ownRuns({ view, agent }: RunContext): readonly RunId[] {
  return view.runsOfAgent.get(agent.id) ?? []
}

/** Rounds older than both windows: word for word and as extracts. */
function archivedRuns(context: RunContext): number {
  const { verbatimRounds, summaryRounds } = context.team.context
  return Math.max(0, ownRuns(context).length - 1 - verbatimRounds - summaryRounds)
}

function search(view: View, runs: readonly RunId[], query: string): readonly Task[] {
  const tasks = runs.flatMap(
    (runId) => view.tasks.get(view.runs.get(runId)?.taskId ?? ('' as Task['taskId'])) ?? [],
  )
  const documents = tasks.map((task) =>
    matchDocument(task.taskId, [
      { text: task.goal, weight: 1 },
      { text: task.result?.answer ?? '', weight: 1 },
    ]),
  )
  const byId = new Map<string, Task>(tasks.map((task) => [task.taskId, task]))
  return rankByText(query, documents)
    .slice(0, mostHits)
    .flatMap(({ id }) => byId.get(id) ?? [])
}

function hitText({ round, goal, result }: Task): string {
  const answer = result ? cutText(result.answer, { graphemes: 600 }) : '(no answer)'
  return `Round ${round}. Asked: ${cutText(goal, { graphemes: 300 })}\nAnswered: ${answer}`
}
