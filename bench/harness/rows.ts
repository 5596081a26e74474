/** One line of the table: what is measured, in which unit, and what it should be. */
export interface Row {
  readonly id: RowId
  readonly what: string
  readonly unit: string
  /** How our figure must compare with the number. */
  readonly target: { readonly is: 'at most' | 'at least'; readonly value: number }
  /** Rows beside a limit: our figure as a share of the floor's. */
  readonly relative?: boolean
  /** Peers take part in these. */
  readonly peers: boolean
}

export const rowIds = [
  'one',
  'team',
  'durable',
  'threadRatio',
  'threadMs',
  'threadMb',
  'append',
  'readFold',
  'fold',
  'importMs',
  'importMb',
] as const
export type RowId = (typeof rowIds)[number]

export const rows: readonly Row[] = [
  {
    id: 'one',
    what: 'one agent, one tool call, answer: p50',
    unit: 'ms',
    target: { is: 'at most', value: 0.15 },
    peers: true,
  },
  {
    id: 'team',
    what: 'supervisor and two sub-agents at once: p50',
    unit: 'ms',
    target: { is: 'at most', value: 0.5 },
    peers: true,
  },
  {
    id: 'durable',
    what: 'the first, durable: p50',
    unit: 'ms',
    target: { is: 'at most', value: 0.5 },
    peers: true,
  },
  {
    id: 'threadRatio',
    what: '200-turn thread, durable: turn 200 ÷ turn 10',
    unit: '×',
    target: { is: 'at most', value: 1.2 },
    peers: true,
  },
  {
    id: 'threadMs',
    what: '200-turn thread, durable: turn 200',
    unit: 'ms',
    target: { is: 'at most', value: 1 },
    peers: true,
  },
  {
    id: 'threadMb',
    what: 'stored for those 200 turns',
    unit: 'MB',
    target: { is: 'at most', value: 0.6 },
    peers: true,
  },
  {
    id: 'append',
    what: 'durable append, 64 sessions at once',
    unit: 'k events/s',
    target: { is: 'at least', value: 0.7 },
    relative: true,
    peers: false,
  },
  {
    id: 'readFold',
    what: 'read and fold from the store',
    unit: 'k events/s',
    target: { is: 'at least', value: 250 },
    peers: false,
  },
  {
    id: 'fold',
    what: 'fold in memory',
    unit: 'k events/s',
    target: { is: 'at least', value: 1_000 },
    peers: false,
  },
  {
    id: 'importMs',
    what: 'import of the library: time',
    unit: 'ms',
    target: { is: 'at most', value: 150 },
    peers: true,
  },
  {
    id: 'importMb',
    what: 'import of the library: memory',
    unit: 'MB',
    target: { is: 'at most', value: 75 },
    peers: true,
  },
]

/** What one subject measured. A row it cannot do is left out. */
export type Figures = { readonly [Id in RowId]?: number }
