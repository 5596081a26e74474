import { modifierSpans, normalForm, valueSpans, wordsOf } from '#protocol'

/** A part of a request that may be a step of its own. */
export interface Clause {
  readonly text: string
  /** It comes after what precedes it, by word or because it rests on its result. */
  readonly after: boolean
  /** It begins with a word that joins or orders steps, rather than after a comma only. */
  readonly joined: boolean
  /** It begins at an "and" between two nouns, which seldom joins two steps. */
  readonly loose: boolean
}

const englishVerbs =
  'find|search|look|book|reserve|recommend|suggest|check|show|tell|get|give|list|plan|write|create|add|send|email|make|compute|calculate|review|analy[sz]e|summari[sz]e|draft|prepare|update|implement|build|test|run|open|close|cancel|order|pay|approve|translate|convert|schedule|remind|explain|compare|notify|ask|have|let|what|how|which|who|when|where|is|are|verify|generate|design|fix|delete|remove|start|stop|buy|rent|assign|post|fetch|read|deploy|report|then|also|please|finally'

/** Borders of clauses: sentence ends, commas, and words that join steps. The words go with the clause they open. */
const border = new RegExp(
  [
    '[。！？!?；;\\n]+\\s*',
    '\\.(?=\\s|$)\\s*',
    '(?:(?<!\\d)[，,]|[，,](?!\\d))\\s*',
    '(?=(?:和|与|及)\\p{Script=Han}{2})|\\s+(?=and\\s)',
    '(?=(?:然后|接着|随后|之后再|并且|并(?=\\p{Script=Han})|以及|同时|顺便|另外|还有|最后|再(?=帮|给|推荐|查|找|让|请|用|把)))',
    `\\s+(?=(?:and\\s+)?(?:then|after\\s+that|afterwards)\\b)`,
    `\\s+(?=and\\s+(?:${englishVerbs})\\b)`,
  ].join('|'),
  'giu',
)
const ordering =
  /^(?:然后|接着|随后|之后|再|最后)|^(?:and\s+)?(?:then|after\s+that|afterwards|finally|next)\b/iu
const joint = /^(?:[和与及]|and\b)/iu
const commanding = new RegExp(`^and\\s+(?:${englishVerbs})\\b`, 'iu')
const joining = /^(?:并且|并|以及|同时|顺便|另外|还有)|^(?:also|plus)\b/iu
const resting =
  /(?:根据|基于|按照|结合|参考)(?:这个|这些|该|上述|以上|前面|其|它|查到|得到)?[^，。]{0,6}(?:结果|情况|天气|数据|信息|结论|分析|它)|适合的|合适的|\b(?:based on|according to|given|using|depending on)\s+(?:that|this|it|the|those|its)\b|\bsuitable\b|\bthat suits?\b|\bthere\b|那里|那儿|当地/iu
/** A clause that only asks about what was just said. */
const tail =
  /^(?:那)?(?:这样|那样|它|这)?(?:适合|可以|行|合适|能|好|方便|要紧|够|需要|值得|可行|去得了)(?:去|不适合|不可以|不行|不好|不能|的)?(?:吗|嗎|么|吧|呢)?$|^(?:is|are|was|will|would|can|could|should|do|does)\s+(?:it|that|this|they|we|i)\b.{0,40}$/iu

/** Cuts a request where a step may end. Conditions and short questions about the same thing stay with their clause. */
export function clausesOf(query: string): readonly Clause[] {
  const normal = normalForm(query)
  const text = normal.length === query.length ? query : normal
  const spans = [...modifierSpans(normal), ...valueSpans(normal)]
  const clauses: Clause[] = []
  let held = ''
  let offset = 0
  for (const piece of piecesOf(text, spans)) {
    const whole = held + piece
    const isHeld = isCondition(piece, offset, modifierSpans(normal))
    offset += piece.length
    held = isHeld ? whole : ''
    if (!isHeld) add(clauses, whole, piece)
  }
  if (held !== '') add(clauses, held, '')
  return clauses
}

function add(clauses: Clause[], whole: string, piece: string): void {
  const bare = piece.trim().replace(/[。！？!?；;，,.\s]+$/u, '')
  const last = clauses.at(-1)
  if (last && (tail.test(bare) || wordsOf(bare).length === 0)) {
    clauses[clauses.length - 1] = { ...last, text: last.text + whole }
    return
  }
  const ordered = ordering.test(bare)
  const joined = ordered || joining.test(bare) || commanding.test(bare)
  clauses.push({
    text: whole,
    after: clauses.length > 0 && (ordered || resting.test(bare)),
    joined,
    loose: !joined && joint.test(bare),
  })
}

type Spans = ReturnType<typeof modifierSpans>

/** Pieces between borders, each with the separator that ends it. Borders inside a modifier or a value do not cut. */
function piecesOf(text: string, spans: Spans): string[] {
  const pieces: string[] = []
  let from = 0
  for (const match of text.matchAll(border)) {
    const cut = match.index + match[0].length
    const inside = spans.some(([start, end]) => match.index > start && cut < end)
    if (inside || cut <= from) continue
    pieces.push(text.slice(from, cut))
    from = cut
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}

function isCondition(piece: string, offset: number, spans: Spans): boolean {
  const words = wordsOf(piece)
  if (words.length === 0) return false
  return words.every((word) =>
    spans.some(([start, end]) => word.start + offset >= start && word.end + offset <= end),
  )
}

/** The clause without the words that join it to the one before, and without closing punctuation. */
export function bareClause(text: string): string {
  return text
    .trim()
    .replace(
      /^(?:然后|接着|随后|之后|并且|并|以及|同时|顺便|另外|还有|最后|再|和(?!谐|平)|与|及)[，,]?\s*|^(?:and\s+)?(?:then|after that|afterwards|finally|also|next|and|plus)\b,?\s*/iu,
      '',
    )
    .replace(/(?:[，,；;。.\s]|\band|并且?)+$/iu, '')
}
