import type { AgentEvent, RunContext, RunOutcome } from '../agent.ts'
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

/**
 * Looks for missing progress before the next model call. The first time the model is told what repeats; when it goes
 * on repeating, the run pauses and the user sees the evidence and decides. Going on resets the guard.
 */
export async function* checkProgress(
  context: RunContext,
  tools: Toolset,
): AsyncGenerator<AgentEvent, RunOutcome | undefined> {
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
