import type { Explanation, Locale } from './problems.ts'
import { yamlInChinese } from './yaml-words.ts'

type About = Readonly<Record<string, string>>
type Words = (about: About) => Explanation

const say = (problem: string, fix: string): Explanation => ({ problem, fix })
/** What was probably meant, else what there is. */
const meantEn = ({ meant, known }: About, there: string): string =>
  meant ? `did you mean '${meant}'?` : `${there}: ${known || 'none'}`
const meantZh = ({ meant, known }: About, there: string): string =>
  meant ? `是不是想写 '${meant}'？` : `${there}：${known || '无'}`

/** Kinds of values, by the tag a schema has for them. */
const kinds: Readonly<Record<string, { readonly en: string; readonly zh: string }>> = {
  text: { en: 'text', zh: '文本' },
  number: { en: 'a number', zh: '数字' },
  int: { en: 'a whole number', zh: '整数' },
  boolean: { en: 'true or false', zh: 'true 或 false' },
  list: { en: 'a list', zh: '列表' },
  map: { en: 'keys with values', zh: '键值对' },
  nothing: { en: 'nothing', zh: '空值' },
}
const kindsEn = (tags = ''): string =>
  tags
    .split(' ')
    .map((tag) => kinds[tag]?.en ?? tag)
    .join(' or ')
const kindsZh = (tags = ''): string =>
  tags
    .split(' ')
    .map((tag) => kinds[tag]?.zh ?? tag)
    .join('或')

const nameRule = {
  en: "use 1 to 64 letters, digits, '_', '-' or '.', not '-' or '.' first",
  zh: "请用 1 到 64 个字母、数字、'_'、'-' 或 '.'，且不以 '-' 或 '.' 开头",
} as const

/** The words of every problem that reading a team's files can find. */
export const problemWords = {
  'not-found': {
    en: ({ meant }) => say('there is no such file', meant ? `did you mean '${meant}'?` : 'check the path'),
    zh: ({ meant }) => say('没有这个文件', meant ? `是不是想写 '${meant}'？` : '请检查路径'),
  },
  'is-folder': {
    en: ({ meant }) =>
      say('this is a folder, not a team file', meant ? `use ${meant}` : 'put a team.yaml in it'),
    zh: ({ meant }) =>
      say('这是文件夹，不是团队文件', meant ? `请使用 ${meant}` : '请在其中放一个 team.yaml'),
  },
  unreadable: {
    en: ({ why }) => say(`the file cannot be read: ${why}`, 'check the path and its permissions'),
    zh: ({ why }) => say(`文件无法读取：${why}`, '请检查路径和权限'),
  },
  'too-large': {
    en: ({ size, limit }) =>
      say(`the file has ${size} bytes, more than ${limit}`, 'move long texts into tools or files'),
    zh: ({ size, limit }) => say(`文件有 ${size} 字节，超过 ${limit}`, '请把长文本移到工具或其他文件'),
  },
  'not-text': {
    en: () => say('the file is not UTF-8 text', 'save it as UTF-8'),
    zh: () => say('文件不是 UTF-8 文本', '请以 UTF-8 保存'),
  },
  syntax: {
    en: ({ why }) => say(`not valid YAML: ${why}`, 'mend the syntax at this place'),
    zh: ({ why = '', yaml }) => say(`YAML 语法错误：${yamlInChinese(yaml, why)}`, '请修正此处的语法'),
  },
  empty: {
    en: () => say('the file is empty', 'write at least `team:` and `agents:`'),
    zh: () => say('文件是空的', '至少要写 `team:` 和 `agents:`'),
  },
  'duplicate-key': {
    en: ({ key, line }) => say(`key '${key}' is there twice, first in line ${line}`, 'keep one of them'),
    zh: ({ key, line }) => say(`键 '${key}' 重复，第一处在第 ${line} 行`, '请只保留一个'),
  },
  missing: {
    en: ({ key }) => say(`'${key}' is missing`, `add \`${key}:\` here`),
    zh: ({ key }) => say(`缺少 '${key}'`, `请在此处添加 \`${key}:\``),
  },
  'wrong-type': {
    en: ({ wanted, found }) => say(`found ${kindsEn(found)}`, `write ${kindsEn(wanted)}`),
    zh: ({ wanted, found }) => say(`这里写的是${kindsZh(found)}`, `应为${kindsZh(wanted)}`),
  },
  'empty-value': {
    en: () => say('the value is empty', 'write something, or leave the key out'),
    zh: () => say('值是空的', '请填写内容，或去掉这个键'),
  },
  'not-one-of': {
    en: (about) => say(`'${about['found']}' is not possible here`, meantEn(about, 'write one of')),
    zh: (about) => say(`此处不能写 '${about['found']}'`, meantZh(about, '可选')),
  },
  'too-low': {
    en: ({ found, least }) => say(`${found} is too low`, `write ${least} or more`),
    zh: ({ found, least }) => say(`${found} 太小`, `应不小于 ${least}`),
  },
  'too-high': {
    en: ({ found, most }) => say(`${found} is too high`, `write ${most} or less`),
    zh: ({ found, most }) => say(`${found} 太大`, `应不大于 ${most}`),
  },
  'bad-name': {
    en: ({ found }) => say(`'${found}' cannot be a name`, nameRule.en),
    zh: ({ found }) => say(`'${found}' 不能作为名称`, nameRule.zh),
  },
  'bad-key': {
    en: ({ found }) => say(`'${found}' cannot be a name`, nameRule.en),
    zh: ({ found }) => say(`'${found}' 不能作为名称`, nameRule.zh),
  },
  'bad-duration': {
    en: ({ found }) => say(`'${found}' is no duration`, 'write one such as 30s, 5m or 24h'),
    zh: ({ found }) => say(`'${found}' 不是时长`, '请写成 30s、5m、24h 这样的形式'),
  },
  'wrong-value': {
    en: ({ why }) => say(`the value does not fit: ${why}`, 'see docs/guides/team-files.md'),
    zh: ({ why }) => say(`值不合要求：${why}`, '参见 docs/guides/team-files.zh.md'),
  },
  'unknown-key': {
    en: (about) => say(`unknown key '${about['key']}'`, meantEn(about, 'keys here')),
    zh: (about) => say(`未知的键 '${about['key']}'`, meantZh(about, '可用的键')),
  },
  'ignored-key': {
    en: ({ key }) =>
      say(
        `key '${key}' means nothing to Loggia and is left aside`,
        'remove it, or keep it for other programs',
      ),
    zh: ({ key }) => say(`键 '${key}' 对 Loggia 没有意义，已忽略`, '可以删除，或留给其他程序使用'),
  },
  'missing-env': {
    en: ({ name }) =>
      say(`environment variable ${name} is not set`, `set ${name}, or write \${${name}:-default}`),
    zh: ({ name }) => say(`环境变量 ${name} 未设置`, `请设置 ${name}，或写成 \${${name}:-默认值}`),
  },
  'no-agents': {
    en: () => say('the team has no agents', 'add one under `agents:` or as agents/NAME.md'),
    zh: () => say('团队里没有智能体', '请在 `agents:` 下或以 agents/NAME.md 添加'),
  },
  'no-match': {
    en: ({ pattern }) =>
      say(`no Markdown file matches ${pattern}`, 'check the pattern; it is relative to this file'),
    zh: ({ pattern }) => say(`没有 Markdown 文件匹配 ${pattern}`, '请检查该路径模式，它相对于本文件'),
  },
  'no-front-matter': {
    en: () =>
      say(
        'a Markdown agent begins with front matter between two lines of ---',
        'begin with ---, name: …, description: …, ---',
      ),
    zh: () =>
      say('Markdown 智能体须以两行 --- 之间的头信息开头', '请以 ---、name: …、description: …、--- 开头'),
  },
  'open-front-matter': {
    en: () => say('the front matter does not end', 'close it with a line of --- before the prompt'),
    zh: () => say('头信息没有结束', '请在提示词之前用一行 --- 结束'),
  },
  'no-description': {
    en: ({ agent }) =>
      say(`agent '${agent}' has no description`, 'say what it is for: that is how it is chosen'),
    zh: ({ agent }) => say(`智能体 '${agent}' 没有 description`, '写明它的用途，系统据此选择智能体'),
  },
  'one-language': {
    en: ({ agent, missing }) =>
      say(
        `agent '${agent}' is described in one language only`,
        `add ${missing}, or requests in that language may not find it`,
      ),
    zh: ({ agent, missing }) =>
      say(`智能体 '${agent}' 只有一种语言的描述`, `请补充 ${missing}，否则该语言的请求可能找不到它`),
  },
  'duplicate-agent': {
    en: ({ agent, other }) =>
      say(`agent '${agent}' is declared twice, first in ${other}`, 'rename or remove one'),
    zh: ({ agent, other }) => say(`智能体 '${agent}' 重复声明，第一处在 ${other}`, '请改名或删除其中一个'),
  },
  'unknown-agent': {
    en: (about) => say(`there is no agent '${about['agent']}'`, meantEn(about, 'agents here')),
    zh: (about) => say(`没有智能体 '${about['agent']}'`, meantZh(about, '现有智能体')),
  },
  unreachable: {
    en: ({ agent }) =>
      say(`nobody can reach agent '${agent}'`, 'name it in subAgents of an agent that is reached'),
    zh: ({ agent }) => say(`没有人能用到智能体 '${agent}'`, '请把它写进某个可达智能体的 subAgents'),
  },
  cycle: {
    en: ({ way }) => say(`agents delegate in a circle: ${way}`, 'remove one of these subAgents'),
    zh: ({ way }) => say(`智能体委派成环：${way}`, '请去掉其中一个 subAgents'),
  },
  'too-deep': {
    en: ({ way, depth, limit }) =>
      say(`${way} delegates ${depth} levels deep and maxDepth is ${limit}`, `raise maxDepth to ${depth}`),
    zh: ({ way, depth, limit }) =>
      say(`${way} 的委派有 ${depth} 层，而 maxDepth 是 ${limit}`, `请把 maxDepth 提高到 ${depth}`),
  },
  unserved: {
    en: (about) =>
      say(`no agent is called '${about['name']}' or has such a capability`, meantEn(about, 'there are')),
    zh: (about) => say(`没有名为 '${about['name']}' 或具备该能力的智能体`, meantZh(about, '现有')),
  },
  'idle-rules': {
    en: () => say('these rules are read only when rules decide', 'add `decider: rules` beside them'),
    zh: () => say('只有由规则决定时才会读取这些规则', '请在旁边加上 `decider: rules`'),
  },
  'own-words': {
    en: ({ agent }) =>
      say(`'${agent}' would be given its own words`, 'name another agent: its own it has already'),
    zh: ({ agent }) => say(`'${agent}' 会收到自己的话`, '请写另一个智能体：自己的话它已经有了'),
  },
  'unknown-tool': {
    en: (about) => say(`there is no tool '${about['tool']}'`, meantEn(about, 'tools here')),
    zh: (about) => say(`没有工具 '${about['tool']}'`, meantZh(about, '现有工具')),
  },
  'listed-twice': {
    en: ({ name }) => say(`'${name}' is in this list already`, 'remove one'),
    zh: ({ name }) => say(`'${name}' 已在列表中`, '请删除其中一个'),
  },
  'always-there': {
    en: ({ tool }) => say(`every agent has '${tool}'`, 'remove it from the list'),
    zh: ({ tool }) => say(`每个智能体都有 '${tool}'`, '请从列表中去掉'),
  },
  'reserved-tool': {
    en: ({ tool, module }) =>
      say(`${module} calls a tool '${tool}', a name that Loggia keeps for its own`, 'give it another name'),
    zh: ({ tool, module }) => say(`${module} 中的工具名 '${tool}' 是 Loggia 保留的`, '请换一个名称'),
  },
  'duplicate-tool': {
    en: ({ tool, module, other }) =>
      say(`tool '${tool}' comes from ${other} and again from ${module}`, 'rename one of them'),
    zh: ({ tool, module, other }) =>
      say(`工具 '${tool}' 来自 ${other}，又来自 ${module}`, '请给其中一个改名'),
  },
  'no-module': {
    en: ({ module, meant }) =>
      say(
        `there is no module ${module}`,
        meant ? `did you mean '${meant}'?` : 'check the path; it is relative to this file',
      ),
    zh: ({ module, meant }) =>
      say(`没有模块 ${module}`, meant ? `是不是想写 '${meant}'？` : '请检查路径，它相对于本文件'),
  },
  'bad-module': {
    en: ({ module, why }) =>
      say(`module ${module} cannot be used: ${why}`, 'export const tools = [defineTool(…)]'),
    zh: ({ module, why }) =>
      say(`模块 ${module} 无法使用：${why}`, '请导出 export const tools = [defineTool(…)]'),
  },
  'no-team': {
    en: ({ module }) => say(`module ${module} exports no team`, 'export const team = defineTeam({ … })'),
    zh: ({ module }) => say(`模块 ${module} 没有导出团队`, '请导出 export const team = defineTeam({ … })'),
  },
  'unknown-model': {
    en: (about) =>
      say(
        `no model provider is called '${about['model']}'`,
        meantEn(about, "write 'offline' or provider/model; providers"),
      ),
    zh: (about) =>
      say(
        `没有名为 '${about['model']}' 的模型提供方`,
        meantZh(about, "请写 'offline' 或 provider/model；提供方"),
      ),
  },
  'unused-rule': {
    en: (about) =>
      say(
        `a policy names tool '${about['tool']}', which no agent has`,
        about['meant'] ? meantEn(about, '') : 'remove the rule or give an agent the tool',
      ),
    zh: (about) =>
      say(
        `策略提到工具 '${about['tool']}'，但没有智能体拥有它`,
        about['meant'] ? meantZh(about, '') : '请删除该规则，或把工具交给某个智能体',
      ),
  },
  contradiction: {
    en: ({ tool, agent }) =>
      say(`tool '${tool}' is given to '${agent}' and denied by policy`, 'remove one of the two'),
    zh: ({ tool, agent }) => say(`工具 '${tool}' 分配给了 '${agent}'，又被策略禁止`, '请保留其一'),
  },
  'denied-risk': {
    en: ({ tool, agent, risk }) =>
      say(
        `'${agent}' has tool '${tool}', but all tools of ${risk} risk are denied`,
        `allow it under policies.tools, or take it from '${agent}'`,
      ),
    zh: ({ tool, agent, risk }) =>
      say(
        `'${agent}' 有工具 '${tool}'，但 ${risk} 风险的工具一律禁止`,
        `请在 policies.tools 中放行，或从 '${agent}' 移除`,
      ),
  },
  'over-limit': {
    en: ({ found, other, limit }) =>
      say(`${found} can never be used: ${other} is ${limit}`, 'lower this one or raise the other'),
    zh: ({ found, other, limit }) =>
      say(`${found} 永远用不到：${other} 是 ${limit}`, '请降低此值或提高另一个'),
  },
} as const satisfies Record<string, Readonly<Record<Locale, Words>>>
