const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const size = 24
const ascii = /^[\t\n -~]*$/

/** Cuts a text into the pieces a model would stream: a few characters each, never inside one a person sees. */
export function chunksOf(text: string): readonly string[] {
  if (ascii.test(text)) return text.match(/[\s\S]{1,24}/g) ?? []
  const chunks: string[] = []
  let chunk = ''
  for (const { segment } of graphemes.segment(text)) {
    chunk += segment
    if (chunk.length < size) continue
    chunks.push(chunk)
    chunk = ''
  }
  return chunk === '' ? chunks : [...chunks, chunk]
}
