/** Cutting text where a reader would: never inside a picture, a flag, a syllable or a surrogate pair. */

/** A limit in exactly one unit: what a person sees as one character, UTF-8 bytes, or UTF-16 units. */
export type TextLimit =
  | { readonly graphemes: number }
  | { readonly bytes: number }
  | { readonly chars: number }

export type CutOptions = TextLimit & {
  /** Put at the end of what was cut; it counts towards the limit and is left out where it does not fit. */
  readonly ellipsis?: string
}

const ascii = /^[\t\n -~]*$/
/** A border depends on the few units after it; a head this much longer than the limit has true borders. */
const lookahead = 64

let shared: Intl.Segmenter | undefined
/** Made on first use: building one costs a millisecond. */
const segmenter = (): Intl.Segmenter => {
  shared ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return shared
}

/** The same text with every lone surrogate replaced by U+FFFD, so that it survives UTF-8 and JSON. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed()
}

/** Length in UTF-8 bytes of well-formed text. */
export function utf8Bytes(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    if (unit < 0x800) bytes += 1
    else if (unit >= 0xd800 && unit <= 0xdfff) bytes += 1
    else bytes += 2
  }
  return bytes
}

/** The longest head of the text within the limit that ends between two graphemes. Always well-formed. */
export function cutText(text: string, options: CutOptions): string {
  const whole = wellFormed(text)
  const measure = measureOf(options)
  if (headWithin(whole, measure).length === whole.length) return whole
  const tail = wellFormed(options.ellipsis ?? '')
  const room = measure.limit - sizeOf(tail, measure.size)
  return tail === '' || room < 0
    ? headWithin(whole, measure)
    : headWithin(whole, { ...measure, limit: room }) + tail
}

interface Measure {
  readonly limit: number
  readonly size: (grapheme: string) => number
  /** Units of text that may make up one unit of the limit; undefined when there is no bound. */
  readonly charsPerUnit: 1 | undefined
}

function measureOf(of: TextLimit): Measure {
  const whole = (limit: number): number => (limit > 0 ? Math.floor(limit) : 0)
  if ('graphemes' in of) return { limit: whole(of.graphemes), size: () => 1, charsPerUnit: undefined }
  if ('bytes' in of) return { limit: whole(of.bytes), size: utf8Bytes, charsPerUnit: 1 }
  return { limit: whole(of.chars), size: (grapheme) => grapheme.length, charsPerUnit: 1 }
}

function sizeOf(text: string, size: Measure['size']): number {
  let total = 0
  for (const { segment } of segmenter().segment(text)) total += size(segment)
  return total
}

function headWithin(text: string, { limit, size, charsPerUnit }: Measure): string {
  if (ascii.test(text)) return text.slice(0, limit)
  if (size === utf8Bytes ? text.length * 3 <= limit : text.length <= limit) return text
  const head = charsPerUnit === undefined ? text : text.slice(0, limit + lookahead)
  let used = 0
  for (const { segment, index } of segmenter().segment(head)) {
    used += size(segment)
    if (used > limit) return text.slice(0, index)
  }
  return head
}
