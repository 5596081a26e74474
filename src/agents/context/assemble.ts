import type { ModelRequest } from '#llm'
import type { PayloadOf, RunId, Task, View } from '#protocol'
import type { RunContext } from '../agent.ts'
import type { AnyTool } from '../log-tool.ts'
import type { ContextPolicy } from '../team.ts'
import type { Conversation, Group } from './conversation.ts'
import type { FixedParts } from './fixed.ts'
import { memoryFor } from './memory.ts'
import { withoutMarkers } from './quote.ts'
import { type Truncation, truncate } from './truncate.ts'

export type Slice = PayloadOf<'context.assembled'>['included'][number]

/** A prompt with the record of what went in, what stayed out, and why. */
export interface Prompt {
  readonly request: ModelRequest
  readonly included: readonly Slice[]
  readonly excluded: readonly Slice[]
  /** Estimated input tokens, before correction. */
  readonly tokens: number
  readonly truncation?: Truncation
}

export type Projector = (view: View, runId: RunId, policy: ContextPolicy) => Conversation

/** How the parts of a prompt are made. */
export interface PromptParts {
  readonly fixed: FixedParts
  readonly project: Projector
}

const whyOf: Record<Group['kind'], string> = {
  injection: 'chosen for this task',
  query: 'the current request',
  conversation: 'own conversation',
  summary: 'older rounds, as extracts',
  report: 'a report woke the run',
  notice: 'the runtime noticed something',
}

/**
 * Builds what one model call sees, in this order: system prompt, task chain, memory, the agent's own conversation,
 * injections, the current query. Nothing else. `maxTokens` is what the prompt may cost; over it, the middle of the
 * run's own tool output gives way first.
 */
export function assemble(
  context: RunContext,
  tools: readonly AnyTool[],
  { fixed, project, maxTokens }: PromptParts & { readonly maxTokens: number },
): Prompt {
  const { view, runId, agent, team } = context
  const conversation = project(view, runId, team.context)
  const system = fixed.system(context)
  const { specs, tokens: toolTokens } = fixed.tools(tools)
  const chain = taskChain(view, context)
  const memory = memoryFor(view, context)
  const always: Slice[] = [
    { kind: 'system', id: agent.id, tokens: system.tokens, why: 'identity and permissions' },
    ...chain.slices.map((slice) => ({ ...slice, tokens: context.tokens(chain.text) })),
    ...memory.included,
  ]
  if (specs.length > 0)
    always.push({ kind: 'tools', id: agent.id, tokens: toolTokens, why: `${specs.length} tools it may use` })
  const fixedTokens = sum(always)
  const fitted = truncate(conversation, maxTokens - fixedTokens, context)
  const groups = [...fitted.past, ...fitted.current]
  return {
    request: {
      system: [system.text, chain.text, memory.text].filter((part) => part !== '').join('\n\n'),
      messages: groups.flatMap((group) => group.messages),
      tools: specs,
      ...(agent.temperature === undefined ? {} : { temperature: agent.temperature }),
    },
    included: [...always, ...rangesOf(groups)],
    excluded: [
      ...memory.excluded,
      ...conversation.excluded.map((out) => ({ ...out, tokens: 0 })),
      ...(fitted.truncation?.dropped ?? []),
    ],
    tokens: fixedTokens + groups.reduce((total, group) => total + group.tokens, 0),
    ...(fitted.truncation ? { truncation: fitted.truncation } : {}),
  }
}

/** Neighbours of one kind become one range: a manifest stays small however long the conversation is. */
function rangesOf(groups: readonly Group[]): Slice[] {
  const slices: Slice[] = []
  for (const { kind, id, to = id, tokens } of groups) {
    const last = slices.at(-1)
    const range = last?.kind === kind && last.kind === 'conversation'
    if (last && range) slices[slices.length - 1] = { ...last, to, tokens: last.tokens + tokens }
    else slices.push({ kind, id, ...(to === id ? {} : { to }), tokens, why: whyOf[kind] })
  }
  return slices
}

function sum(slices: readonly Slice[]): number {
  return slices.reduce((total, slice) => total + slice.tokens, 0)
}

/** Goals and constraints of the tasks above this one; never what was said there. */
function taskChain(
  view: View,
  { taskId }: RunContext,
): { readonly text: string; readonly slices: Omit<Slice, 'tokens'>[] } {
  const above: Task[] = []
  const own = view.tasks.get(taskId)
  let current = own?.parentTaskId ? view.tasks.get(own.parentTaskId) : undefined
  while (current) {
    above.unshift(current)
    current = current.parentTaskId ? view.tasks.get(current.parentTaskId) : undefined
  }
  const tasks = own?.constraints ? [...above, own] : above
  const [first] = tasks
  if (!first) return { text: '', slices: [] }
  const lines = tasks.map((task) => {
    const constraints = task.constraints ? ` (constraints: ${task.constraints})` : ''
    return `- ${task === own ? 'this task' : task.goal}${constraints}`
  })
  const to = tasks.at(-1)?.taskId
  const slice = {
    kind: 'task' as const,
    id: first.taskId,
    ...(to && to !== first.taskId ? { to } : {}),
    why: 'goals above this task',
  }
  return { text: `<task-chain>\n${withoutMarkers(lines.join('\n'))}\n</task-chain>`, slices: [slice] }
}
