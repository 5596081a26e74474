/**
 * The stored form of JSON text. Text holds no control characters, so these stand for codes:
 *
 * `01`-`04` and a character: a long word. `05`-`1a`: a short word. `1b` and a character: a fragment. `1c` and three: an
 * id by its number in the session. `1d`, digits and `1d`: an event of the session. `1e`, a letter, 26 characters and
 * three: an id that comes for the first time, and its number. `1f` and a character: an id of this text again.
 *
 * A comma before a coded key is left out: a key that does not follow `{` has one.
 */
import type { SessionId } from '#protocol'
import { fragments, longWords, phrases, shortWords } from './words.ts'

/** What gives ids their numbers; see IdBook. */
export interface Numbers {
  numberOf(id: string): number | undefined
  add(id: string): number | undefined
  idAt(number: number): string | undefined
}

/** Whose text it is. */
export interface Context {
  readonly sessionId: SessionId
  readonly ids: Numbers
}

const firstShort = 0x05
const lastLead = 0x04
const base = 94
/** The first printable character: what follows a mark counts from it. */
const zero = 0x21
/** Fragments are found before words are: their codes hold no quotation mark. */
const fragmentZero = 0x23
const fragmentMark = 0x1b
const numberMark = 0x1c
const eventMark = 0x1d
const idMark = 0x1e
const againMark = 0x1f
/** The letter of each prefix is its place here; append only. */
const idPrefixes = ['sess', 'task', 'run', 'msg', 'call', 'appr', 'qst', 'ltr', 'mem']
const idTail = 26
const numberLength = 3
const longestWord = 64
const comma = 0x2c
const colon = 0x3a
const brace = 0x7b
const shortestId = 31
const mostAgain = 90

const char = (code: number): string => String.fromCharCode(code)
const quoted = (word: string): string => (word.endsWith(':') ? `"${word.slice(0, -1)}":` : `"${word}"`)
const shorts = shortWords.map(quoted)
const longs = [...longWords.map(quoted), ...phrases.map((phrase) => `"${phrase}"`)]
const codeOf = new Map([
  ...longs.map(
    (word, index) => [word, char(1 + Math.floor(index / base)) + char(zero + (index % base))] as const,
  ),
  ...shorts.map((word, index) => [word, char(firstShort + index)] as const),
])
const fragmentCodes = fragments.map((text, index) => ({
  text,
  code: char(fragmentMark) + char(fragmentZero + index),
}))
const idWord = /^"(([a-z]+)_([0-9A-HJKMNP-TV-Z]{26}))"$/

/** How the events of a session are named: `evt_…_`, ending before the seq. */
export const eventPrefix = (sessionId: SessionId): string => `evt_${sessionId.slice(5)}_`

/** Shortens JSON text, and gives numbers to the ids it brings. `expand` gives exactly the text back. */
export function compact(json: string, context: Context): string {
  let text = json
  for (const { text: fragment, code } of fragmentCodes) text = text.replace(fragment, code)
  const again = new Map<string, string>()
  let out = ''
  let from = 0
  for (let open = text.indexOf('"'); open >= 0; ) {
    const end = endOfWord(text, open)
    const code = end - open > longestWord ? undefined : codeFor(text.slice(open, end), again, context)
    if (code !== undefined) {
      const hasComma = isKey(text, end) && text.charCodeAt(open - 1) === comma
      out += text.slice(from, hasComma ? open - 1 : open) + code
      from = end
    }
    open = text.indexOf('"', end)
  }
  return out + text.slice(from)
}

const isKey = (text: string, end: number): boolean => text.charCodeAt(end - 1) === colon

/** The index after the string that opens there, and after the colon when it is a key. */
function endOfWord(text: string, open: number): number {
  let close = text.indexOf('"', open + 1)
  while (close > 0 && isEscaped(text, close)) close = text.indexOf('"', close + 1)
  if (close < 0) return text.length
  return text.charCodeAt(close + 1) === colon ? close + 2 : close + 1
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1
  return slashes % 2 === 1
}

function codeFor(word: string, again: Map<string, string>, { sessionId, ids }: Context): string | undefined {
  const code = codeOf.get(word) ?? again.get(word)
  if (code !== undefined || word.length < shortestId) return code
  if (word.startsWith('"evt_')) return eventCode(word, eventPrefix(sessionId))
  const [, id, prefix = '', tail] = idWord.exec(word) ?? []
  const letter = idPrefixes.indexOf(prefix)
  if (letter < 0 || id === undefined) return undefined
  const known = ids.numberOf(id)
  const number = known ?? ids.add(id)
  if (number === undefined) return undefined
  if (again.size < mostAgain) again.set(word, char(againMark) + char(zero + again.size))
  if (known !== undefined) return char(numberMark) + digits(number)
  return `${char(idMark)}${char(zero + letter)}${tail}${digits(number)}`
}

function eventCode(word: string, prefix: string): string | undefined {
  const seq = word.slice(prefix.length + 1, -1)
  const isOurs = word.startsWith(prefix, 1) && /^\d+$/.test(seq)
  return isOurs ? char(eventMark) + seq + char(eventMark) : undefined
}

function digits(number: number): string {
  return (
    char(zero + Math.floor(number / base ** 2)) +
    char(zero + (Math.floor(number / base) % base)) +
    char(zero + (number % base))
  )
}

function numberAt(text: string, index: number): number {
  const digit = (place: number): number => text.charCodeAt(index + place) - zero
  return digit(0) * base ** 2 + digit(1) * base + digit(2)
}

/** Gives back the text that `compact` shortened. Throws RangeError on a code that is none. */
export function expand(text: string, context: Context): string {
  const again: string[] = []
  let out = ''
  let from = 0
  let isAfterBrace = true
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > againMark) continue
    if (index > from) {
      out += text.slice(from, index)
      isAfterBrace = text.charCodeAt(index - 1) === brace
    }
    from = endOfCode(text, index, code)
    const meaning = wordFor(text, index, code) ?? meaningOf(text.slice(index, from), again, context)
    const last = meaning.charCodeAt(meaning.length - 1)
    out += last === colon && !isAfterBrace && code !== fragmentMark ? `,${meaning}` : meaning
    isAfterBrace = last === brace
    index = from - 1
  }
  return out + text.slice(from)
}

function wordFor(text: string, index: number, code: number): string | undefined {
  return code <= lastLead ? longs[longPlace(code, text.charCodeAt(index + 1))] : shorts[code - firstShort]
}

const longPlace = (lead: number, code: number): number => (lead - 1) * base + code - zero

function endOfCode(text: string, index: number, mark: number): number {
  if (mark > lastLead && mark < fragmentMark) return index + 1
  if (mark === idMark) return index + 2 + idTail + numberLength
  if (mark === numberMark) return index + 1 + numberLength
  if (mark === eventMark) return text.indexOf(char(eventMark), index + 1) + 1 || text.length
  return index + 2
}

function meaningOf(code: string, again: string[], { sessionId, ids }: Context): string {
  const place = code.charCodeAt(1) - zero
  switch (code.charCodeAt(0)) {
    case fragmentMark:
      return known(fragments[code.charCodeAt(1) - fragmentZero], code)
    case againMark:
      return known(again[place], code)
    case eventMark:
      return `"${eventPrefix(sessionId)}${code.slice(1, -1)}"`
    case numberMark:
      return kept(`"${known(ids.idAt(numberAt(code, 1)), code)}"`, again)
    case idMark:
      return kept(`"${idIn(code)}"`, again)
    default:
      return known(undefined, code)
  }
}

function kept(id: string, again: string[]): string {
  again.push(id)
  return id
}

const idIn = (code: string): string =>
  `${known(idPrefixes[code.charCodeAt(1) - zero], code)}_${code.slice(2, 2 + idTail)}`

function known(meaning: string | undefined, code: string): string {
  if (meaning !== undefined) return meaning
  throw new RangeError(`a code that this version does not know: ${JSON.stringify(code)}`)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what codes are made of
const brought = /\u001e.[0-9A-HJKMNP-TV-Z]{26}.{3}/g

/** The ids that a stored text brings, with their numbers: the second copy of the session's book. */
export function idsIn(text: string): readonly (readonly [number, string])[] {
  return [...text.matchAll(brought)].map(([code]) => [numberAt(code, 2 + idTail), idIn(code)] as const)
}
