import { agentFrom, conversationProjector, defaultContext, systemPrompt, type TeamSpec } from '#agents'
import { estimateTokens, type ModelMessage } from '#llm'
import {
  type BlockId,
  type EventOf,
  emptyView,
  fold,
  type PayloadOf,
  type Run,
  safeLine,
  safeText,
  type TaskId,
  type View,
} from '#protocol'
import type { StoredEvent } from '#store'

type Slice = PayloadOf<'context.assembled'>['included'][number]

export interface PromptSource {
  /** The log up to the model call. */
  readonly events: readonly StoredEvent[]
  readonly run: Run
  readonly manifest: EventOf<'context.assembled'>
  /** Without it the words of the system prompt and of the tools are not known. */
  readonly team: TeamSpec | undefined
}

/** One slice of a prompt with its words. */
export interface PromptPart {
  readonly title: string
  readonly text: string
}

/** The words of a prompt, slice by slice, rebuilt from the log by what the manifest says went in. */
export async function promptText({
  events,
  run,
  manifest,
  team,
}: PromptSource): Promise<readonly PromptPart[]> {
  const view = emptyView()
  for (const event of events) fold(view, event)
  const projected = conversationProjector(estimateTokens)(view, run.runId, team?.context ?? defaultContext)
  const groups = [...projected.past, ...projected.current]
  const tools = team?.agents.has(run.agentId) ? (await agentFrom(team, run.agentId)).tools() : []
  return manifest.payload.included.flatMap((slice): readonly PromptPart[] => {
    const inside = rangeOf(groups, slice)
    const isCut = inside.reduce((sum, { tokens }) => sum + tokens, 0) > slice.tokens
    const title = `${slice.kind} · ${slice.tokens}${isCut ? ' · cut' : ''} · ${safeLine(slice.id)}`
    const text =
      inside.length > 0
        ? inside.flatMap(({ messages }) => messages.map(messageWords)).join('\n')
        : fixedWords(view, slice, { run, manifest, team, tools })
    return text === '' ? [] : [{ title, text }]
  })
}

/** The pieces of the conversation that a slice stands for: neighbours may be told as one range. */
function rangeOf<Piece extends { readonly id: string; readonly to?: string }>(
  pieces: readonly Piece[],
  { id, to = id }: Slice,
): readonly Piece[] {
  const first = pieces.findIndex((piece) => piece.id === id)
  const last = pieces.findIndex((piece) => (piece.to ?? piece.id) === to)
  return first < 0 ? [] : pieces.slice(first, Math.max(first, last) + 1)
}

interface Fixed extends Pick<PromptSource, 'run' | 'manifest' | 'team'> {
  readonly tools: readonly ToolWords[]
}

/** The words of slices that are not part of a conversation. */
function fixedWords(view: View, slice: Slice, { run, manifest, team, tools }: Fixed): string {
  const agent = team?.agents.get(run.agentId)
  if (slice.kind === 'system')
    return team && agent ? safeText(systemPrompt({ agent, team, now: () => Date.parse(manifest.at) })) : ''
  if (slice.kind === 'tools') return tools.map(toolWords).join('\n')
  if (slice.kind === 'task')
    return chain(view, run.taskId)
      .map((goal) => `- ${safeText(goal)}`)
      .join('\n')
  if (slice.kind === 'memory') return safeText(view.blocks.get(slice.id as BlockId)?.content ?? '')
  return ''
}

interface ToolWords {
  readonly name: string
  readonly description: string
  readonly input: unknown
}

function toolWords({ name, description, input }: ToolWords): string {
  return safeText(`${name}: ${description}\n  ${JSON.stringify(input)}`)
}

/** Goals of the tasks above this one, the topmost first. */
function chain(view: View, taskId: TaskId): readonly string[] {
  const goals: string[] = []
  for (let above = view.tasks.get(taskId)?.parentTaskId; above; above = view.tasks.get(above)?.parentTaskId)
    goals.unshift(view.tasks.get(above)?.goal ?? '')
  return goals
}

function messageWords(message: ModelMessage): string {
  switch (message.role) {
    case 'user':
      return message.parts
        .map((part) => `user: ${part.type === 'text' ? safeText(part.text) : `[${safeLine(part.name)}]`}`)
        .join('\n')
    case 'assistant':
      return message.parts
        .flatMap((part) => {
          if (part.type === 'text') return [`assistant: ${safeText(part.text)}`]
          return part.type === 'call'
            ? [`assistant calls ${safeLine(part.tool)} ${safeText(part.argumentsText)}`]
            : []
        })
        .join('\n')
    case 'tool':
      return message.results
        .map(({ tool, text, isError }) => `${safeLine(tool)}${isError ? ' (error)' : ''}: ${safeText(text)}`)
        .join('\n')
    default:
      return message satisfies never
  }
}
