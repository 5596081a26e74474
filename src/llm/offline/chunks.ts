/** Cuts a text into the pieces a model would stream: a few characters each, never inside one a person sees. */
export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = []
  let chunk = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    chunk += segment
    if (chunk.length >= size) {
      chunks.push(chunk)
      chunk = ''
    }
  }
  return chunk === '' ? chunks : [...chunks, chunk]
}

const size = 24
