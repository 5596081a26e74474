import {
  type Approval,
  type Json,
  openHolds,
  type Question,
  safeLine,
  safeText,
  type View,
  wrapToWidth,
} from '#protocol'
import { CommandRefused, type SessionHandle } from '#runtime'
import type { Keyboard } from './keyboard.ts'
import type { Terminal } from './terminal.ts'

type Hold = Approval | Question

/** Says what waits for a person, and the line to type that decides it. */
export function listHolds(terminal: Terminal, view: View, print = terminal.note): void {
  const { approvals, questions } = openHolds(view)
  for (const approval of approvals) {
    showApproval(terminal, approval, print)
    print(`  ${typed(terminal, `approve ${approval.approvalId}`)}`)
    print(`  ${typed(terminal, `deny ${approval.approvalId}`)}`)
  }
  for (const question of questions) {
    showQuestion(terminal, question, print)
    print(`  ${typed(terminal, `answer ${question.questionId} "…"`)}`)
  }
}

/** A command as it is to be typed here. */
export function typed({ data }: Pick<Terminal, 'data'>, command: string): string {
  return `loggia ${command}${data === undefined ? '' : ` --data ${JSON.stringify(data)}`}`
}

/** Exactly what is asked for: who, what, with which arguments. Nothing is cut: what is approved must be seen. */
export function showApproval(terminal: Terminal, approval: Approval, print = terminal.note): void {
  const { say, paint } = terminal
  const { path, tool, arguments: input, risk } = approval
  const asked = say('wantsApproval', { agent: safeLine(path.join(' › ')), tool: safeLine(tool) })
  print(`${paint.yellow('?')} ${paint.bold(asked)}  ${paint.dim(say(`risk.${risk}`))}`)
  for (const line of argumentLines(input, terminal.columns - 5)) print(`    ${line}`)
}

/** Arguments one below the other, each whole. */
function argumentLines(input: Json, columns: number): readonly string[] {
  const isRecord = typeof input === 'object' && input !== null && !Array.isArray(input)
  if (!isRecord) return wrapToWidth(safeText(JSON.stringify(input)), columns)
  return Object.entries(input).flatMap(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return wrapToWidth(`${safeLine(key)}: ${safeText(text)}`, columns)
  })
}

function showQuestion(terminal: Terminal, { path, text, choices }: Question, print = terminal.note): void {
  const { say, paint, columns } = terminal
  const asked = say('asks', { agent: safeLine(path.join(' › ')) })
  print(`${paint.yellow('?')} ${paint.bold(asked)}`)
  for (const line of wrapToWidth(safeText(text), columns - 5)) print(`    ${line}`)
  for (const [place, { value, label }] of (choices ?? []).entries()) {
    const what = value === label ? safeLine(label) : `${safeLine(label)} ${paint.dim(`(${safeLine(value)})`)}`
    print(`    ${place + 1}  ${what}`)
  }
}

/**
 * Asks the person about everything that waits, one after the other. `left` when they ended the input instead of
 * answering: what was not decided keeps waiting.
 */
export async function askHolds(
  terminal: Terminal,
  session: SessionHandle,
  keyboard: Keyboard,
): Promise<'asked' | 'left'> {
  const { approvals, questions } = openHolds(session.view)
  for (const hold of [...approvals, ...questions]) {
    if (!isOpen(session.view, hold)) continue
    const said = await askOne(terminal, session, { hold, keyboard })
    if (said === 'left') return 'left'
  }
  return 'asked'
}

interface Asking {
  readonly hold: Hold
  readonly keyboard: Keyboard
}

async function askOne(
  terminal: Terminal,
  session: SessionHandle,
  { hold, keyboard }: Asking,
): Promise<'asked' | 'left'> {
  const { say, note, paint } = terminal
  if ('approvalId' in hold) showApproval(terminal, hold)
  else showQuestion(terminal, hold)
  const closed = new AbortController()
  const gone = session
    .until((view) => !isOpen(view, hold))
    .then(
      () => closed.abort(),
      (error: unknown) => closed.abort(error),
    )
  for (;;) {
    if ('approvalId' in hold) showKeys(terminal)
    const line = await keyboard.line(`  ${paint.cyan('›')} `, { signal: closed.signal })
    if (closed.signal.aborted) {
      await gone
      note(`  ${paint.dim(say('noLongerOpen'))}`)
      return 'asked'
    }
    if (line === undefined) return 'left'
    const why = await settle(terminal, session, { hold, said: line.trim() })
    if (why === undefined) return 'asked'
    note(`  ${why}`)
  }
}

function showKeys({ say, note, paint, columns }: Terminal): void {
  for (const row of wrapToWidth(say('approvalKeys'), columns - 3)) note(`  ${paint.dim(row)}`)
}

function isOpen(view: View, hold: Hold): boolean {
  return view.openHolds.has('approvalId' in hold ? hold.approvalId : hold.questionId)
}

/** Hands the decision to the session. Gives back why it was not taken, when it was not. */
async function settle(
  { say }: Terminal,
  session: SessionHandle,
  { hold, said }: { readonly hold: Hold; readonly said: string },
): Promise<string | undefined> {
  try {
    if (await handOver(session, hold, said)) return undefined
    return say('approvalId' in hold ? 'notUnderstood' : 'emptyAnswer')
  } catch (error) {
    if (error instanceof CommandRefused) return safeText(error.message)
    throw error
  }
}

/** False when the words were no decision. */
async function handOver(session: SessionHandle, hold: Hold, said: string): Promise<boolean> {
  if ('approvalId' in hold) {
    const decision = decisionOf(said)
    if (!decision) return false
    const { approvalId, digest } = hold
    if (decision.scope) await session.decide(approvalId, 'grant', { digest, scope: decision.scope })
    else
      await session.decide(approvalId, 'deny', {
        digest,
        ...(decision.reason ? { reason: decision.reason } : {}),
      })
    return true
  }
  if (said === '') return false
  await session.answer(hold.questionId, choiceOf(hold, said))
  return true
}

interface Decision {
  readonly scope?: 'once' | 'task' | 'session'
  readonly reason?: string
}

const scopes: Readonly<Record<string, 'once' | 'task' | 'session'>> = {
  y: 'once',
  yes: 'once',
  是: 'once',
  好: 'once',
  t: 'task',
  s: 'session',
}
const denial = /^(?:no?|否|不)(?:[\s,:，：]+(?<reason>.+))?$/isu

/** What the words decide. A reason may follow a no. */
export function decisionOf(said: string): Decision | undefined {
  const word = said.toLowerCase()
  const scope = Object.hasOwn(scopes, word) ? scopes[word] : undefined
  if (scope) return { scope }
  const match = denial.exec(said)
  if (!match) return undefined
  const reason = match.groups?.['reason']
  return reason === undefined ? {} : { reason }
}

/** The value of the choice that was meant by number, value or label; else the words themselves. */
export function choiceOf({ choices = [] }: Pick<Question, 'choices'>, said: string): string {
  const exact = choices.find(({ value, label }) => value === said || label === said)
  const numbered = /^\d+$/.test(said) ? choices[Number(said) - 1] : undefined
  return (exact ?? numbered)?.value ?? said
}
