/**
 * The state machines. Each is a total table state × move; a missing cell is an illegal move. Nothing else in the
 * code decides what may follow what. docs/spec/states.md draws them; tests/protocol/states.test.ts has a
 * test per cell.
 */

export const sessionMoves = {
  active: { pause: 'paused', complete: 'completing' },
  paused: { resume: 'active', complete: 'completing' },
  completing: { close: 'closed' },
  closed: { reopen: 'active' },
} as const satisfies Table<SessionState>
export type SessionState = 'active' | 'paused' | 'completing' | 'closed'
export type SessionMove = MoveOf<typeof sessionMoves>

export const taskMoves = {
  pending: { start: 'running', wait: 'waiting', fail: 'failed', cancel: 'cancelled' },
  running: { wait: 'waiting', finish: 'done', fail: 'failed', cancel: 'cancelled' },
  waiting: { resume: 'running', fail: 'failed', cancel: 'cancelled' },
  done: { retry: 'pending' },
  failed: { retry: 'pending' },
  cancelled: { retry: 'pending' },
} as const satisfies Table<TaskState>
export type TaskState = 'pending' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled'
export type TaskMove = MoveOf<typeof taskMoves>

export const runMoves = {
  reserved: { start: 'running', fail: 'failed', cancel: 'cancelled' },
  running: { wait: 'waiting', finish: 'done', fail: 'failed', cancel: 'cancelled' },
  waiting: { resume: 'running', fail: 'failed', cancel: 'cancelled' },
  done: {},
  failed: {},
  cancelled: {},
} as const satisfies Table<RunState>
export type RunState = 'reserved' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled'
export type RunMove = MoveOf<typeof runMoves>

export const approvalMoves = {
  pending: { grant: 'granted', deny: 'denied', expire: 'expired' },
  granted: {},
  denied: {},
  expired: {},
} as const satisfies Table<ApprovalState>
export type ApprovalState = 'pending' | 'granted' | 'denied' | 'expired'
export type ApprovalMove = MoveOf<typeof approvalMoves>

export const questionMoves = {
  open: { answer: 'answered', expire: 'expired' },
  answered: {},
  expired: {},
} as const satisfies Table<QuestionState>
export type QuestionState = 'open' | 'answered' | 'expired'
export type QuestionMove = MoveOf<typeof questionMoves>

/** A tool call. `unknown`: started, then the process died; nobody can say whether the effect happened. */
export const callMoves = {
  requested: { start: 'started', refuse: 'refused', hold: 'held' },
  held: { start: 'started', refuse: 'refused' },
  started: { complete: 'completed', fail: 'failed', lose: 'unknown' },
  unknown: { start: 'started', complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
  refused: {},
} as const satisfies Table<CallState>
export type CallState = 'requested' | 'held' | 'started' | 'unknown' | 'completed' | 'failed' | 'refused'
export type CallMove = MoveOf<typeof callMoves>

export const machines = {
  session: sessionMoves,
  task: taskMoves,
  run: runMoves,
  approval: approvalMoves,
  question: questionMoves,
  call: callMoves,
} as const

type Table<State extends string> = Readonly<Record<State, Readonly<Partial<Record<string, State>>>>>
type MoveOf<T> = { [State in keyof T]: keyof T[State] }[keyof T] & string

export interface StateOf {
  session: SessionState
  task: TaskState
  run: RunState
  approval: ApprovalState
  question: QuestionState
  call: CallState
}
export interface MoveFor {
  session: SessionMove
  task: TaskMove
  run: RunMove
  approval: ApprovalMove
  question: QuestionMove
  call: CallMove
}
export type MachineName = keyof StateOf

/** The state after `move`, or undefined when the table has no such cell. */
export function nextState<Machine extends MachineName>(
  machine: Machine,
  state: StateOf[Machine],
  move: MoveFor[Machine],
): StateOf[Machine] | undefined {
  const table: Readonly<Record<string, Readonly<Record<string, string>>>> = machines[machine]
  return table[state]?.[move] as StateOf[Machine] | undefined
}

/** True when nothing but a retry or reopening leads out of the state. */
export function isFinal(state: TaskState | RunState): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}
