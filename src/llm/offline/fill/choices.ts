import { wordsOf } from '#protocol'

/** The same value in the other language, for values that schemas list again and again. */
const twins: readonly (readonly string[])[] = [
  ['high', '高'],
  ['low', '低'],
  ['medium', '中', '中等'],
  ['urgent', '紧急', '加急'],
  ['critical', '严重', '致命'],
  ['normal', '普通', '一般', '正常'],
  ['open', '未关闭', '打开', '待处理'],
  ['closed', '已关闭', '关闭'],
  ['pending', '待定', '待处理'],
  ['approved', '已批准', '通过'],
  ['rejected', '已拒绝', '驳回'],
  ['paid', '已付', '已支付'],
  ['unpaid', '未付', '未支付'],
  ['overdue', '逾期'],
  ['done', '完成', '已完成'],
  ['celsius', '摄氏'],
  ['fahrenheit', '华氏'],
  ['metric', '公制'],
  ['imperial', '英制'],
  ['ascending', 'asc', '升序', '从低到高'],
  ['descending', 'desc', '降序', '从高到低'],
  ['daily', 'day', '每天', '每日', '按日'],
  ['weekly', 'week', '每周', '按周'],
  ['monthly', 'month', '每月', '按月'],
  ['quarterly', 'quarter', '季度', '按季'],
  ['yearly', 'annual', 'year', '每年', '年度'],
  ['cheap', '便宜', '经济'],
  ['expensive', 'luxury', '豪华', '高档'],
  ['english', 'en', '英文', '英语'],
  ['chinese', 'zh', '中文', '汉语'],
  ['japanese', 'ja', '日文', '日语'],
  ['french', 'fr', '法语', '法文'],
  ['german', 'de', '德语', '德文'],
  ['indoor', '室内'],
  ['outdoor', '户外', '室外'],
  ['morning', '上午', '早上'],
  ['afternoon', '下午'],
  ['evening', '晚上', '傍晚'],
  ['email', '邮件', '邮箱'],
  ['phone', '电话'],
  ['sms', '短信'],
  ['car', '汽车', '开车', '驾车'],
  ['train', '火车', '高铁'],
  ['bus', '公交', '巴士'],
  ['walking', 'walk', '步行', '走路'],
  ['bicycle', 'bike', 'cycling', '骑行', '自行车'],
  ['economy', '经济舱'],
  ['business', '商务', '商务舱'],
  ['background', '后台'],
  ['dry', 'dry run', '试运行'],
  ['force', '强制'],
  ['female', '女'],
  ['male', '男'],
  ['bug', '缺陷', '故障'],
  ['feature', '功能', '新功能'],
  ['question', '问题', '咨询'],
]

/** Other words for a value: its twins, and what the description puts in brackets after it. */
export function aliasesOf(value: string, description: string): readonly string[] {
  const lower = value.toLowerCase()
  const twin = twins.find((group) => group.includes(lower))?.filter((word) => word !== lower) ?? []
  const at = description.toLowerCase().indexOf(lower)
  const bracket =
    at < 0
      ? undefined
      : /^["'`]?\s*(?:[（(:：=]|——|-)\s*([^)）,，;；、|/]{1,24})/u.exec(
          description.slice(at + value.length),
        )?.[1]
  return [...twin, ...(bracket ? [bracket.trim()] : [])]
}

/** Position of a word or phrase in a text, at word borders when it is Latin; -1 when it is not there. */
export function placeOfPhrase(text: string, phrase: string): number {
  const plain = phrase.toLowerCase().replaceAll(/[_-]+/gu, ' ').trim()
  if (plain === '') return -1
  const source = plain.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&').replaceAll(' ', '[\\s_-]*')
  const edge = /^[\p{Script=Latin}\p{N}]/u.test(plain)
  return text
    .toLowerCase()
    .search(new RegExp(edge ? `(?<![\\p{L}\\p{N}])${source}(?![\\p{Script=Latin}\\p{N}])` : source, 'u'))
}

/** Listed values that a text names, in the order of the text: as they are, by a twin, or by all of their words. */
export function choicesIn(text: string, values: readonly string[], description: string): readonly string[] {
  const terms = new Set(wordsOf(text).map(({ term }) => term))
  const found = values.flatMap((value) => {
    const places = [value, ...aliasesOf(value, description)]
      .map((phrase) => placeOfPhrase(text, phrase))
      .filter((at) => at >= 0)
    if (places.length > 0) return [{ value, at: Math.min(...places), length: value.length }]
    const words = wordsOf(value)
    const all = words.length > 0 && words.every(({ term }) => terms.has(term))
    return all ? [{ value, at: text.length, length: value.length }] : []
  })
  return found
    .toSorted((one, other) => one.at - other.at || other.length - one.length)
    .map(({ value }) => value)
}
