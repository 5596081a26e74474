/**
 * Token estimates without a vocabulary: characters are counted by class, each with a measured weight. Within about
 * 15 % of a modern vocabulary on Chinese and English prose, code, JSON, lock files and base64; linear, no table to load.
 */

/** Tokens per UTF-16 unit of each class. */
interface Weights {
  readonly letter: number
  readonly digit: number
  readonly mark: number
  readonly newline: number
  /** Of a long run that switches between letters, capitals and digits: hashes, base64, identifiers made by machines. */
  readonly mixed: number
  readonly han: number
  readonly kana: number
  readonly hangul: number
  readonly pair: number
  readonly other: number
}

/** Best guess: fitted to a vocabulary of 200,000 pieces. */
const typical: Weights = {
  letter: 1 / 5.4,
  digit: 1 / 2.4,
  mark: 0.55,
  newline: 0.35,
  mixed: 0.66,
  han: 0.74,
  kana: 0.74,
  hangul: 0.6,
  pair: 0.96,
  other: 0.4,
}

/** What a vocabulary with little room for a script takes: for limits that must not be crossed before any report. */
const heavy: Weights = {
  letter: 1 / 4.2,
  digit: 1 / 1.6,
  mark: 0.7,
  newline: 0.6,
  mixed: 0.8,
  han: 1.12,
  kana: 1.1,
  hangul: 1,
  pair: 1.6,
  other: 1,
}

/** The likely number of tokens of a text. Pure and fast; callers keep the figure per message. */
export function estimateTokens(text: string): number {
  return Math.ceil(weigh(text, typical))
}

/** A number of tokens that hardly any vocabulary exceeds: 1.1 a Han character, for one. */
export function ceilingTokens(text: string): number {
  return Math.ceil(weigh(text, heavy))
}

const blank = 0
const lower = 1
const upper = 2
const digit = 3
const mark = 4
const newline = 5
/** Class of each ASCII unit. */
const classOf = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (unit >= 97 && unit <= 122) return lower
  if (unit >= 65 && unit <= 90) return upper
  if (unit >= 48 && unit <= 57) return digit
  if (unit === 10) return newline
  return unit <= 32 ? blank : mark
})

const mixedFrom = 10
/** A run is mixed when at least one in this many of its units changes class. */
const mixedEvery = 5

function weigh(text: string, weights: Weights): number {
  let total = 0
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    const kind = unit < 128 ? (classOf[unit] ?? mark) : mark
    if (isWordy(kind)) {
      const end = endOfRun(text, at)
      total += weighRun(text, { from: at, to: end }, weights)
      at = end
      continue
    }
    if (unit >= 128) total += wide(unit, weights)
    else if (kind === mark) total += weights.mark
    else if (kind === newline) total += weights.newline
    at += 1
  }
  return total
}

const isWordy = (kind: number): boolean => kind >= lower && kind <= digit

function endOfRun(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && isWordy(classOf[text.charCodeAt(at)] ?? blank)) at += 1
  return at
}

/** A run of ASCII letters and digits. */
function weighRun(
  text: string,
  run: { readonly from: number; readonly to: number },
  weights: Weights,
): number {
  let digits = 0
  let switches = 0
  let last = blank
  for (let at = run.from; at < run.to; at += 1) {
    const kind = classOf[text.charCodeAt(at)] ?? blank
    if (kind === digit) digits += 1
    if (kind !== last) switches += 1
    last = kind
  }
  const length = run.to - run.from
  const mixed = length >= mixedFrom && switches * mixedEvery > length
  return mixed ? length * weights.mixed : (length - digits) * weights.letter + digits * weights.digit
}

function wide(unit: number, weights: Weights): number {
  if (unit < 0x2e80) return weights.other
  if (unit >= 0xd800 && unit <= 0xdfff) return weights.pair
  if (unit >= 0xac00) return unit <= 0xd7a3 ? weights.hangul : weights.han
  return unit >= 0x3040 && unit <= 0x30ff ? weights.kana : weights.han
}
