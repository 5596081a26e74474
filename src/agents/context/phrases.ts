import { stopWords, weakWords } from '#protocol'

/** Words of talk between people: they tie phrases together and name nothing. */
const talk: ReadonlySet<string> = new Set(
  `would like looking found find available book booked booking need number reference help else anything sure
  welcome great good enjoy confirm correct successful successfully called located address phone right let sounds
  perfect there's i'd i'm i've you're don't it's that's what's does thank today's currently really think believe`
    .split(/\s+/u)
    .concat(
      `推荐 可以 不错 喜欢 觉得 哪家 哪个 附近 周边 选择 电话 地址 评分 价格 人均 消费 门票 时间 游玩
 您 嗯 帮您 给您 为您 当然 希望 祝您 愉快 客气 不客气 没关系 不用谢 欢迎 不用 谢谢 再见 没问题 吃 住 玩 游览 直接 可 元 分 左右 以上 以下 免费 左右 最低 点 点钟
      分别 还有 比如 例如 符合 条件 满足 要求 您好 想找 找到 一家 两家 提供 服务 设施 营业 预订 预定 入住 出发 到达 目的地 出发地`.split(
        /\s+/u,
      ),
    ),
)
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const han = /\p{Script=Han}/u
const pieces =
  /\p{Script=Han}[\p{Script=Han}\p{N}A-Za-z·()（）]*|[\p{Script=Latin}\p{N}][\p{L}\p{N}'’&-]*|[^\s]/gu
const joined = /^\s?$/u
/** What holds a name together: "Museum of Modern Art", "the slug and lettuce". */
const bridging = /^\s?(?:of|and|the|by|&|de|of the|and the|'s)?\s?$/iu

const bridge: ReadonlySet<string> = new Set(['of', 'and', 'the', 'by', '&', 'de', '’s', "'s"])
const article = /\bthe $/iu

/** A stretch of words that may name something. */
export interface Phrase {
  readonly words: string
  readonly from: number
  readonly to: number
}

/** Stretches between the words of grammar and talk: what may be names where nothing else marks them. */
export function phrasesIn(text: string): readonly Phrase[] {
  const phrases: Phrase[] = []
  let open: Phrase | undefined
  const close = (): void => {
    if (open && isTelling(open.words)) phrases.push(open)
    open = undefined
  }
  for (const { words, from, to, ties } of wordsAndTies(text)) {
    if (ties && bridge.has(words.toLowerCase())) continue
    if (ties) close()
    else if (open && (han.test(words) ? joined : bridging).test(text.slice(open.to, from)))
      open = { words: text.slice(open.from, to), from: open.from, to }
    else {
      close()
      const lead = article.exec(text.slice(Math.max(0, from - 4), from))?.[0].length ?? 0
      open = { words: text.slice(from - lead, to), from: from - lead, to }
    }
  }
  close()
  return phrases
}

function* wordsAndTies(text: string): Iterable<Phrase & { readonly ties: boolean }> {
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    if (!han.test(piece)) {
      const plain = piece.toLowerCase()
      const ties = !/[\p{L}\p{N}]/u.test(piece) || isTie(plain)
      yield { words: piece, from: index, to: index + piece.length, ties }
      continue
    }
    for (const { segment, index: at } of segmenter.segment(piece))
      yield { words: segment, from: index + at, to: index + at + segment.length, ties: isTie(segment) }
  }
}

function isTie(word: string): boolean {
  return stopWords.has(word) || weakWords.has(word) || talk.has(word)
}

/** Long enough to name something: two words, or one of a length that talk rarely has. */
function isTelling(words: string): boolean {
  if (han.test(words)) return words.length >= 2 && words.length <= 40
  return words.length >= 4 && words.length <= 80 && /\p{L}/u.test(words)
}
