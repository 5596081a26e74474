import type { FoundName } from './names.ts'

/** What agents are told to do, in Chinese: these tell an act from a noun that only begins with an agent's name. */
const hanAct =
  /^[\s,，]*(?:来|去|先|再|也|负责|帮忙|给出|进行|做|把|对|就|根据|基于)*\s*(?:分析|评估|评价|审|复核|核|检查|查|计算|算|测算|写|撰写|起草|出具|出|做|看|处理|整理|汇总|汇报|确认|给|总结|把关|签|设计|开发|实现|测|部署|发布|翻译|搜索|搜|找|预订|订|安排|推荐|生成|画|改|修|对比|比较|核对|跟进|报|盯|管|批|评|说明|解释|回答|研究|规划|估|列|统计|筛选|提取|提供|执行|接手|验证|优化|润色|校对|过一遍|过目)/u
const englishDuty = /^\s+(?:should|must|has to|have to|needs to|need to|is to|to)\s+[a-z]/iu
const englishAct = /^\s+(?:can|may|will|shall|[a-z]{2,}s)\b/iu
const kindWord =
  /(?:agent|team|department|specialist|expert|assistant|colleague|folks|people|智能体|代理|助手|专家|专员|人员|同事|同学|老师|团队|部门|小组|那边|部|组)$/iu

/** An agent's name is followed by what it is to do: "finance analyses", "compliance should review", 财务分析. */
export function acts(text: string, from: number, { kind, end }: FoundName): boolean {
  const rest = text.slice(end)
  const isAgent = kind === 'id' || kindWord.test(text.slice(from, end))
  if (/^\s*(?:来|去|负责)?\p{Script=Han}{2}/u.test(rest)) return kind !== 'guess' || isAgent
  if (!isAgent) return false
  return englishDuty.test(rest) || englishAct.test(rest) || /^\s*[:：]\s*\S/u.test(rest)
}

/** An agent is spoken to by its name: "Compliance, please review it", 合规，你看看. */
export function isSpokenTo(text: string, from: number, { kind, end }: FoundName): boolean {
  const rest = text.slice(end)
  if (/\p{Script=Han}/u.test(text.slice(from, end)))
    return kind !== 'guess' && /^\s*[,，]\s*(?:请|麻烦)?(?:你|请|帮)/u.test(rest)
  return (
    kind === 'id' &&
    /^\s*[,，]\s*(?:(?:please|kindly|(?:can|could|would|will) you)\b|请|麻烦|你|帮)/iu.test(rest)
  )
}

/** Surely an act, where nothing but a comma leads to it: "finance should review", 财务评估金额. */
export function surelyActs(text: string, { kind, end }: FoundName): boolean {
  const rest = text.slice(end)
  if (hanAct.test(rest)) return kind !== 'guess'
  return kind === 'id' && /^\s+(?:should|must|has to|needs to|is to)\s+[a-z]/iu.test(rest)
}

/**
 * Whether a name after a verb of asking is an agent's and not just a word of its trade: an id is; "the legal team" is;
 * "legal" is when it acts, not in "the budget" or "budgets checked"; a Chinese word is when it acts.
 */
export function isAgentName(text: string, from: number, { kind, end }: FoundName): boolean {
  const name = text.slice(from, end)
  if (kind === 'id' || kindWord.test(name)) return true
  const rest = text.slice(end)
  if (/\p{Script=Han}/u.test(name)) return kind === 'word' || hanAct.test(rest)
  const isBare = !/\bthe\s+$/iu.test(text.slice(0, from))
  return kind === 'word' && isBare && /^\s+[a-z]+(?<!ed)(?<!\bbe)\b/iu.test(rest)
}
