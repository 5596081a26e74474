import type { CallId, EventDraft, PayloadOf, Question } from '#protocol'
import type { AgentEvent, RunContext } from '../agent.ts'
import { unpark, waitFor } from './park.ts'
import { deadlineIn, placeOf } from './place.ts'

type Asked = PayloadOf<'question.asked'>

/** What to put to the user. `fallback` is the answer taken when time runs out. */
export interface Ask {
  readonly about: Asked['about']
  readonly text: string
  readonly callId?: CallId
  readonly choices?: Asked['choices']
  readonly schema?: Asked['schema']
  readonly fallback?: string
}

interface AskOptions {
  /** Written in the same append, before the question. */
  readonly before?: readonly EventDraft[]
  /** Something happened since the last such question: do not take an old answer. */
  readonly fresh?: boolean
}

/**
 * Asks the user and waits, with a deadline. A run that comes back after a crash finds its open question again by the
 * call it is about and goes on waiting; an answer that came meanwhile is taken.
 */
export async function* ask(
  context: RunContext,
  request: Ask,
  { before = [], fresh = false }: AskOptions = {},
): AsyncGenerator<AgentEvent, Question> {
  const known = fresh ? undefined : latest(context, request)
  const questionId = known?.questionId ?? context.newId('question')
  const expiresAt = known?.expiresAt ?? deadlineIn(context, context.team.policy.questionTimeoutMs)
  if (!known) {
    const payload = {
      questionId,
      runId: context.runId,
      agentId: context.agent.id,
      path: context.path,
      expiresAt,
      ...request,
    }
    const place = { ...placeOf(context), visibility: 'user', reason: request.text } as const
    yield { kind: 'record', drafts: [...before, { type: 'question.asked', ...place, payload }] }
  }
  yield* waitFor(context, { kind: 'question', ids: [questionId], until: expiresAt }, 'waits for an answer')
  await context.until((view) => view.questions.get(questionId)?.status !== 'open')
  yield* unpark(context)
  const question = context.view.questions.get(questionId)
  if (!question) throw new TypeError(`question ${questionId} left the view`)
  return question
}

/** The question this run asked about the same thing and has not used yet. */
function latest(context: RunContext, { about, callId }: Ask): Question | undefined {
  let found: Question | undefined
  for (const question of context.view.questions.values())
    if (question.runId === context.runId && question.about === about && question.callId === callId)
      found = question
  return callId !== undefined || found?.status === 'open' ? found : undefined
}
