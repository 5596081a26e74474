/** Reading: pages of consecutive events, with a mark wherever a row is damaged or missing. */

import { type Context, idsIn, type Numbers } from './compact.ts'
import { type Database, isBusy, type Value } from './database.ts'
import type { Lost, Page } from './messages.ts'
import { checksum, type RowContent, unpack } from './row.ts'
import { type SessionState, span } from './sessions.ts'
import type { SetAside } from './set-aside.ts'

/** One event on its way out: its JSON, or why there is none. */
type Entry = { readonly line: string } | { readonly why: string }

/** The columns of a row, before anything is known of them. */
type Row = readonly [place: Value, at: Value, crc: Value, body: Value]

export interface Reader {
  /** Events after that seq: at most a page, fewer at the end. */
  page(state: SessionState, after: number): Page
}

const mostPerPage = 250
/** Characters; keeps the parsing of one page to a few milliseconds. */
const mostText = 200_000

/** `harmed` is called when a page of the file is damaged, beyond a row. */
export function openReader(database: Database, setAside: SetAside, harmed: () => void): Reader {
  const scan = openScan(database, harmed)
  const secondCopy = openSecondCopies(scan)
  const read = (state: SessionState, seq: number, found: Found): Entry => {
    if ('why' in found) return found
    const entry = readRow(state, seq, found.values)
    if ('line' in entry) return entry
    const again = readRow({ sessionId: state.sessionId, ids: secondCopy(state) }, seq, found.values)
    if ('why' in again) setAside.keep(state, seq)
    return again
  }
  const began = database.prepare('SELECT created_at FROM sessions WHERE no = ?')
  const timeBefore = (state: SessionState, first: number): string => {
    for (let seq = first - 1; seq > 0 && first - seq <= mostPerPage; seq -= 1) {
      const entry = read(state, seq, scan.one(state.no * span + seq))
      if ('line' in entry) return timeIn(entry.line)
    }
    return String(began.get(state.no)?.['created_at'] ?? '')
  }
  return {
    page(state, after) {
      const first = Math.max(0, after) + 1
      const lines: string[] = []
      const lost: Lost[] = []
      let size = 0
      for (const found of scan.from(state, first)) {
        const seq = first + lines.length
        const entry = read(state, seq, found)
        const line = 'why' in entry ? 'null' : entry.line
        if ('why' in entry) lost.push({ seq, why: entry.why })
        lines.push(line)
        size += line.length
        if (lines.length >= mostPerPage || size >= mostText) break
      }
      const count = lines.length
      const at = lost[0]?.seq === first ? timeBefore(state, first) : ''
      return { first, count, json: `[${lines.join(',')}]`, lost, at, more: first + count <= state.version }
    },
  }
}

type Found = { readonly values: Row } | { readonly why: string }
const missing: Found = { why: 'the row is missing' }

export interface Scan {
  /** What is there at each seq from `first` on: a page of them at least, or up to the last. */
  from(state: SessionState, first: number): Generator<Found>
  one(place: number): Found
}

/** What is found at every seq from `first` on, a page of them at least, whatever is in the table. */
export function openScan(database: Database, harmed: () => void = () => undefined): Scan {
  const columns = 'SELECT place, at, crc, body FROM events'
  const many = database.prepare(`${columns} WHERE place BETWEEN ? AND ? ORDER BY place LIMIT ${mostPerPage}`)
  const one = database.prepare(`${columns} WHERE place = ?`)
  many.setReturnArrays(true)
  one.setReturnArrays(true)

  /** A damaged page ends a scan; looking up row by row then marks only what is lost. */
  const single = (place: number): Found => {
    try {
      const values: unknown = one.get(place)
      return values === undefined ? missing : { values: values as Row }
    } catch (cause) {
      if (isBusy(cause)) throw cause
      return { why: cause instanceof Error ? cause.message : String(cause) }
    }
  }
  const scanned = (from: number, to: number): readonly Row[] | undefined => {
    try {
      return many.all(from, to) as unknown as readonly Row[]
    } catch (cause) {
      if (isBusy(cause)) throw cause
      harmed()
      return undefined
    }
  }
  function* from({ no, version }: SessionState, first: number): Generator<Found> {
    const base = no * span
    const rows = scanned(base + first, base + version)
    let seq = first
    for (const values of rows ?? []) {
      for (; seq < Number(values[0]) - base; seq += 1) yield missing
      yield { values }
      seq += 1
    }
    const isWhole = rows !== undefined && rows.length < mostPerPage
    for (; seq <= version; seq += 1) yield isWhole ? missing : single(base + seq)
  }
  return { from, one: single }
}

/** The ids of a session as its own rows brought them: made once for a session in which something is damaged. */
function openSecondCopies(scan: Scan): (state: SessionState) => Numbers {
  const copies = new WeakMap<SessionState, Numbers>()
  return (state) => {
    const copy = copies.get(state) ?? { numberOf: none, add: none, idAt: idsBrought(scan, state) }
    copies.set(state, copy)
    return copy
  }
}

const none = (): undefined => undefined

function idsBrought(scan: Scan, state: SessionState): (number: number) => string | undefined {
  const ids = new Map<number, string>()
  for (let seq = 1; seq <= state.version; )
    for (const found of scan.from(state, seq)) {
      const body = 'values' in found ? found.values[3] : undefined
      if (typeof body === 'string') for (const [number, id] of idsIn(body)) ids.set(number, id)
      seq += 1
    }
  return (number) => ids.get(number) ?? state.ids.idAt(number)
}

/** The time in the JSON text of an event. */
function timeIn(line: string): string {
  const event: unknown = JSON.parse(line)
  return typeof event === 'object' && event !== null && 'at' in event ? String(event.at) : ''
}

function readRow(context: Context, seq: number, [, at, crc, body]: Row): Entry {
  if (typeof body !== 'string' || typeof at !== 'number') return { why: 'the row holds no event' }
  const line = unpacked({ at, body }, seq, context)
  if (line !== undefined && checksum(line, context.sessionId, seq) === crc) return { line }
  return { why: 'the checksum does not match' }
}

function unpacked(content: RowContent, seq: number, context: Context): string | undefined {
  try {
    return unpack(content, seq, context)
  } catch {
    // Whatever is wrong with the codes, the row is not what was written.
    return undefined
  }
}
