/**
 * The stored form of JSON text: a known word becomes a code, an id that came before in the same text becomes its
 * number. JSON text holds no control characters, so these stand for codes, and every row can be read by itself.
 *
 * `01`-`04` and a character: a long word. `05`-`1a`: a short word. `1b`: the usual end of an envelope. `1d`, digits and
 * `1d`: an event of the same session. `1e`, a letter and 26 characters: an id, first time. `1f` and a character: an id
 * of this text again.
 */
import type { SessionId } from '#protocol'
import { longWords, shortWords } from './words.ts'

const firstShort = 0x05
const lastLead = 0x04
const longsPerLead = 94
/** The first printable character: what follows a mark counts from it. */
const zero = 0x21
const usualMark = 0x1b
const eventMark = 0x1d
const idMark = 0x1e
const againMark = 0x1f
const usual = '"prevEvents":[],"visibility":"internal","payload":{'
/** The letter of each prefix is its place here; append only. */
const idPrefixes = ['sess', 'task', 'run', 'msg', 'call', 'appr', 'qst', 'ltr', 'mem']
const idTail = 26
const longestWord = 40
const shortestId = 31
const mostIds = 90

const char = (code: number): string => String.fromCharCode(code)
const quoted = (word: string): string => (word.endsWith(':') ? `"${word.slice(0, -1)}":` : `"${word}"`)
const shorts = shortWords.map(quoted)
const longs = longWords.map(quoted)
const codeOf = new Map([
  ...longs.map(
    (word, index) =>
      [word, char(1 + Math.floor(index / longsPerLead)) + char(zero + (index % longsPerLead))] as const,
  ),
  ...shorts.map((word, index) => [word, char(firstShort + index)] as const),
])
const idWord = /^"([a-z]+)_([0-9A-HJKMNP-TV-Z]{26})"$/

/** How the events of a session are named: `evt_…_`, ending before the seq. */
export const eventPrefix = (sessionId: SessionId): string => `evt_${sessionId.slice(5)}_`

/** Shortens JSON text of an event of that session. `expand` gives exactly the text back. */
export function compact(json: string, sessionId: SessionId): string {
  const text = json.replace(usual, char(usualMark))
  const ids = new Map<string, string>()
  let out = ''
  let from = 0
  for (let open = text.indexOf('"'); open >= 0; ) {
    const end = endOfWord(text, open)
    if (end - open <= longestWord) {
      const word = text.slice(open, end)
      const code = codeOf.get(word) ?? (word.length >= shortestId ? idCode(word, ids, sessionId) : undefined)
      if (code !== undefined) {
        out += text.slice(from, open) + code
        from = end
      }
    }
    open = text.indexOf('"', end)
  }
  return out + text.slice(from)
}

/** The index after the string that opens there, and after the colon when it is a key. */
function endOfWord(text: string, open: number): number {
  let close = text.indexOf('"', open + 1)
  while (close > 0 && isEscaped(text, close)) close = text.indexOf('"', close + 1)
  if (close < 0) return text.length
  return text.charCodeAt(close + 1) === 0x3a ? close + 2 : close + 1
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1
  return slashes % 2 === 1
}

function idCode(word: string, ids: Map<string, string>, sessionId: SessionId): string | undefined {
  const again = ids.get(word)
  if (again !== undefined) return again
  if (word.startsWith('"evt_')) return eventCode(word, eventPrefix(sessionId))
  const match = idWord.exec(word)
  const letter = idPrefixes.indexOf(match?.[1] ?? '')
  if (letter < 0) return undefined
  if (ids.size < mostIds) ids.set(word, char(againMark) + char(zero + ids.size))
  return char(idMark) + char(zero + letter) + (match?.[2] ?? '')
}

function eventCode(word: string, prefix: string): string | undefined {
  const seq = word.slice(prefix.length + 1, -1)
  const isOurs = word.startsWith(prefix, 1) && /^\d+$/.test(seq)
  return isOurs ? char(eventMark) + seq + char(eventMark) : undefined
}

/** Gives back the text that `compact` shortened. Throws RangeError on a code that is none. */
export function expand(text: string, sessionId: SessionId): string {
  const ids: string[] = []
  let out = ''
  let from = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > againMark) continue
    if (index > from) out += text.slice(from, index)
    const word =
      code <= lastLead ? longs[longPlace(code, text.charCodeAt(index + 1))] : shorts[code - firstShort]
    if (word === undefined) {
      from = endOfMark(text, index, code)
      out += meaningOf(text.slice(index, from), ids, sessionId)
    } else {
      from = code <= lastLead ? index + 2 : index + 1
      out += word
    }
    index = from - 1
  }
  return out + text.slice(from)
}

const longPlace = (lead: number, code: number): number => (lead - 1) * longsPerLead + code - zero

function endOfMark(text: string, index: number, mark: number): number {
  if (mark === idMark) return index + 2 + idTail
  if (mark === eventMark) return text.indexOf(char(eventMark), index + 1) + 1 || text.length
  return index + (mark === usualMark ? 1 : 2)
}

function meaningOf(code: string, ids: string[], sessionId: SessionId): string {
  const place = code.charCodeAt(1) - zero
  switch (code.charCodeAt(0)) {
    case usualMark:
      return usual
    case againMark:
      return known(ids[place], code)
    case eventMark:
      return `"${eventPrefix(sessionId)}${code.slice(1, -1)}"`
    case idMark: {
      const id = `"${known(idPrefixes[place], code)}_${code.slice(2)}"`
      ids.push(id)
      return id
    }
    default:
      return known(undefined, code)
  }
}

function known(meaning: string | undefined, code: string): string {
  if (meaning !== undefined) return meaning
  throw new RangeError(`a code that this version does not know: ${JSON.stringify(code)}`)
}
