import { requestWords } from '#protocol'
import { type Abilities, type Choice, choose } from './abilities.ts'
import { daysIn } from './fill/days.ts'
import { asksBack } from './phrases.ts'
import type { Step } from './plan.ts'
import type { Exchange, Scene } from './scene.ts'

const patterns: readonly RegExp[] = [
  /^(?:那么|那(?![里儿个些边样天时])|还有|再看看|换成|换|改成|改为|如果是|要是)?\s*(.{1,24}?)(?:的)?\s*(?:呢|如何呢|怎么样呢)\s*[?？。]?$/u,
  /^(?:换成|换|改成|改为|那么|那(?![里儿个些边样天时]))\s*(.{1,24}?)[?？。！]?$/u,
  /^(?:and\s+|so\s+|ok(?:ay)?,?\s+)?(?:what|how)\s+about\s+(.{1,60}?)[?.!]*$/iu,
  /^(?:and|same)\s+(?:for|in|at|on|with)\s+(.{1,60}?)[?.!]*$/iu,
  /^and\s+(.{1,40}?)\?$/iu,
  /^(?:make it|change (?:it|that) to|instead)\s+(.{1,40}?)[?.!]*$/iu,
]
/** What an elliptical request names ("那成都呢", "what about Chengdu?"), or undefined when it is a whole request. */
export function namedByEllipsis(query: string): string | undefined {
  const text = query.normalize('NFKC').trim()
  for (const pattern of patterns) {
    const named = pattern.exec(text)?.[1]?.trim()
    if (named) return /什么|怎|谁|哪|为何|\b(?:why|who|what|how)\b/iu.test(named) ? undefined : named
  }
  return undefined
}

/** The step of an elliptical follow-up: the last tool again, with what is named in place of what was. */
export function followUp(scene: Scene, abilities: Abilities, own: Choice | undefined): Step | undefined {
  const last = lastCall(scene, abilities)
  if (!last) return undefined
  const named = namedByEllipsis(scene.query)
  const brief = own === undefined && (isBrief(scene.query) || isReply(scene.query, last))
  if (named === undefined && !brief) return undefined
  const other = choose(abilities, named ?? scene.query)
  if (other && other.tool.name !== last.tool) return undefined
  const tool = abilities.tools.find(({ name }) => name === last.tool)
  if (!tool) return undefined
  return {
    tool,
    clause: scene.query,
    after: false,
    why: `${tool.name}: follows up the last call`,
    basis: last,
  }
}

/** The call a follow-up is about: for a day the last one that was about a day, else the last. */
function lastCall({ exchanges, turn, query }: Scene, { tools }: Abilities): Exchange | undefined {
  const names = new Set(tools.map(({ name }) => name))
  const earlier = exchanges.filter((exchange) => exchange.turn < turn && names.has(exchange.tool))
  const dated = daysIn(query).length > 0 ? earlier.findLast(({ args }) => namesDay(args)) : undefined
  return dated ?? earlier.at(-1)
}

function namesDay(args: Exchange['args']): boolean {
  return Object.values(args).some((value) => typeof value === 'string' && daysIn(value).length > 0)
}

/** A few words after an answer that ended in a question. */
function isReply(query: string, { answer }: Exchange): boolean {
  const words = requestWords(query).filter(({ weight }) => weight > 0.5)
  return words.length > 0 && words.length <= 4 && asksBack.test(answer)
}

/** A few words with a day or a number: too little for a subject of its own, enough to change the last one. */
function isBrief(query: string): boolean {
  const words = requestWords(query).filter(({ weight }) => weight >= 0.35)
  return words.length > 0 && words.length <= 3 && changing.test(query)
}

const changing =
  /今天|明天|后天|昨天|周[一二三四五六日末]|星期|\d|\b(?:today|tomorrow|yesterday|tonight|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/iu
