import type { TeamSpec } from '#agents'
import { type Command, isAgentId, isFinal, rootOf, type TaskId, type View } from '#protocol'
import { SessionLog, systemClock } from '#runtime'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { finish } from '../finish.ts'
import { choiceOf, showApproval } from '../holds.ts'
import type { Named } from '../ids.ts'
import { jsonLines, printStored } from '../live/json-lines.ts'
import { live } from '../live/live.ts'
import { findOwner, findSession, type Owned } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace, type Workspace } from '../workspace.ts'

/**
 * The user's hands on stored sessions. Each command is written first, on the log alone: nothing that was in motion
 * begins to move before it. Then the session goes on to its rest, unless the command only ends or holds things.
 */

interface Hand {
  readonly kinds: readonly Named[]
  /** The word that is missing when nothing was named; undefined where the newest session is meant then. */
  readonly what: string | undefined
  readonly goesOn: boolean
  /** What to write; undefined when there is nothing to write and the session is only to go on. */
  command(aim: Aim, given: Given, terminal: Terminal): HandCommand | undefined
}

/** What a command is aimed at, and the team that will go on with it, when one will. */
interface Aim extends Owned {
  readonly team: TeamSpec | undefined
}

interface HandCommand {
  readonly command: Command
  readonly reason?: string
}

type Run = (given: Given, terminal: Terminal) => Promise<number>

function hand({ kinds, what, goesOn, command }: Hand): Run {
  return async (given, terminal) => {
    const typed = what === undefined ? given.words[0] : given.need(0, what)
    const workspace = await openWorkspace(terminal, 'existing')
    try {
      const owned = await ownerOf(workspace, terminal, { typed, kinds })
      const going = goesOn && !given.flag('no-run')
      // A team that cannot be loaded is told before anything is written.
      const named = going ? await workspace.teamOf(owned.session.sessionId, given.text('team')) : undefined
      const roots = liveRoots(owned)
      const todo = command({ ...owned, team: named?.team }, given, terminal)
      if (todo) await write(workspace, owned, todo)
      const json = given.flag('json')
      if (going) return await goOn(workspace, terminal, { owned, roots, json, team: given.text('team') })
      const { sessionId, view } = owned.session
      if (json) await printStored(terminal, workspace.store.events, { sessionId, after: view.seq })
      else terminal.note(terminal.say('written'))
      return exit.done
    } finally {
      await workspace.close()
    }
  }
}

async function ownerOf(
  { store }: Workspace,
  terminal: Terminal,
  { typed, kinds }: { readonly typed: string | undefined; readonly kinds: readonly Named[] },
): Promise<Owned> {
  if (typed !== undefined) return findOwner(store.events, terminal, { typed, kinds })
  const session = await findSession(store.events, terminal, undefined)
  return { session, id: session.sessionId }
}

async function write(
  { store }: Workspace,
  { session }: Owned,
  { command, reason }: HandCommand,
): Promise<void> {
  const log = await SessionLog.load(session.sessionId, store.events, systemClock())
  const actor = { kind: 'user', id: session.view.session?.ownerId ?? 'local' } as const
  const done = log.execute({ command, actor, ...(reason === undefined ? {} : { reason }) })
  if (!done.ok) throw new CommandFailure(done.refusal.message)
  await done.durable
}

/** The requests that were open, and the one the thing named belongs to. */
function liveRoots({ session: { view }, id }: Owned): readonly TaskId[] {
  const roots = new Set<TaskId>()
  for (const taskId of view.liveTasks) roots.add(rootOf(view, taskId))
  const named = view.tasks.get(id as TaskId)
  if (named) roots.add(rootOf(view, named.taskId))
  return [...roots]
}

interface GoingOn {
  readonly owned: Owned
  readonly roots: readonly TaskId[]
  readonly json: boolean
  readonly team: string | undefined
}

async function goOn(
  workspace: Workspace,
  terminal: Terminal,
  { owned, roots, json, team }: GoingOn,
): Promise<number> {
  const { sessionId, view } = owned.session
  const session = await workspace.open(sessionId, team)
  const shown = json
    ? await jsonLines(terminal, workspace.store.events, { session, after: view.seq })
    : live(terminal, session)
  if (!json && roots.every((root) => isEnded(session.view, root))) terminal.note(terminal.say('nothingOpen'))
  return finish(terminal, session, { shown, json, roots })
}

function isEnded(view: View, taskId: TaskId): boolean {
  return isFinal(view.tasks.get(taskId)?.status ?? 'done')
}

const scopes = ['once', 'task', 'session'] as const

function scopeOf(given: Given, { say }: Terminal): (typeof scopes)[number] {
  const text = given.text('scope') ?? 'once'
  const scope = scopes.find((one) => one === text)
  if (scope) return scope
  throw new CommandFailure(say('badScope', { scope: text, known: scopes.join(', ') }), exit.usage)
}

function restOf(given: Given): string {
  return given.words.slice(1).join(' ').trim()
}

export const approve = hand({
  kinds: ['approval'],
  what: 'APPROVAL',
  goesOn: true,
  command({ session, id }, given, terminal) {
    const approval = [...session.view.approvals.values()].find(({ approvalId }) => approvalId === id)
    if (!approval) throw new CommandFailure(terminal.say('noMatch', { id }), exit.usage)
    const scope = scopeOf(given, terminal)
    showApproval(terminal, approval)
    const { approvalId, digest } = approval
    return { command: { type: 'decide', approvalId, decision: 'grant', scope, digest } }
  },
})

export const deny = hand({
  kinds: ['approval'],
  what: 'APPROVAL',
  goesOn: true,
  command({ session, id }, given, { say }) {
    const approval = [...session.view.approvals.values()].find(({ approvalId }) => approvalId === id)
    if (!approval) throw new CommandFailure(say('noMatch', { id }), exit.usage)
    const reason = restOf(given)
    const { approvalId, digest } = approval
    return {
      command: { type: 'decide', approvalId, decision: 'deny', digest },
      ...(reason === '' ? {} : { reason }),
    }
  },
})

export const answer = hand({
  kinds: ['question'],
  what: 'QUESTION',
  goesOn: true,
  command({ session, id }, given, { say }) {
    const question = [...session.view.questions.values()].find(({ questionId }) => questionId === id)
    if (!question) throw new CommandFailure(say('noMatch', { id }), exit.usage)
    const text = restOf(given) || given.need(1, 'TEXT')
    return { command: { type: 'answer', questionId: question.questionId, answer: choiceOf(question, text) } }
  },
})

export const stop = hand({
  kinds: ['session', 'task', 'run'],
  what: 'SESSION|TASK|RUN',
  goesOn: false,
  command({ session: { view }, id }, _given, { say }) {
    const task = view.tasks.get(id as TaskId)
    const run = [...view.runs.values()].find(({ runId }) => runId === id)
    const reason = say('stopReason')
    if (task) return { command: { type: 'stop', target: { kind: 'task', taskId: task.taskId } }, reason }
    if (run) return { command: { type: 'stop', target: { kind: 'run', runId: run.runId } }, reason }
    return { command: { type: 'stop', target: { kind: 'session' } }, reason }
  },
})

export const retry = hand({
  kinds: ['task'],
  what: 'TASK',
  goesOn: true,
  command({ session: { view }, id, team }, given, { say }) {
    const task = view.tasks.get(id as TaskId)
    if (!task) throw new CommandFailure(say('noMatch', { id }), exit.usage)
    const agentId = given.text('agent')
    if (agentId !== undefined && !(isAgentId(agentId) && (team?.agents.has(agentId) ?? true)))
      throw new CommandFailure(
        say('noAgent', { name: agentId, known: [...(team?.agents.keys() ?? [])].join(', ') }),
        exit.usage,
      )
    const instruction = given.text('instruction')
    const { taskId } = task
    return {
      command: {
        type: 'retry',
        taskId,
        ...(agentId ? { agentId } : {}),
        ...(instruction ? { instruction } : {}),
      },
    }
  },
})

export const pause = hand({
  kinds: ['session'],
  what: 'SESSION',
  goesOn: false,
  command: () => ({ command: { type: 'pause' } }),
})

export const resume = hand({
  kinds: ['session'],
  what: undefined,
  goesOn: true,
  command({ session: { view } }) {
    const status = view.session?.status
    if (status === 'paused') return { command: { type: 'resume' } }
    return status === 'closed' ? { command: { type: 'reopen' } } : undefined
  },
})
