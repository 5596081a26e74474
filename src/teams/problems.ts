/** What is wrong with a team file, where, and how to mend it. The words are made when it is shown. */
export interface Problem {
  readonly severity: 'error' | 'warning'
  readonly code: ProblemCode
  readonly file: string
  /** From 1; 1 when the place is not known. */
  readonly line: number
  readonly column: number
  /** Keys down to the value: `agents.weather.tools[1]`. Empty for the whole file. */
  readonly path: string
  /** The values the words are about. */
  readonly about: Readonly<Record<string, string>>
}

export type Locale = 'en' | 'zh'
type Words = (about: Readonly<Record<string, string>>) => { readonly problem: string; readonly fix: string }

const or = (text: string | undefined, other: string): string =>
  text === undefined || text === '' ? other : text
const meantEn = (meant: string | undefined): string => (meant ? `did you mean ${meant}?` : '')
const meantZh = (meant: string | undefined): string => (meant ? `是不是想写 ${meant}？` : '')

const words = {
  unreadable: {
    en: ({ why }) => ({
      problem: `the file cannot be read: ${why}`,
      fix: 'check the path and its permissions',
    }),
    zh: ({ why }) => ({ problem: `文件无法读取：${why}`, fix: '请检查路径和权限' }),
  },
  syntax: {
    en: ({ why }) => ({ problem: `not valid YAML: ${why}`, fix: 'mend the syntax at this place' }),
    zh: ({ why }) => ({ problem: `YAML 语法错误：${why}`, fix: '请修正此处的语法' }),
  },
  empty: {
    en: () => ({ problem: 'the file is empty', fix: 'write at least `team:` and `agents:`' }),
    zh: () => ({ problem: '文件是空的', fix: '至少要写 `team:` 和 `agents:`' }),
  },
  shape: {
    en: ({ why }) => ({ problem: why ?? 'wrong value', fix: 'write a value of the wanted form' }),
    zh: ({ why }) => ({ problem: `值的形式不对：${why}`, fix: '请按要求的形式填写' }),
  },
  'unknown-key': {
    en: ({ key, meant, known }) => ({
      problem: `unknown key '${key}'`,
      fix: or(meantEn(meant), `known keys: ${known}`),
    }),
    zh: ({ key, meant, known }) => ({
      problem: `未知的键 '${key}'`,
      fix: or(meantZh(meant), `可用的键：${known}`),
    }),
  },
  'unknown-tool': {
    en: ({ tool, meant, known }) => ({
      problem: `there is no tool '${tool}'`,
      fix: or(meantEn(meant), `tools here: ${known}`),
    }),
    zh: ({ tool, meant, known }) => ({
      problem: `没有工具 '${tool}'`,
      fix: or(meantZh(meant), `现有工具：${known}`),
    }),
  },
  'unknown-agent': {
    en: ({ agent, meant, known }) => ({
      problem: `there is no agent '${agent}'`,
      fix: or(meantEn(meant), `agents here: ${known}`),
    }),
    zh: ({ agent, meant, known }) => ({
      problem: `没有智能体 '${agent}'`,
      fix: or(meantZh(meant), `现有智能体：${known}`),
    }),
  },
  'no-agents': {
    en: () => ({ problem: 'the team has no agents', fix: 'add one under `agents:` or as agents/NAME.md' }),
    zh: () => ({ problem: '团队里没有智能体', fix: '请在 `agents:` 下或以 agents/NAME.md 添加' }),
  },
  'no-description': {
    en: ({ agent }) => ({
      problem: `agent '${agent}' has no description`,
      fix: 'say what it is for: that is how it is chosen',
    }),
    zh: ({ agent }) => ({
      problem: `智能体 '${agent}' 没有 description`,
      fix: '写明它的用途，系统据此选择智能体',
    }),
  },
  'one-language': {
    en: ({ agent, missing }) => ({
      problem: `agent '${agent}' is described in one language only`,
      fix: `add ${missing}, or requests in that language may not find it`,
    }),
    zh: ({ agent, missing }) => ({
      problem: `智能体 '${agent}' 只有一种语言的描述`,
      fix: `请补充 ${missing}，否则该语言的请求可能找不到它`,
    }),
  },
  'duplicate-agent': {
    en: ({ agent, other }) => ({
      problem: `agent '${agent}' is declared twice, also in ${other}`,
      fix: 'rename or remove one',
    }),
    zh: ({ agent, other }) => ({
      problem: `智能体 '${agent}' 重复声明，另一处在 ${other}`,
      fix: '请改名或删除其中一个',
    }),
  },
  unreachable: {
    en: ({ agent }) => ({
      problem: `nobody can reach agent '${agent}'`,
      fix: 'name it in subAgents of an agent that is reached',
    }),
    zh: ({ agent }) => ({
      problem: `没有人能用到智能体 '${agent}'`,
      fix: '请把它写进某个可达智能体的 subAgents',
    }),
  },
  cycle: {
    en: ({ way }) => ({
      problem: `agents delegate in a circle: ${way}`,
      fix: 'remove one of these subAgents',
    }),
    zh: ({ way }) => ({ problem: `智能体委派成环：${way}`, fix: '请去掉其中一个 subAgents' }),
  },
  'missing-env': {
    en: ({ name }) => ({
      problem: `environment variable ${name} is not set`,
      fix: `set ${name}, or write the value here`,
    }),
    zh: ({ name }) => ({ problem: `环境变量 ${name} 未设置`, fix: `请设置 ${name}，或在此直接填写` }),
  },
  'unused-rule': {
    en: ({ tool }) => ({
      problem: `a policy names tool '${tool}', which no agent has`,
      fix: 'remove the rule or give an agent the tool',
    }),
    zh: ({ tool }) => ({
      problem: `策略提到工具 '${tool}'，但没有智能体拥有它`,
      fix: '请删除该规则，或把工具交给某个智能体',
    }),
  },
  contradiction: {
    en: ({ tool }) => ({
      problem: `tool '${tool}' is given to an agent and denied by policy`,
      fix: 'remove one of the two',
    }),
    zh: ({ tool }) => ({ problem: `工具 '${tool}' 分配给了智能体，又被策略禁止`, fix: '请保留其一' }),
  },
  'bad-module': {
    en: ({ module, why }) => ({
      problem: `module ${module} cannot be used: ${why}`,
      fix: 'export const tools = [defineTool(…)]',
    }),
    zh: ({ module, why }) => ({
      problem: `模块 ${module} 无法使用：${why}`,
      fix: '请导出 export const tools = [defineTool(…)]',
    }),
  },
  'no-front-matter': {
    en: () => ({
      problem: 'a Markdown agent begins with front matter between two lines of ---',
      fix: 'begin with ---, name: …, description: …, ---',
    }),
    zh: () => ({
      problem: 'Markdown 智能体须以两行 --- 之间的头信息开头',
      fix: '请以 ---、name: …、description: …、--- 开头',
    }),
  },
} as const satisfies Record<string, Readonly<Record<Locale, Words>>>

export type ProblemCode = keyof typeof words

/** One problem in one line: place, what is wrong, how to mend it. */
export function describeProblem(problem: Problem, locale: Locale = 'en'): string {
  const { file, line, column, path, code, about } = problem
  const make: Words = words[code][locale]
  const said = make(about)
  const fix = locale === 'zh' ? '改法' : 'fix'
  return `${file}:${line}:${column} ${path === '' ? '' : `${path}: `}${said.problem}. ${fix}: ${said.fix}`
}

/** The known word nearest to what was written, when it is near enough to be meant. */
export function nearest(written: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(written.length / 3)) + 1
  for (const word of known) {
    const distance = editDistance(written.toLowerCase(), word.toLowerCase())
    if (distance < bestDistance) {
      best = word
      bestDistance = distance
    }
  }
  return best
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_value, place) => place)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + same))
    }
    row = next
  }
  return row[other.length] ?? 0
}
