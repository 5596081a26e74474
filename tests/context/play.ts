import { z } from 'zod'
import { defineTool, type InjectionRule, type ToolOutcome } from '#agents'
import type { ModelRequest } from '#llm'
import type { EventOf, Json } from '#protocol'
import { stage, type TestAgent, testTeam } from '#testing'

export type Delegation = readonly [to: string, input: { readonly [key: string]: Json }]

/** Whose call this is. */
export const who = (request: ModelRequest): string => /You are (\w+)\./u.exec(request.system)?.[1] ?? ''

export interface Play {
  readonly agents: Readonly<Record<string, TestAgent>>
  /** What each agent answers, call by call. */
  readonly says?: Readonly<Record<string, readonly string[]>>
  /** What the coordinator delegates, one to a turn; undefined ends a request. */
  readonly delegations: readonly (Delegation | undefined)[]
  readonly decider?: 'model' | 'rules'
  readonly rules?: readonly InjectionRule[]
}

/** Plays delegations one after another and gives back what each run was given, as events. */
export async function play({ agents, says = {}, delegations, decider = 'model', rules = [] }: Play) {
  const calls = new Map<string, number>()
  const team = testTeam({ boss: { limits: { maxTurns: 40 } }, ...agents }, { context: { decider, rules } })
  let place = 0
  const { ask, events, session } = await stage(team, (request) => {
    const name = who(request)
    const last = request.messages.at(-1)
    if (name !== 'boss') {
      const [tool] = request.tools
      if (tool && last?.role !== 'tool') return { calls: [{ tool: tool.name, arguments: {} }] }
      const call = calls.get(name) ?? 0
      calls.set(name, call + 1)
      return { text: says[name]?.[call] ?? 'ok' }
    }
    const next = delegations[place]
    place += 1
    return next ? { calls: [{ tool: `delegate_to_${next[0]}`, arguments: next[1] }] } : { text: 'done' }
  })
  while (place < delegations.length) await ask('go')
  const injected = events.filter((event) => event.type === 'context.injected')
  return { injected, events, session }
}

/** What each injection event holds, as `source: content`. */
export const contents = (injected: readonly EventOf<'context.injected'>[]): string[][] =>
  injected.map(({ payload }) =>
    payload.injections.map(({ sourceAgent, content }) => `${sourceAgent}: ${content}`),
  )
/** A tool that returns these outcomes, one to a call. */
export const stating = (name: string, outcomes: readonly ToolOutcome[]) => {
  let call = 0
  return defineTool({
    name,
    description: name,
    input: z.object({}),
    execute: () => {
      call += 1
      return outcomes[call - 1] ?? { text: 'nothing' }
    },
  })
}
export const three = { ann: {}, bob: {}, eve: {} }
