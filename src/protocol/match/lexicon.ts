/** Word lists of the lexical matcher. They hold grammar and small talk, never a subject: no team is known here. */

const split = (text: string): string[] => text.trim().split(/\s+/u)

/** Function words: they say nothing about what is wanted. */
export const stopWords: ReadonlySet<string> = new Set([
  ...split(`
    a an the this that these those it its i me my mine we us our you your he him his she her they them their
    and or but nor so as of to in on at by for from with into onto over under about between through
    is are was were be been being am do does did done doing have has had having will would shall should
    can could may might must let s t re ve ll d m what which who whom whose when where why how
    please kindly just also then than too very really there here if else not no yes any some all each both
    more most other such only own same out up down off again once while during both ok okay hi hello thanks
    thank hey dear something anything somewhere everything nothing someone suppose instead few several like get got go going want wanted need needs
  `),
  ...split(`
    的 了 着 过 地 得 吗 呢 吧 啊 呀 嘛 哦 喔 哈 么 我 你 您 他 她 它 我们 你们 他们 咱们 自己 这 那 这个 那个 这些 那些
    这样 那样 这里 那里 这儿 那儿 哪 哪里 哪儿 哪个 哪些 谁 什么 怎么 怎样 怎么样 如何 为什么 多少 几 和 与 及 或 或者
    而 而且 但 但是 并 并且 也 还 还是 都 就 才 又 再 很 太 更 最 非常 比较 是 有 没有 没 不 不是 在 于 从 到 向 往 对 对于
    把 被 给 让 使 由 为 为了 以 以及 等 等等 一 一个 一些 一下 一点 一下子 个 些 下 请 请问 麻烦 帮 帮忙 帮我 想 想要 要 需要 会 能
    能够 可以 可能 应该 将 吧 上 里 中 之 其 各 每 某 该 此 如果 要是 假如 若 然后 接着 最后 首先 随后 之后 以后 因为 所以
    想去 想吃 想看 我想 我要 我的 你的 帮我 给我 有没有 哪些 几个 几家 有哪些 第一个 第二个 第三个
    好 好的 谢谢 你好 您好 去 来 做 用 跟 同 地方 时候 的话
  `),
])

/** Words that many requests share whatever they are about. They count a little. */
export const weakWords: ReadonlySet<string> = new Set([
  ...split(`
    show tell give find check look search list help know see use using make take new today tomorrow yesterday
    tonight now day week month year next last time thing things one two good best nice way information info
    agent tool task request return returns provide provides based given current user users specific handle handles
  `),
  ...split(`
    查 查询 查看 查查 查找 看 看看 看一下 告诉 找 找找 找到 问 知道 了解 搜索 搜 显示 列出 推荐 建议 提供 进行 使用 处理 负责 相关 信息
    今天 明天 后天 昨天 今日 明日 今晚 现在 目前 当前 最近 天 日 周 月 年 次 小时 分钟 东西 事情 情况 问题 用户 智能 智能体 工具 任务
  `),
])

/** Han characters that tie words together. A pair holding one is no word. */
export const tyingHan: ReadonlySet<string> = new Set([
  ...'的了着吗呢吧啊呀嘛我你您他她它们这那哪谁什么怎和与及或而但并也还都就又再很太更最是有没不在于从到把被给让由为以等个些请帮想要会能可将之其每某该此若则去来一',
])
