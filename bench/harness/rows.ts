/** What is run. One scenario may fill several rows. */
export const scenarios = ['one', 'team', 'durable', 'thread', 'chat', 'append', 'readFold', 'fold'] as const
export type Scenario = (typeof scenarios)[number]

export type RowId =
  | 'one'
  | 'team'
  | 'durable'
  | 'threadRatio'
  | 'threadMs'
  | 'threadMb'
  | 'chatRatio'
  | 'chatMs'
  | 'chatMb'
  | 'append'
  | 'readFold'
  | 'fold'
  | 'importMs'
  | 'importMb'
  | 'packages'

export type Unit = 'ms' | '×' | 'MB' | 'k events/s' | 'packages'

/** What our figure must be. With `of`, it is compared as a share of the floor's figure. */
export interface Target {
  readonly is: 'at most' | 'at least'
  readonly value: number
  readonly of?: 'floor'
}

/** One line of the table. */
export interface Row {
  readonly id: RowId
  readonly what: string
  readonly unit: Unit
  readonly target: Target
  /** The row's scenario; imports are measured by starting processes. */
  readonly scenario: Scenario | 'import'
}

const most = (value: number): Target => ({ is: 'at most', value })
const least = (value: number): Target => ({ is: 'at least', value })

export const rows: readonly Row[] = [
  { id: 'one', scenario: 'one', what: 'one agent, one tool call, answer', unit: 'ms', target: most(0.15) },
  { id: 'team', scenario: 'team', what: 'supervisor, two sub-agents at once', unit: 'ms', target: most(0.5) },
  { id: 'durable', scenario: 'durable', what: 'the first, durable', unit: 'ms', target: most(0.5) },
  {
    id: 'threadRatio',
    scenario: 'thread',
    what: 'durable thread, a tool call each turn: turn 200 ÷ turn 10',
    unit: '×',
    target: most(1.2),
  },
  {
    id: 'threadMs',
    scenario: 'thread',
    what: 'durable thread, a tool call each turn: turn 200',
    unit: 'ms',
    target: most(1),
  },
  { id: 'threadMb', scenario: 'thread', what: 'stored for those 200 turns', unit: 'MB', target: most(0.6) },
  {
    id: 'chatRatio',
    scenario: 'chat',
    what: 'durable thread, plain turns: turn 200 ÷ turn 10',
    unit: '×',
    target: most(1.2),
  },
  {
    id: 'chatMs',
    scenario: 'chat',
    what: 'durable thread, plain turns: turn 200',
    unit: 'ms',
    target: most(1),
  },
  { id: 'chatMb', scenario: 'chat', what: 'stored for those 200 turns', unit: 'MB', target: most(0.6) },
  {
    id: 'append',
    scenario: 'append',
    what: 'durable append, 64 sessions at once',
    unit: 'k events/s',
    target: { is: 'at least', value: 0.7, of: 'floor' },
  },
  {
    id: 'readFold',
    scenario: 'readFold',
    what: 'read from the store and fold',
    unit: 'k events/s',
    target: least(250),
  },
  { id: 'fold', scenario: 'fold', what: 'fold in memory', unit: 'k events/s', target: least(1_000) },
  { id: 'importMs', scenario: 'import', what: 'import of the library: time', unit: 'ms', target: most(150) },
  { id: 'importMb', scenario: 'import', what: 'import of the library: memory', unit: 'MB', target: most(75) },
  {
    id: 'packages',
    scenario: 'import',
    what: 'packages a user installs',
    unit: 'packages',
    target: most(90),
  },
]

export type Figures = { readonly [Id in RowId]?: number }

/** What one batch of a scenario gave. */
export interface Batch {
  readonly figures: Figures
  /** Of the times in the batch, where it times each run. */
  readonly p95?: number
  /** How many times the thing was done. */
  readonly runs: number
}

/** The figure of a scenario that the two limits beside a measurement are compared by. */
export const measureOf: { readonly [Name in Scenario]: RowId } = {
  one: 'one',
  team: 'team',
  durable: 'durable',
  thread: 'threadMs',
  chat: 'chatMs',
  append: 'append',
  readFold: 'readFold',
  fold: 'fold',
}
