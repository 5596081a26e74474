import {
  type ModelEvent,
  type ModelMessage,
  type ModelPort,
  type ModelRequest,
  type ModelTurn,
  offlineModel,
  type ToolOutput,
  type ToolSpec,
} from '#llm'
import type { AgentId, CallId, Json, ModelPart } from '#protocol'
import { composeId, parseAgentId } from '#protocol'

/** A tool of a test team with what it does. */
export interface Trade {
  readonly spec: ToolSpec
  readonly run: (args: { readonly [key: string]: Json }) => string | Promise<string>
}

/** A member of a test team. */
export interface Member {
  readonly id: string
  readonly description: string
  readonly keywords?: readonly string[]
  readonly tools: readonly Trade[]
}

/** What one call to another agent carried. */
export interface Handed {
  readonly agent: string
  readonly task: string
  readonly context: readonly { readonly sourceAgent: string; readonly content: string }[]
  readonly answer: string
}

let made = 0
/** Call ids in a row. */
export function newCallId(): CallId {
  made += 1
  return composeId('call', made, new Uint8Array(10))
}

function agentId(text: string): AgentId {
  const id = parseAgentId(text)
  if (id === undefined) throw new Error(`${text} is no agent id`)
  return id
}

/** Runs one model call to its end. */
export async function turnOf(
  model: ModelPort,
  request: ModelRequest,
): Promise<{ readonly turn: ModelTurn; readonly events: readonly ModelEvent[] }> {
  const events: ModelEvent[] = []
  const stream = model.stream(request, { signal: new AbortController().signal, newCallId })
  for (;;) {
    const next = await stream.next()
    if (next.done) return { turn: next.value, events }
    events.push(next.value)
  }
}

export function ask(text: string, round?: number): ModelMessage {
  return { role: 'user', parts: [{ type: 'text', text }], ...(round === undefined ? {} : { round }) }
}

export function textOf(turn: ModelTurn): string {
  return turn.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

export function callsOf(
  turn: ModelTurn,
): readonly { readonly tool: string; readonly args: { readonly [key: string]: Json } }[] {
  return turn.parts.flatMap((part) =>
    part.type === 'call' ? [{ tool: part.tool, args: argumentsOf(part) }] : [],
  )
}

function argumentsOf(part: Extract<ModelPart, { readonly type: 'call' }>): {
  readonly [key: string]: Json
} {
  return JSON.parse(part.argumentsText) as { [key: string]: Json }
}

export const system = 'You are an agent.\n\nToday is 2026-12-01.'

/** The least loop that an agent needs: model, tools, model, until it only speaks. */
export async function converse(
  model: ModelPort,
  messages: ModelMessage[],
  tools: readonly ToolSpec[],
  perform: (
    tool: string,
    args: { readonly [key: string]: Json },
  ) => Promise<{ readonly text: string; readonly isError?: boolean }>,
): Promise<{ readonly answer: string; readonly turns: readonly ModelTurn[] }> {
  const turns: ModelTurn[] = []
  for (let step = 0; step < 12; step += 1) {
    const { turn } = await turnOf(model, { system, messages, tools })
    turns.push(turn)
    messages.push({ role: 'assistant', parts: turn.parts })
    const calls = turn.parts.flatMap((part) => (part.type === 'call' ? [part] : []))
    if (calls.length === 0) return { answer: textOf(turn), turns }
    const results: ToolOutput[] = []
    for (const call of calls) {
      const { text, isError = false } = await perform(call.tool, argumentsOf(call))
      results.push({ callId: call.callId, tool: call.tool, text, isError })
    }
    messages.push({ role: 'tool', results })
  }
  throw new Error('the model did not come to an end in 12 calls')
}

/** A coordinator over members that keep their own conversations, as the runtime would run them. */
export class Workplace {
  readonly coordinator: ModelMessage[] = []
  readonly conversations = new Map<string, ModelMessage[]>()
  readonly calls: {
    readonly agent: string
    readonly tool: string
    readonly args: { readonly [key: string]: Json }
  }[] = []
  handed: Handed[] = []
  private readonly model = offlineModel()
  private readonly members: readonly Member[]
  private round = 0

  constructor(members: readonly Member[]) {
    this.members = members
  }

  /** One user turn; returns the coordinator's answer. */
  async say(text: string): Promise<string> {
    this.round += 1
    this.handed = []
    this.coordinator.push(ask(text, this.round))
    const { answer } = await converse(
      this.model,
      this.coordinator,
      this.members.map(delegation),
      (tool, args) => this.delegate(tool, args),
    )
    return answer
  }

  private async delegate(
    tool: string,
    args: { readonly [key: string]: Json },
  ): Promise<{ readonly text: string }> {
    const member = this.members.find(({ id }) => tool === `delegate_to_${id}`)
    if (!member) throw new Error(`no member for ${tool}`)
    const messages = this.conversations.get(member.id) ?? []
    this.conversations.set(member.id, messages)
    const context = (args['contextMessages'] ?? []) as unknown as Handed['context']
    for (const { sourceAgent, content } of context) messages.push(injected(sourceAgent, content, this.round))
    const task = String(args['task'])
    messages.push(ask(task, this.round))
    const { answer } = await converse(
      this.model,
      messages,
      member.tools.map(({ spec }) => spec),
      async (name, input) => {
        this.calls.push({ agent: member.id, tool: name, args: input })
        const trade = member.tools.find(({ spec }) => spec.name === name)
        return { text: (await trade?.run(input)) ?? '' }
      },
    )
    this.handed.push({ agent: member.id, task, context, answer })
    return { text: JSON.stringify({ agent: member.id, status: 'done', answer, facts: [], turns: 2 }) }
  }
}

export function injected(sourceAgent: string, content: string, round: number): ModelMessage {
  const text = `For context: [${sourceAgent}] said:\n<quote fence="k3">\n${content}\n</quote fence="k3">`
  return {
    role: 'user',
    parts: [{ type: 'text', text }],
    injection: { sourceAgent: agentId(sourceAgent), round, content },
    round,
  }
}

/** The delegation tool of a member, as the runtime offers it. */
export function delegation({
  id,
  description,
  keywords,
}: Pick<Member, 'id' | 'description' | 'keywords'>): ToolSpec {
  return {
    name: `delegate_to_${id}`,
    description,
    ...(keywords ? { keywords } : {}),
    input: {
      type: 'object',
      properties: {
        task: { type: 'string', minLength: 1, description: "what to do; the user's own words, untouched" },
        contextMessages: {
          type: 'array',
          items: {
            type: 'object',
            properties: { sourceAgent: { type: 'string' }, content: { type: 'string' } },
            required: ['sourceAgent', 'content'],
          },
          description: 'what other agents said that matters to this task, word for word, oldest first',
        },
        references: {
          type: 'array',
          items: { type: 'string' },
          description: 'ids of messages the task rests on',
        },
        expectedOutput: {
          type: 'object',
          description: 'JSON Schema of the result, when it must be structured',
        },
        background: { type: 'boolean', description: 'go on at once; a report arrives when it is done' },
      },
      required: ['task'],
    },
  }
}

/** A call that was made and what came of it. */
export interface Made {
  readonly tool: string
  readonly args?: { readonly [key: string]: Json }
  readonly text: string
  readonly isError?: boolean
}

/** An assistant message with calls and the message of their results. */
export function after(...made: readonly Made[]): ModelMessage[] {
  const calls = made.map(
    ({ tool, args = {} }): Extract<ModelPart, { type: 'call' }> => ({
      type: 'call',
      callId: newCallId(),
      tool,
      argumentsText: JSON.stringify(args),
    }),
  )
  return [
    { role: 'assistant', parts: calls },
    {
      role: 'tool',
      results: made.map(({ tool, text, isError = false }, place) => ({
        callId: calls[place]?.callId ?? newCallId(),
        tool,
        text,
        isError,
      })),
    },
  ]
}
