import { stopWords, tyingHan, weakWords } from './lexicon.ts'
import { stem } from './stem.ts'

/** A unit of matching: a word of any script, or a pair of Han or Hangul characters that bridges words. */
export interface Word {
  /** Folded form; two texts share a word when their terms are equal. */
  readonly term: string
  /** As it stood in the text. */
  readonly text: string
  /** 1 for a word, less for pairs and for words that most requests share. */
  readonly weight: number
  /** UTF-16 range in the NFKC form of the text. */
  readonly start: number
  readonly end: number
}

const pairWeight = 0.5
const weakWeight = 0.35
const singleWeight = 0.6

/** Runs of scripts without spaces between words, then runs of other letters and digits. */
const runs =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+)|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv
const humps = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+|\p{Lu}/gu
/** Numbers are values: they rarely say what is wanted. */
const digits = /^\p{N}+$/u
const hangul = /^\p{Script=Hangul}+$/u
const marks = /\p{M}/gu
const ascii = /^[A-Za-z0-9]+$/
const latin = /\p{Script=Latin}/u
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Compatibility forms made equal: full-width letters, ligatures. Ranges of words refer to this form. */
export function normalForm(text: string): string {
  return text.normalize('NFKC')
}

/** Words of a text in order, function words left out. Chinese and English alike; pure. About 1 µs per word. */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = []
  for (const match of normalForm(text).matchAll(runs)) {
    const [whole, unspaced] = match
    if (unspaced === undefined) addSpaced(words, whole, match.index)
    else addUnspaced(words, unspaced, match.index)
  }
  return words
}

function addSpaced(words: Word[], run: string, offset: number): void {
  for (const { 0: text, index } of run.matchAll(humps)) {
    const start = offset + index
    if (hangul.test(text)) addPairs(words, text, start)
    const plain = folded(text)
    if (plain === '' || stopWords.has(plain)) continue
    const weight = weakWords.has(plain) || digits.test(plain) ? weakWeight : 1
    words.push({ term: stem(plain), text, weight, start, end: start + text.length })
  }
}

/** Lower case, and for Latin letters without accents; other scripts need their marks. */
function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  const bare = latin.test(text) ? text.normalize('NFD').replace(marks, '').normalize('NFC') : text
  return bare.toLowerCase()
}

function addUnspaced(words: Word[], run: string, offset: number): void {
  const seen = new Set<number>()
  for (const { segment, index } of segmenter.segment(run)) {
    if (segment.length === 2) seen.add(index)
    if (stopWords.has(segment)) continue
    const single = segment.length === 1 ? singleWeight : 1
    const weight = weakWords.has(segment) ? weakWeight : single
    const start = offset + index
    words.push({ term: segment, text: segment, weight, start, end: start + segment.length })
  }
  addPairs(words, run, offset, seen)
}

/** Pairs of neighbouring characters: they find words that the segmenter cut otherwise. */
function addPairs(words: Word[], run: string, offset: number, skip: ReadonlySet<number> = new Set()): void {
  let before = ''
  let start = 0
  let at = 0
  for (const character of run) {
    const fits = mayPair(character)
    if (fits && before !== '' && !skip.has(start)) addPair(words, before + character, offset + start)
    before = fits ? character : ''
    start = at
    at += character.length
  }
}

function addPair(words: Word[], text: string, start: number): void {
  if (stopWords.has(text)) return
  const weight = weakWords.has(text) ? weakWeight * pairWeight : pairWeight
  words.push({ term: text, text, weight, start, end: start + text.length })
}

function mayPair(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  const isHan =
    (code >= 0x4e_00 && code <= 0x9f_ff) || (code >= 0x34_00 && code <= 0x4d_bf) || code >= 0x2_00_00
  return isHan ? !tyingHan.has(character) : code >= 0xac_00 && code <= 0xd7_a3
}
