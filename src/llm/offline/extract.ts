import { cutText, matchDocument, rankByText, wordsOf } from '#protocol'

const leastCoverage = 0.34
const sentence = /[^。！？!?\n]+?(?:[。！？!?]+|\.(?=\s|$)|\n|$)/gu
/** Lines that say where data comes from or of when it is: they stay whatever is left out. */
const provenance =
  /^\s*(?:[-*]\s*)?(?:来源|数据来源|出处|数据|截至|更新|注意?|sources?|data|as of|updated|note)\s*[:：]|来源[:：]|\bsource:/iu

/** Text whole when it is short; else the sentences nearest to the request, in their order, with where they come from. */
export function extract(text: string, query: string, graphemes: number): string {
  if (cutText(text, { graphemes }) === text) return text
  const pieces = [...text.matchAll(sentence)].map(([piece]) => piece).filter((piece) => piece.trim() !== '')
  const documents = pieces.map((piece, place) => matchDocument(String(place), [{ text: piece, weight: 1 }]))
  const order = rankByText(wordsOf(query), documents).map(({ id }) => Number(id))
  const rest = pieces.map((_, place) => place).filter((place) => !order.includes(place))
  const kept = new Set(pieces.flatMap((piece, place) => (provenance.test(piece) ? [place] : [])))
  let room = graphemes - [...kept].reduce((sum, place) => sum + (pieces[place]?.length ?? 0), 0)
  for (const place of [...order, ...rest]) {
    const length = pieces[place]?.length ?? 0
    if (kept.has(place) || length > room) continue
    kept.add(place)
    room -= length
  }
  const chosen = pieces
    .filter((_, place) => kept.has(place))
    .join('')
    .trim()
  return chosen === '' ? cutText(text, { graphemes, ellipsis: '…' }) : chosen
}

/** Sentences of a text that share a good part of the request's words, best first. */
export function nearest(text: string, query: string, count: number): readonly string[] {
  const pieces = [...text.matchAll(sentence)].map(([piece]) => piece.trim()).filter((piece) => piece !== '')
  const documents = pieces.map((piece, place) => matchDocument(String(place), [{ text: piece, weight: 1 }]))
  return rankByText(wordsOf(query), documents)
    .filter(({ coverage }) => coverage >= leastCoverage)
    .slice(0, count)
    .flatMap(({ id }) => pieces[Number(id)] ?? [])
}
