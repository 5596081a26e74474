/**
 * The ids of a session, numbered in the order they came. A row names a known id by its number. Each id is on disk
 * twice, in this table and in the row that brought it, so that no single accident takes other rows along.
 */
import { type Database, isCorrupt } from './database.ts'

/** An id without quotes, `task_` and 26 characters, and its number. */
export interface IdBook {
  /** How many numbers were given out. */
  readonly count: number
  numberOf(id: string): number | undefined
  /** Gives the id the next number; undefined when there are none left. */
  add(id: string): number | undefined
  idAt(number: number): string | undefined
}

/** Numbers are three characters in a row. */
const mostNumbers = 94 ** 3
/** How many ids are known by heart. One that is forgotten is written out again, under a new number. */
const mostKnown = 4_000

export interface IdBooks {
  /** The book of a session whose line in the list says that it had `count` numbers. */
  open(base: number, count: number): IdBook
}

export function openIdBooks(database: Database): IdBooks {
  const insert = database.prepare('INSERT INTO ids (place, id) VALUES (?, ?)')
  const select = database.prepare('SELECT id FROM ids WHERE place = ?')
  const latest = database.prepare(
    `SELECT place, id FROM ids WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT ${mostKnown / 2}`,
  )
  return {
    open(base, counted) {
      const numbers = new Map<string, number>()
      const ids = new Map<number, string>()
      let count = counted
      const know = (id: string, number: number): void => {
        if (ids.size >= mostKnown) numbers.clear()
        if (ids.size >= mostKnown) ids.clear()
        numbers.set(id, number)
        ids.set(number, id)
      }
      const lately = unlessCorrupt(() => latest.all(base, base + mostNumbers)) ?? []
      for (const { place, id } of lately.toReversed()) {
        const number = Number(place) - base
        count = Math.max(count, number + 1)
        know(String(id), number)
      }
      return {
        get count() {
          return count
        },
        numberOf: (id) => numbers.get(id),
        add(id) {
          if (count >= mostNumbers) return undefined
          insert.run(base + count, id)
          know(id, count)
          count += 1
          return count - 1
        },
        idAt(number) {
          const known = ids.get(number)
          if (known !== undefined) return known
          const found = unlessCorrupt(() => select.get(base + number))?.['id']
          if (typeof found !== 'string') return undefined
          know(found, number)
          return found
        },
      }
    },
  }
}

/** What cannot be read here is found in the rows that brought it. */
function unlessCorrupt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (cause) {
    if (isCorrupt(cause)) return undefined
    throw cause
  }
}
