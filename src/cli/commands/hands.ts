import { isAgentId, isId, type SessionId } from '#protocol'
import type { SessionHandle } from '#runtime'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { finish, stopOnInterrupt } from '../finish.ts'
import { live } from '../live/live.ts'
import { findOwner } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace } from '../workspace.ts'

/** The user's hands on stored sessions: each opens the session that holds the thing named, acts, and goes on with it. */

type Act = (session: SessionHandle, id: string, given: Given) => Promise<unknown>

interface HandOptions {
  readonly what: string
  /** Whether the session then works on until it rests. */
  readonly goOn: boolean
}

function hand({ what, goOn }: HandOptions, act: Act): (given: Given, terminal: Terminal) => Promise<number> {
  return async (given, terminal) => {
    const workspace = await openWorkspace(terminal, given.data)
    try {
      const owner = await findOwner(workspace, terminal, given.need(0, what))
      const session = await workspace.open(owner.session.sessionId as SessionId, given.text('team'))
      const json = given.flag('json')
      const shown = live(terminal, session, { json })
      const release = stopOnInterrupt(terminal, session)
      try {
        await act(session, owner.id, given)
        if (!goOn || given.flag('no-run')) return exit.done
        return await finish(terminal, session, shown, { json, taskId: session.view.roots.at(-1) })
      } finally {
        release()
        shown.end()
      }
    } finally {
      await workspace.close()
    }
  }
}

const scopes = ['once', 'task', 'session'] as const

function scopeOf(given: Given): (typeof scopes)[number] {
  const text = given.text('scope') ?? 'once'
  const scope = scopes.find((one) => one === text)
  if (!scope) throw new CommandFailure(`--scope ${text}: ${scopes.join(', ')}`, exit.usage)
  return scope
}

export const approve = hand({ what: 'APPROVAL', goOn: true }, (session, id, given) => {
  if (!isId('approval', id)) throw new CommandFailure(`${id}: appr_…`, exit.usage)
  return session.decide(id, 'grant', { scope: scopeOf(given) })
})

export const deny = hand({ what: 'APPROVAL', goOn: true }, (session, id) => {
  if (!isId('approval', id)) throw new CommandFailure(`${id}: appr_…`, exit.usage)
  return session.decide(id, 'deny')
})

export const answer = hand({ what: 'QUESTION', goOn: true }, (session, id, given) => {
  if (!isId('question', id)) throw new CommandFailure(`${id}: qst_…`, exit.usage)
  return session.answer(id, given.words.slice(1).join(' ') || given.need(1, 'TEXT'))
})

export const stop = hand({ what: 'SESSION|TASK|RUN', goOn: false }, (session, id) => {
  if (isId('task', id)) return session.stop({ kind: 'task', taskId: id })
  if (isId('run', id)) return session.stop({ kind: 'run', runId: id })
  return session.stop({ kind: 'session' })
})

export const retry = hand({ what: 'TASK', goOn: true }, (session, id, given) => {
  if (!isId('task', id)) throw new CommandFailure(`${id}: task_…`, exit.usage)
  const agent = given.text('agent')
  const instruction = given.text('instruction')
  if (agent !== undefined && !isAgentId(agent)) throw new CommandFailure(`--agent ${agent}`, exit.usage)
  return session.retry(id, { ...(agent ? { agentId: agent } : {}), ...(instruction ? { instruction } : {}) })
})

export const pause = hand({ what: 'SESSION', goOn: false }, (session) => session.pause())

export const resume = hand({ what: 'SESSION', goOn: true }, async (session) => {
  if (session.view.session?.status === 'paused') await session.resume()
  if (session.view.session?.status === 'closed') await session.reopen()
})
