import type { sessionEvents } from '../events/session.ts'
import type { SessionMove } from '../states.ts'
import { type DraftView, moved, type Reducers } from './draft-view.ts'

function move(view: DraftView, name: SessionMove): void {
  const { session } = view
  if (session) view.session = { ...session, status: moved('session', session.status, name) }
}

export const foldSession: Reducers<typeof sessionEvents> = {
  'session.created': (view, { sessionId, at, payload }) => {
    const { title, teamId, ownerId } = payload
    view.session ??= { sessionId, title, teamId, ownerId, status: 'active', round: 0, createdAt: at }
  },
  'session.renamed': (view, { payload }) => {
    if (view.session) view.session = { ...view.session, title: payload.title }
  },
  'session.paused': (view) => move(view, 'pause'),
  'session.resumed': (view) => move(view, 'resume'),
  'session.completing': (view) => move(view, 'complete'),
  'session.closed': (view, { at }) => {
    move(view, 'close')
    if (view.session?.status === 'closed') view.session = { ...view.session, closedAt: at }
  },
  'session.reopened': (view) => move(view, 'reopen'),
  'session.forked': () => undefined,
}
