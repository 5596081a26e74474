/**
 * The stored form of an event's JSON: a known word becomes a code, and an id that came before in the same row becomes
 * its number. JSON text holds no control characters, so these stand for codes, and every row is read by itself.
 *
 * `01`-`04` and one character: a long word. `05`-`1d`: a short word. `1e`, a letter and 26 characters: an id, first
 * time. `1f` and one character: an id of this row again.
 */
import { longWords, shortWords } from './words.ts'

const firstShort = 0x05
const firstLong = 0x21
const longsPerLead = 94
const idMark = '\u001e'
const againMark = '\u001f'
/** The letter of each prefix is its place here; append only. */
const idPrefixes = ['sess', 'task', 'run', 'msg', 'call', 'appr', 'qst', 'ltr', 'mem']
const idTail = 26
const mostIds = 90

const quoted = (word: string): string => (word.endsWith(':') ? `"${word.slice(0, -1)}":` : `"${word}"`)
const longCode = (index: number): string =>
  String.fromCharCode(1 + Math.floor(index / longsPerLead), firstLong + (index % longsPerLead))

const codeOf = new Map([
  ...shortWords.map((word, index) => [quoted(word), String.fromCharCode(firstShort + index)] as const),
  ...longWords.map((word, index) => [quoted(word), longCode(index)] as const),
])
const wordOf = new Map([...codeOf].map(([word, code]) => [code, word]))
const letterOf = new Map(idPrefixes.map((prefix, index) => [prefix, String.fromCharCode(firstLong + index)]))
const prefixOf = new Map([...letterOf].map(([prefix, letter]) => [letter, prefix]))

const candidates = /"[A-Za-z0-9_./-]+":?/g
const id = /^"([a-z]+)_([0-9A-HJKMNP-TV-Z]{26})"$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what codes are made of
const codes = /[\u0005-\u001d]|[\u0001-\u0004][^]|\u001e[^]{27}|\u001f[^]/g

/** Shortens JSON text. `expand` gives exactly the text back. */
export function compact(json: string): string {
  let seen: Map<string, string> | undefined
  return json.replace(candidates, (word) => {
    const code = codeOf.get(word)
    if (code !== undefined) return code
    if (word.length < idTail + 4) return word
    seen ??= new Map()
    return idCode(word, seen)
  })
}

function idCode(word: string, seen: Map<string, string>): string {
  const again = seen.get(word)
  if (again !== undefined) return again
  const match = id.exec(word)
  const letter = letterOf.get(match?.[1] ?? '')
  if (letter === undefined) return word
  if (seen.size < mostIds) seen.set(word, againMark + String.fromCharCode(firstLong + seen.size))
  return idMark + letter + (match?.[2] ?? '')
}

/** Gives back the JSON text that `compact` shortened. A code that is none stays as it is. */
export function expand(text: string): string {
  const ids: string[] = []
  return text.replace(codes, (code) => {
    const word = wordOf.get(code)
    if (word !== undefined) return word
    if (code.startsWith(againMark)) return ids[code.charCodeAt(1) - firstLong] ?? code
    if (!code.startsWith(idMark)) return code
    const whole = `"${prefixOf.get(code.charAt(1)) ?? ''}_${code.slice(2)}"`
    ids.push(whole)
    return whole
  })
}
