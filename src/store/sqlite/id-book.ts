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

/** Reading goes forward mostly: the ids that follow are fetched along. */
const loadedAtOnce = 250

export interface IdBooks {
  /** The book of a session whose line in the list says that it had `count` numbers. */
  open(base: number, count: number): IdBook
}

export function openIdBooks(database: Database): IdBooks {
  const insert = database.prepare('INSERT INTO ids (place, id) VALUES (?, ?)')
  const select = database.prepare('SELECT place, id FROM ids WHERE place BETWEEN ? AND ? ORDER BY place')
  const last = database.prepare('SELECT max(place) AS place FROM ids WHERE place BETWEEN ? AND ?')

  return {
    open(base, counted) {
      const numbers = new Map<string, number>()
      const ids = new Map<number, string>()
      const end = unlessCorrupt(() => last.get(base, base + mostNumbers))?.['place']
      let count = Math.max(counted, typeof end === 'number' ? end - base + 1 : 0)

      const know = (id: string, number: number): void => {
        if (numbers.size >= mostKnown) numbers.clear()
        numbers.set(id, number)
      }
      const load = (from: number, to: number): void => {
        if (ids.size >= mostKnown) ids.clear()
        for (const { place, id } of unlessCorrupt(() => select.all(base + from, base + to)) ?? [])
          ids.set(Number(place) - base, String(id))
      }
      load(Math.max(0, count - mostKnown / 2), count)
      for (const [number, id] of ids) know(id, number)

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
          if (!ids.has(number)) load(number, number + loadedAtOnce)
          return ids.get(number)
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
