/** Reading: pages of consecutive events, with a mark wherever a row is damaged or missing. */
import { checksum, contentOf } from './append.ts'
import { expand } from './compact.ts'
import { type Database, isBusy, type Value } from './database.ts'
import type { Page } from './messages.ts'
import { type SessionState, span } from './sessions.ts'
import type { SetAside } from './set-aside.ts'

/** One event on its way out. `why` is there when its row could not be read. */
interface Entry {
  readonly atMs: number
  readonly line: string
  readonly why?: string
}

/** The columns of a row, before anything is known of them. */
interface Row {
  readonly place: Value
  readonly at: Value
  readonly crc: Value
  readonly body: Value
}

export interface Reader {
  /** Events after that seq: at most a page, fewer at the end. */
  page(state: SessionState, after: number): Page
}

const mostPerPage = 500
/** Characters; keeps the parsing of one page to a few milliseconds. */
const mostText = 400_000

export function openReader(database: Database, setAside: SetAside): Reader {
  const entries = entriesOf(database, setAside)
  return {
    page(state, after) {
      const first = Math.max(0, after) + 1
      const taken: Entry[] = []
      let size = 0
      for (const entry of entries(state, first)) {
        taken.push(entry)
        size += entry.line.length
        if (taken.length >= mostPerPage || size >= mostText) break
      }
      return pageOf(taken, first, state.version)
    },
  }
}

function pageOf(taken: readonly Entry[], first: number, version: number): Page {
  return {
    first,
    times: Float64Array.from(taken, ({ atMs }) => atMs),
    lines: taken.map(({ line }) => line).join('\n'),
    why: taken.flatMap(({ why }) => why ?? []),
    more: first + taken.length <= version,
  }
}

/** One entry for every seq from `first` to the session's version, whatever is in the table. */
function entriesOf(database: Database, setAside: SetAside) {
  const columns = 'SELECT place, at, crc, body FROM events'
  const select = database.prepare(`${columns} WHERE place >= ? AND place <= ? ORDER BY place`)
  const selectOne = database.prepare(`${columns} WHERE place = ?`)
  select.setReturnArrays(true)
  selectOne.setReturnArrays(true)

  return function* entries(state: SessionState, first: number): Generator<Entry> {
    const base = state.no * span
    let seq = first
    let atMs = 0
    const next = (row: Row | undefined, trouble?: string): Entry => {
      const entry = row ? readRow(state, seq, row) : mark(trouble ?? 'the row is missing')
      if (entry.why !== undefined && row) setAside.keep(state, seq)
      if (entry.why === undefined) atMs = entry.atMs
      seq += 1
      return entry.why === undefined ? entry : { ...entry, atMs }
    }
    try {
      for (const values of select.iterate(base + first, base + state.version)) {
        const row = rowOf(values)
        while (seq < Number(row.place) - base) yield next(undefined)
        yield next(row)
      }
    } catch (cause) {
      if (isBusy(cause)) throw cause
      // A damaged page ends the scan; each later row is looked up by itself, so that only what is lost is marked.
      while (seq <= state.version) {
        const found = lookUp(() => selectOne.get(base + seq))
        yield next(found.row, found.trouble)
      }
    }
    while (seq <= state.version) yield next(undefined)
  }
}

/** With arrays asked for, a row comes as one; the types of `node:sqlite` do not say so. */
function rowOf(values: unknown): Row {
  const [place, at, crc, body] = values as readonly [Value, Value, Value, Value]
  return { place, at, crc, body }
}

function lookUp(get: () => unknown): { readonly row?: Row; readonly trouble?: string } {
  try {
    const values = get()
    return values === undefined ? {} : { row: rowOf(values) }
  } catch (cause) {
    if (isBusy(cause)) throw cause
    return { trouble: cause instanceof Error ? cause.message : String(cause) }
  }
}

function readRow({ sessionId }: SessionState, seq: number, { at, crc, body }: Row): Entry {
  if (typeof body !== 'string' || typeof at !== 'number') return mark('the row holds no event')
  if (checksum(sessionId, seq, contentOf(at, body)) !== crc) return mark('the checksum does not match')
  return { atMs: at, line: expand(body) }
}

function mark(why: string): Entry {
  return { atMs: 0, line: 'null', why }
}
