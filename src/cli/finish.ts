import { createInterface } from 'node:readline/promises'
import { type Approval, openHolds, type Question, type TaskId, visibleStream } from '#protocol'
import type { SessionHandle } from '#runtime'
import { safeLine, safeText } from '#tui'
import { exit } from './failure.ts'
import type { Live } from './live/live.ts'
import type { Terminal } from './terminal.ts'

export interface FinishOptions {
  readonly json: boolean
  /** The request whose outcome is the command's outcome. */
  readonly taskId?: TaskId | undefined
}

/**
 * Follows a session until it rests. On a terminal, what waits for a person is asked at once; elsewhere it is listed
 * with the command that decides it. Gives back the exit code.
 */
export async function finish(
  terminal: Terminal,
  session: SessionHandle,
  shown: Live,
  options: FinishOptions,
): Promise<number> {
  for (;;) {
    const rest = await session.rest()
    if (rest === 'idle') return outcome(terminal, session, shown, options)
    if (!terminal.interactive || options.json) {
      shown.end()
      listHolds(terminal, session)
      return exit.waiting
    }
    shown.pause()
    await askAll(terminal, session)
    shown.resume()
  }
}

async function outcome(
  terminal: Terminal,
  session: SessionHandle,
  shown: Live,
  { json, taskId }: FinishOptions,
): Promise<number> {
  await session.drained()
  shown.end()
  const task = taskId && session.view.tasks.get(taskId)
  if (!json) for (const text of answersOf(session, task?.round)) terminal.out(text)
  if (task?.status === 'cancelled') return exit.stopped
  return !task || task.status === 'done' ? exit.done : exit.failed
}

/** What agents told the user in a round: answers and errors, made harmless for the terminal. */
export function answersOf(session: SessionHandle, round?: number): readonly string[] {
  return visibleStream(session.view)
    .filter((message) => message.role === 'agent' && (round === undefined || message.round === round))
    .flatMap(({ payload }) => {
      if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return []
      const text = 'text' in payload ? payload['text'] : 'message' in payload ? payload['message'] : undefined
      return typeof text === 'string' ? [safeText(text)] : []
    })
}

function listHolds(terminal: Terminal, session: SessionHandle): void {
  const { say, note } = terminal
  const { approvals, questions } = openHolds(session.view)
  for (const approval of approvals) {
    showApproval(terminal, approval)
    note(`  ${say('approveHow', { id: approval.approvalId })}`)
  }
  for (const question of questions) {
    showQuestion(terminal, question)
    note(`  ${say('answerHow', { id: question.questionId })}`)
  }
}

function showApproval({ say, note, paint }: Terminal, { path, tool, arguments: input }: Approval): void {
  note(
    `${paint.yellow('?')} ${paint.bold(say('wantsApproval', { agent: path.join(' → '), tool: safeLine(tool) }))}`,
  )
  note(`  ${safeLine(JSON.stringify(input))}`)
}

function showQuestion({ say, note, paint }: Terminal, { path, text, choices }: Question): void {
  note(`${paint.yellow('?')} ${paint.bold(say('asks', { agent: path.join(' → '), text: safeLine(text) }))}`)
  if (choices)
    note(
      `  ${say('choices', { choices: choices.map(({ value, label }) => `${value} (${safeLine(label)})`).join(', ') })}`,
    )
}

async function askAll(terminal: Terminal, session: SessionHandle): Promise<void> {
  const { approvals, questions } = openHolds(session.view)
  for (const approval of approvals) {
    showApproval(terminal, approval)
    const said = (await ask(terminal.say('approvePrompt'))).trim().toLowerCase()
    const scope = scopes[said]
    await session.decide(approval.approvalId, scope ? 'grant' : 'deny', {
      digest: approval.digest,
      ...(scope ? { scope } : {}),
    })
  }
  for (const question of questions) {
    showQuestion(terminal, question)
    await session.answer(question.questionId, (await ask(terminal.say('answerPrompt'))).trim())
  }
}

const scopes: Readonly<Record<string, 'once' | 'task' | 'session'>> = {
  y: 'once',
  yes: 'once',
  是: 'once',
  t: 'task',
  s: 'session',
}

/** One line from the person at the terminal. */
async function ask(prompt: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await lines.question(prompt)
  } finally {
    lines.close()
  }
}

/**
 * Ctrl-C stops the session durably, with everything below it; a second one quits at once. The returned function takes
 * the handlers away.
 */
export function stopOnInterrupt(terminal: Terminal, session: SessionHandle): () => void {
  let pressed = false
  const onInterrupt = (): void => {
    if (pressed) process.exit(exit.stopped)
    pressed = true
    terminal.note(terminal.say('stopping'))
    session.stop({ kind: 'session' }, 'the user pressed Ctrl-C').then(
      () => terminal.note(terminal.say('stopped', { id: session.sessionId })),
      () => process.exit(exit.stopped),
    )
  }
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onInterrupt)
  return () => {
    process.off('SIGINT', onInterrupt)
    process.off('SIGTERM', onInterrupt)
  }
}
