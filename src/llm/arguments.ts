import { createRequire } from 'node:module'
import type { jsonrepair } from 'jsonrepair'
import type { Json } from '#protocol'
import type { JsonSchema } from './model.ts'

/** The arguments of a call: a plain object, or what is wrong with the text in words the model can act on. */
export type ParsedArguments =
  | { readonly ok: true; readonly value: { readonly [key: string]: Json }; readonly repaired: boolean }
  | { readonly ok: false; readonly problem: string }

const maxArgumentsBytes = 1024 * 1024
const maxDepth = 64
/** The mender's time grows with the square of the text: 16 kB of faults take 0.1 s, 200 kB take 14 s. */
const maxRepairChars = 16 * 1024

/**
 * Reads what a model wrote as arguments. In order: the text as JSON, JSON inside a JSON string, a repaired text; each
 * must give one object. An array, a string, `null`, a key that stands twice, `__proto__`, more than 1 MiB or 64 levels
 * are refused: nothing is guessed and an empty object never stands in for what could not be read. An empty text is an
 * empty object only where the schema requires nothing. Checking against the schema comes after this.
 */
export function parseArguments(text: string, schema?: JsonSchema): ParsedArguments {
  if (text.length > maxArgumentsBytes || Buffer.byteLength(text) > maxArgumentsBytes) {
    return refuse(
      `the arguments are longer than ${maxArgumentsBytes} bytes; send less, or write it to a file first`,
    )
  }
  if (text.trim() === '') return ofEmpty(schema)
  const parsed = parse(text)
  if (parsed) return judge(parsed.value, text, false)
  const escaped = escapeLineEnds(text)
  const reparsed = escaped === text ? undefined : parse(escaped)
  return reparsed ? judge(reparsed.value, escaped, true) : repair(text)
}

function refuse(problem: string): ParsedArguments {
  return { ok: false, problem }
}

function ofEmpty(schema: JsonSchema | undefined): ParsedArguments {
  const required = schema?.['required']
  if (!Array.isArray(required) || required.length === 0) return { ok: true, value: {}, repaired: false }
  return refuse(
    `the arguments are empty, but ${required.map((name) => JSON.stringify(name)).join(', ')} must be given`,
  )
}

/** A box around the value, since `null` and `false` are values too. */
function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // Not JSON: said by the absence of a value, and mended or refused by the caller.
    return undefined
  }
}

function judge(value: unknown, text: string, repaired: boolean): ParsedArguments {
  if (typeof value === 'string') {
    const inner = parse(value)
    if (!inner || typeof inner.value !== 'object') return refuse(wanted('a string'))
    return judge(inner.value, value, true)
  }
  if (value === null) return refuse(wanted('null'))
  if (Array.isArray(value)) return refuse(wanted('an array'))
  if (typeof value !== 'object') return refuse(wanted(`a ${typeof value}`))
  const fault = faultIn(text)
  return fault === undefined
    ? { ok: true, value: value as { readonly [key: string]: Json }, repaired }
    : refuse(fault)
}

const wanted = (found: string): string =>
  `the arguments are ${found}; wanted one JSON object, such as {"name": "value"}`

/** Loaded by the first text that needs it. */
function mender(): typeof jsonrepair {
  const loaded = createRequire(import.meta.url)('jsonrepair') as { readonly jsonrepair: typeof jsonrepair }
  return loaded.jsonrepair
}

function repair(text: string): ParsedArguments {
  const unreadable = refuse(`the arguments are not JSON: ${whyNot(text)}; wanted one JSON object`)
  if (text.length > maxRepairChars || !/^\s*(?:```[a-z]*\s*)?\{/i.test(text)) return unreadable
  if (isCutInside(text))
    return refuse('the arguments are cut off in the middle; send the whole JSON object again')
  try {
    const mended = mender()(text)
    const parsed = parse(mended)
    return parsed ? judge(parsed.value, mended, true) : unreadable
  } catch {
    // Beyond repair: the model is told what JSON.parse said.
    return unreadable
  }
}

/** Line ends and tabs written raw inside strings: the commonest fault of long texts, mended in one pass. */
function escapeLineEnds(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\[\s\S])*"/g, (string) =>
    /[\n\r\t]/.test(string)
      ? string.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
      : string,
  )
}

function whyNot(text: string): string {
  try {
    JSON.parse(text)
    return 'it is'
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'unreadable'
  }
}

/**
 * Looks for what JSON.parse silently accepts: a key twice in one object (the last would win) and `__proto__`. Walks the
 * text once with its own stack, so depth costs no recursion. The text is valid JSON.
 */
function faultIn(text: string): string | undefined {
  const keys: (Set<string> | undefined)[] = []
  let wantsKey = false
  for (const token of tokensOf(text)) {
    const fault = wantsKey ? faultOfKey(token, keys.at(-1)) : undefined
    if (fault !== undefined) return fault
    nest(keys, token, token === '{' ? new Set() : undefined)
    if (keys.length > maxDepth) return `the arguments are nested more than ${maxDepth} levels deep`
    wantsKey = token === '{' || (token === ',' && keys.at(-1) !== undefined)
  }
  return undefined
}

function faultOfKey(token: string, seen: Set<string> | undefined): string | undefined {
  if (!isQuote(token)) return undefined
  const key = JSON.parse(token) as string
  if (key === '__proto__') return 'the key "__proto__" is not allowed in arguments'
  if (seen?.has(key))
    return `the key ${JSON.stringify(key.slice(0, 100))} stands twice in one object; say each once`
  seen?.add(key)
  return undefined
}

/**
 * True when the text ends inside a string, a key, a number or before a value: whatever stood there is lost, and a
 * shortened path or command must not run. Only missing closing brackets after a whole value can be mended.
 */
function isCutInside(text: string): boolean {
  const open: string[] = []
  let last = ''
  let beforeLast = ''
  for (const token of tokensOf(text)) {
    nest(open, token, token)
    beforeLast = last
    last = token
  }
  if (isQuote(last) && !isClosed(last)) return true
  if (open.length === 0 || isClosing(last)) return false
  const mayBeKey = open.at(-1) === '{' && beforeLast !== ':'
  return !isQuote(last) || mayBeKey
}

function nest<Level>(levels: Level[], token: string, level: Level): void {
  if (isOpening(token)) levels.push(level)
  else if (isClosing(token)) levels.pop()
}

const isOpening = (token: string): boolean => token === '{' || token === '['
const isClosing = (token: string): boolean => token === '}' || token === ']'
const isQuote = (token: string): boolean => token.startsWith('"') || token.startsWith("'")
const isClosed = (string: string): boolean => endOfString(string, 0) < string.length

/** Strings whole, every other visible sign by itself. A string without its end reaches to the end of the text. */
function* tokensOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (/[\s`]/.test(sign)) continue
    const end = isQuote(sign) ? endOfString(text, at) : at
    yield text.slice(at, end + 1)
    at = end
  }
}

/** The place of the quote that ends the string begun at `from`, or the end of the text. */
function endOfString(text: string, from: number): number {
  const quote = text[from]
  let at = from + 1
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1
  return at
}
