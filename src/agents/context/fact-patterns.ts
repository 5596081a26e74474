import { stopWords } from '#protocol'

/** A value at its place in a text. */
export interface Finding {
  readonly slot: string
  readonly words: string
  readonly from: number
  readonly to: number
  readonly isLabelled: boolean
}

const measureUnits =
  '天|日|个月|年|小时|分钟|元|块|万元|亿元|分|星|人|位|间|晚|公里|千米|米|平方米|公斤|吨|次|家|件|份|台|%|％|°C|℃|度|days?|weeks?|months?|years?|hours?|minutes?|nights?|people|persons?|guests?|stars?|km|kilometers?|miles?|m|kg|USD|EUR|RMB|CNY|dollars?|euros?|pounds?|yuan|percent|degrees?(?: (?:Celsius|Fahrenheit))?'
const figure = '-?\\d+(?:[.,]\\d+)*'
const measure = `(?:[¥￥$€£]\\s?${figure}|${figure}\\s?(?:${measureUnits})?)`
const copula =
  '(?:平均|大约|大概|约|目前|现在|已经|已)*(?:改为|改成|调整为|变为|降为|升为|变成|定为|设为|就是|是|为|有|达到|达)?(?:平均|大约|大概|约)*'

/** `label: value`, one to a line or a clause. */
const colon =
  /(?<=^|[\n,，;；。.!?！？、|(（*\-•\s])\**([\p{L}][\p{L}\p{N} _/'-]{0,24}?)\**\s?[:：]\s*\**([^\n,，;；。|!！?？]{1,80}?)(?=\**\s*(?:$|[\n,，;；。|!！?？]|\.(?:\s|$)))/gmu
/** 账期45天, 账期改为30天, 评分为4.7. */
const han = new RegExp(
  `(\\p{Script=Han}{2,10}?)(?:\\s|的)?(${copula})\\s?(${measure})(?![\\p{N}A-Za-z号楼室弄.,:：~–-])`,
  'gu',
)
/** 45天账期. */
const hanAfter = /(-?\d+(?:\.\d+)?(?:天|日|个月|年|元|%))的?(账期|保修期|工期|保修|周期|定金|折扣|利率)/gu
/** "the rating is 4.7", "payment term of 45 days". */
const english = new RegExp(
  `\\b((?:[a-z]+ ){0,2}[a-z]+) (?:is|are|was|were|will be|would be|of|costs?|equals|has|changed to|=) (?:about |around |only |now |currently )*(${measure})(?![\\p{L}\\p{N}:]|\\s(?-i:\\p{Lu})|-\\d)`,
  'giu',
)

/** They open a sentence and name no value: what follows is read for itself. */
const heads =
  /^(?:更正|修正|更新|注意|备注|说明|注|答|补充|结论|总结|note|correction|update|answer|reply|summary|result|result is|ps)$/iu

/** Values that carry their own name in the text. */
export function labelled(text: string): readonly Finding[] {
  return [
    ...[...text.matchAll(colon)]
      .filter(([, label = '']) => !heads.test(label))
      .flatMap((match) => withLabel(match, match[1] ?? '', match[2] ?? '')),
    ...[...text.matchAll(hanAfter)].flatMap((match) => withLabel(match, match[2] ?? '', match[1] ?? '')),
    ...[...text.matchAll(han)].flatMap((match) => withLabel(match, hanLabel(match[1] ?? ''), match[3] ?? '')),
    ...[...text.matchAll(english)].flatMap((match) =>
      withLabel(match, englishLabel(match[1] ?? ''), match[2] ?? ''),
    ),
  ]
}

function withLabel(match: RegExpExecArray, label: string, value: string): Finding[] {
  const slot = label.trim()
  const words = value.trim().replace(/^["“「《【]|["”」》】]$/gu, '')
  if (slot === '' || words === '' || /^(?:https?|www)$/iu.test(slot) || /^\/\//u.test(words)) return []
  // 18:45 is a time, and what stands before it no label.
  if (/\p{N}$/u.test(slot) && /^\p{N}/u.test(words)) return []
  return [{ slot, words, from: match.index, to: match.index + match[0].length, isLabelled: true }]
}

/** The noun before a figure: the last one, without what leads to it. */
function hanLabel(before: string): string {
  const bare = before.replace(
    /^.*(?:的|了|在|从|到|把|将|和|与|及|供应商|我们|你们|他们|这|那|该|其中|其)(?=\p{Script=Han}{2})/u,
    '',
  )
  const noun = bare.replace(
    /(?:需要|只要|只有|大约|平均|目前|现在|最低|最高|一共|总共|共|约|为|是|有)+$/u,
    '',
  )
  return noun.length >= 2 ? noun : ''
}

function englishLabel(before: string): string {
  const words = before.split(' ')
  const start = words.findLastIndex((word) => stopWords.has(word.toLowerCase())) + 1
  return words.slice(start).join(' ').toLowerCase()
}

const months =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'
const kinds: readonly (readonly [string, RegExp])[] = [
  ['name', /[“"「『《【]([^”"」』》】\n]{1,60})[”"」』》】]/gu],
  ['url', /(https?:\/\/[^\s，。；]+)/gu],
  ['email', /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/gu],
  [
    'address',
    /((?:[\p{Script=Han}]{2,8}(?:省|市|区|县))[\p{Script=Han}\d]{2,30}?(?:路|街|道|巷|胡同|里|号|大厦|广场)(?:[\p{Script=Han}]?\d*号?(?:院|楼|层|室)?)?)/gu,
  ],
  [
    'address',
    /\b(\d{1,5} (?:[A-Z][\w'-]+ ){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Place|Square|Court|Terrace)\b\.?(?: ?# ?\w+)?)/giu,
  ],
  ['date', /(\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{4}年\d{1,2}月(?:\d{1,2}[日号])?|\d{1,2}月\d{1,2}[日号])/gu],
  [
    'date',
    new RegExp(
      `\\b(${months}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${months}(?:,? \\d{4})?)\\b`,
      'giu',
    ),
  ],
  ['day', /\b((?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|the \d{1,2}(?:st|nd|rd|th))\b/giu],
  ['day', /((?:下|本|这)?(?:周|星期|礼拜)[一二三四五六日天末])/gu],
  [
    'time',
    /\b(\d{1,2}:\d{2}(?:\s?[-–~至到]\s?\d{1,2}:\d{2})?(?:\s?[ap]\.?m\.?)?|\d{1,2}\s?[ap]\.?m\.?)(?![\p{L}\d])/giu,
  ],
  [
    'time',
    /((?:上午|下午|早上|晚上|中午|凌晨)?\d{1,2}(?:点|时)(?:半|\d{1,2}分)?|(?:half past|quarter (?:to|past)) \w+)/giu,
  ],
  [
    'amount',
    /([¥￥$€£]\s?\d+(?:[.,]\d+)*(?:\s?(?:万|亿|million|billion|k))?(?:\s?[-–~至到]\s?[¥￥$€£]?\d+(?:[.,]\d+)*)?|\d+(?:[.,]\d+)*(?:\s?[-–~至到]\s?\d+(?:\.\d+)?)?\s?(?:万元|亿元|元|块|RMB|CNY|USD|EUR|dollars?|pounds?|euros?|yuan|GBP))/giu,
  ],
  ['percent', /(\d+(?:\.\d+)?\s?(?:%|％|percent\b)|百分之[\p{Script=Han}\d.]+)/giu],
  [
    'temperature',
    /(-?\d+(?:\.\d+)?\s?(?:[-–~至到]\s?-?\d+(?:\.\d+)?\s?)?(?:°\s?[CF]|℃|℉|摄氏度|度|degrees?(?: (?:celsius|fahrenheit))?))/giu,
  ],
  [
    'phone',
    /((?:\+\d{1,3}[ -]?)?(?:\(\d{2,4}\)\s?)?\d{2,4}[- ]\d{3,4}[- ]\d{3,4}|(?<!\d)(?:1[3-9]\d{9}|0\d{9,11}|400[- ]?\d{3}[- ]?\d{4}|010[- ]?\d{8})(?!\d))/gu,
  ],
  [
    'code',
    /\b((?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9]{2,}(?:-[A-Z0-9]+)*|[a-z]{1,2}\d{1,2}\d[a-z]{2})\b/gu,
  ],
]

/** What may stand before a name that is a sentence's first word. */
const capitalised =
  /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{N}'’&.-]*(?: (?:(?:of|the|and|de|la|at|in|on|'n|&) )?(?:\p{Lu}|\d)[\p{L}\p{N}'’&-]*)*)/gu
const common = new Set(
  "I I’m I'm Yes No Ok Okay Hi Hello Thanks Thank Sure Please Sorry The A An It This That These Those There They We You He She And But Or So If When What Which Who How Where Why Would Could Can Should Do Does Did Is Are Was Were Will Have Has Had Your My Our Their Its Here Also Then Now Both All Any Some Great Good Enjoy Anything Unfortunately Reference Ref Booking Found Looks Let Alright Well In On At For From To With Of By As Not".split(
    ' ',
  ),
)

/** Values that say by their form what they are. */
export function loose(text: string): readonly Finding[] {
  const formed = kinds.flatMap(([slot, pattern]) =>
    [...text.matchAll(pattern)].flatMap((match): Finding[] => {
      const words = match[1] ?? ''
      const from = match.index + match[0].indexOf(words)
      return words.trim() === ''
        ? []
        : [{ slot, words: words.trim(), from, to: from + words.length, isLabelled: false }]
    }),
  )
  return [...formed, ...nouns(text)]
}

/** Names by their capitals: "The Ashley Hotel", not the first word of a sentence alone. */
function nouns(text: string): Finding[] {
  return [...text.matchAll(capitalised)].flatMap((match): Finding[] => {
    const all = (match[1] ?? '').replace(/[.\-’']+$/u, '').split(' ')
    const lead = all.findIndex((word) => !common.has(word) && !stopWords.has(word.toLowerCase()))
    const start = lead > 0 && all[lead - 1]?.toLowerCase() === 'the' ? lead - 1 : lead
    const words = lead < 0 ? '' : all.slice(start).join(' ')
    if (words.length < 2) return []
    const from = match.index + (match[1] ?? '').indexOf(words)
    const opens = /(?:^|[.!?\n:]\s*)$/u.test(text.slice(0, from))
    if (opens && !words.includes(' ')) return []
    return [{ slot: 'name', words, from, to: from + words.length, isLabelled: false }]
  })
}
