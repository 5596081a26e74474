import type { TeamSpec } from '#agents'
import {
  type ApprovalId,
  cutToWidth,
  displayWidth,
  openHolds,
  type QuestionId,
  safeLine,
  type TaskId,
  visibleStream,
} from '#protocol'
import { CommandRefused, type SessionHandle } from '#runtime'
import type { EventStore } from '#store'
import { CommandFailure, exit } from './failure.ts'
import { choiceOf, listHolds } from './holds.ts'
import { completeId, idsIn } from './ids.ts'
import { treeText } from './live/tree.ts'
import { readSession } from './stored.ts'
import type { Terminal } from './terminal.ts'
import { traceText } from './trace-text.ts'

export interface SlashOptions {
  readonly line: string
  readonly session: SessionHandle | undefined
  readonly team: TeamSpec
  readonly store: EventStore
}

/** What a slash command asks the chat to do next: nothing, go on with what is open, or begin anew. */
export type SlashEffect = 'none' | 'moved' | 'new'

interface Scene {
  readonly terminal: Terminal
  readonly session: SessionHandle
  readonly store: EventStore
  /** The words after the command. */
  readonly words: readonly string[]
}

type Action = (scene: Scene) => Promise<SlashEffect>

/** Commands that need a session. */
const actions: Readonly<Record<string, Action>> = {
  '/tasks': async ({ terminal, session }) => {
    for (const line of treeText(terminal, session.view)) terminal.out(line)
    return 'none'
  },
  '/trace': async ({ terminal, session, store, words }) => {
    const answers = visibleStream(session.view).filter(({ role }) => role === 'agent')
    const id =
      words[0] === undefined
        ? answers.at(-1)?.messageId
        : completeId(terminal, words[0], session.view.messages.keys())
    await session.drained()
    const { events, view } = await readSession(store, session.sessionId)
    for (const line of id ? traceText(terminal, { events, view }, id) : []) terminal.out(line)
    return 'none'
  },
  '/holds': async ({ terminal, session }) => {
    listHolds(terminal, session.view)
    return session.view.openHolds.size > 0 ? 'moved' : 'none'
  },
  '/approve': async ({ terminal, session, words }) => {
    await session.decide(approvalOf(terminal, session, words[0]), 'grant')
    return 'moved'
  },
  '/deny': async ({ terminal, session, words }) => {
    const reason = words.slice(1).join(' ')
    await session.decide(approvalOf(terminal, session, words[0]), 'deny', reason === '' ? {} : { reason })
    return 'moved'
  },
  '/answer': async ({ terminal, session, words }) => {
    const open = openHolds(session.view).questions
    const id = completeId(
      terminal,
      words[0] ?? '',
      open.map(({ questionId }) => questionId),
    )
    const question = open.find(({ questionId }) => questionId === id)
    await session.answer(id as QuestionId, choiceOf(question ?? {}, words.slice(1).join(' ')))
    return 'moved'
  },
  '/retry': async ({ terminal, session, words }) => {
    const instruction = words.slice(1).join(' ')
    const newest = session.view.roots.at(-1)
    const id =
      words[0] === undefined && newest
        ? newest
        : completeId(terminal, words[0] ?? '', idsIn(session.view, ['task']))
    await session.retry(id as TaskId, instruction === '' ? {} : { instruction })
    return 'moved'
  },
  '/id': async ({ terminal, session }) => {
    terminal.out(session.sessionId)
    return 'none'
  },
  '/new': async () => 'new',
}

/** Does what a line beginning with `/` says. Throws CommandFailure that says why it cannot. */
export async function slash(
  terminal: Terminal,
  { line, session, team, store }: SlashOptions,
): Promise<SlashEffect> {
  const [name = '', ...words] = line.split(/\s+/)
  if (name === '/agents') return agents(terminal, team)
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) {
    terminal.out(terminal.say('chatHelp'))
    return 'none'
  }
  if (!session) throw new CommandFailure(terminal.say('nothingYet'), exit.usage)
  try {
    return await action({ terminal, session, store, words })
  } catch (error) {
    if (error instanceof CommandRefused)
      throw new CommandFailure(error.message, exit.failed, { cause: error })
    throw error
  }
}

function approvalOf(terminal: Terminal, session: SessionHandle, typed: string | undefined): ApprovalId {
  const open = openHolds(session.view).approvals.map(({ approvalId }) => approvalId)
  const [first] = open
  if (!first) throw new CommandFailure(terminal.say('nothingOpen'), exit.usage)
  return typed === undefined && open.length === 1 ? first : completeId(terminal, typed ?? '', open)
}

function agents({ out, paint, locale, columns }: Terminal, team: TeamSpec): SlashEffect {
  const width = Math.max(...[...team.agents.keys()].map((id) => displayWidth(id)))
  for (const { id, description } of team.agents.values()) {
    const text =
      typeof description === 'string'
        ? description
        : (description[locale] ?? description.en ?? description.zh ?? '')
    out(
      `  ${paint.bold(`@${id}`.padEnd(width + 3))}${paint.dim(cutToWidth(safeLine(text), columns - width - 8))}`,
    )
  }
  return 'none'
}
