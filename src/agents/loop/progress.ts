import type { View } from '#protocol'
import type { AgentEvent, RunContext, RunOutcome } from '../agent.ts'
import { tripsBelow } from '../guard/handoff.ts'
import { stepsOf } from '../guard/history.ts'
import { judgeRepeats } from '../guard/repeat.ts'
import { ask } from './ask.ts'
import type { Toolset } from './gate.ts'
import { placeOf } from './place.ts'
import { answeredCalls } from './turns.ts'

const choices = [
  { value: 'continue', label: 'Go on' },
  { value: 'stop', label: 'Stop this task' },
]

/** Fewer turns than this hold no repetition worth the name. */
const fewestTurns = 3
const tripsToEnd = 2

/**
 * Looks for missing progress before the next model call. The first time the model is told what repeats; when it goes
 * on repeating, the run pauses and the user sees the evidence and decides. Going on resets the guard.
 */
export async function* checkProgress(
  context: RunContext,
  tools: Toolset,
): AsyncGenerator<AgentEvent, RunOutcome | undefined> {
  const stuck = handoffsEnded(context)
  if (stuck) return stuck
  if (answeredCalls(context.view, context.runId) < fewestTurns) return undefined
  const history = stepsOf(context.view, context.runId, (name) => tools.get(name)?.waits === true)
  const verdict = judgeRepeats(history.steps)
  if (verdict.ok) return undefined
  const { evidence, period, repeats } = verdict
  const payload = { runId: context.runId, evidence, period, repeats }
  const place = { ...placeOf(context), reason: evidence }
  if (!history.noticed) {
    yield { kind: 'record', drafts: [{ type: 'loop.suspected', ...place, payload }] }
    return undefined
  }
  const question = yield* ask(
    context,
    { about: 'loop', text: `${context.agent.id} makes no progress: ${evidence}`, choices, fallback: 'stop' },
    { before: [{ type: 'loop.broken', ...place, payload }] },
  )
  if (question.answer === 'continue') {
    yield {
      kind: 'record',
      drafts: [{ type: 'loop.reset', ...placeOf(context), payload: { runId: context.runId } }],
    }
    return undefined
  }
  return { status: 'failed', error: { code: 'loop', message: `stopped for missing progress: ${evidence}` } }
}

/** A run whose delegations were refused for missing progress, the second time below this request, ends. */
function handoffsEnded({ view, rootTaskId, runId, agent }: RunContext): RunOutcome | undefined {
  if (!hasNotice(view, runId)) return undefined
  const trips = tripsBelow(view, rootTaskId)
  if (trips.length < tripsToEnd || !trips.includes(runId)) return undefined
  const message = `${agent.id} goes on delegating without progress, after it was told once already below this request`
  return { status: 'failed', error: { code: 'loop', message } }
}

function hasNotice(view: View, runId: RunContext['runId']): boolean {
  return view.conversations.get(runId)?.entries.some(({ kind }) => kind === 'notice') ?? false
}
