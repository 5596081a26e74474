import { type Cases, fine } from './kinds.ts'

/** What can be wrong with files as such: there or not, text or not, Markdown or not. */
export const fileCases = {
  'not-found': {
    files: { 'team.yml': `team: t\nagents: { a: { ${fine} } }\n` },
    en: "team.yaml:1:1 there is no such file. fix: did you mean 'team.yml'?",
    zh: "team.yaml:1:1 没有这个文件。改法：是不是想写 'team.yml'？",
  },
  'is-folder': {
    files: { 'squad/team.yaml': 'team: t\n' },
    name: 'squad',
    en: 'squad:1:1 this is a folder, not a team file. fix: use squad/team.yaml',
    zh: 'squad:1:1 这是文件夹，不是团队文件。改法：请使用 squad/team.yaml',
  },
  'too-large': {
    files: { 'team.yaml': `team: t\n#${'x'.repeat(1_048_576)}\n` },
    en: 'team.yaml:1:1 the file has 1048586 bytes, more than 1048576. fix: move long texts into tools or files',
    zh: 'team.yaml:1:1 文件有 1048586 字节，超过 1048576。改法：请把长文本移到工具或其他文件',
  },
  'not-text': {
    files: { 'team.yaml': Uint8Array.of(0x74, 0x65, 0xff, 0xfe, 0x0a) },
    en: 'team.yaml:1:1 the file is not UTF-8 text. fix: save it as UTF-8',
    zh: 'team.yaml:1:1 文件不是 UTF-8 文本。改法：请以 UTF-8 保存',
  },
  syntax: {
    files: 'team: t\nagents:\n  a: { description: Does it.\n',
    en: 'team.yaml:4:1 not valid YAML: Flow map in block collection must be sufficiently indented and end with a }. fix: mend the syntax at this place',
    zh: 'team.yaml:4:1 YAML 语法错误：缩进不对，或括号没有闭合。改法：请修正此处的语法',
  },
  empty: {
    files: '\uFEFF# nothing but a comment\n',
    en: 'team.yaml:1:1 the file is empty. fix: write at least `team:` and `agents:`',
    zh: 'team.yaml:1:1 文件是空的。改法：至少要写 `team:` 和 `agents:`',
  },
  'no-match': {
    files: 'team: t\nagents: ["./people/*.md"]\ncoordinator: { description: { en: a, zh: 甲 } }\n',
    en: 'team.yaml:2:10 agents[0] no Markdown file matches ./people/*.md. fix: check the pattern; it is relative to this file',
    zh: 'team.yaml:2:10 agents[0] 没有 Markdown 文件匹配 ./people/*.md。改法：请检查该路径模式，它相对于本文件',
  },
  'no-front-matter': {
    files: { 'team.yaml': 'team: t\n', 'agents/a.md': '# An agent\n' },
    en: 'agents/a.md:1:1 a Markdown agent begins with front matter between two lines of ---. fix: begin with ---, name: …, description: …, ---',
    zh: 'agents/a.md:1:1 Markdown 智能体须以两行 --- 之间的头信息开头。改法：请以 ---、name: …、description: …、--- 开头',
  },
  'open-front-matter': {
    files: { 'team.yaml': 'team: t\n', 'agents/a.md': `---\n${fine}\nYou do it.\n` },
    en: 'agents/a.md:1:1 the front matter does not end. fix: close it with a line of --- before the prompt',
    zh: 'agents/a.md:1:1 头信息没有结束。改法：请在提示词之前用一行 --- 结束',
  },
  'ignored-key': {
    files: { 'team.yaml': 'team: t\n', 'agents/a.md': `---\n${fine}\ncolor: purple\n---\nYou do it.\n` },
    en: "agents/a.md:3:1 color key 'color' means nothing to Loggia and is left aside. fix: remove it, or keep it for other programs",
    zh: "agents/a.md:3:1 color 键 'color' 对 Loggia 没有意义，已忽略。改法：可以删除，或留给其他程序使用",
  },
  'missing-env': {
    files: `team: t\nagents:\n  a:\n    ${fine}\n    model: "openai/\${MODEL_NAME}"\n`,
    en: `team.yaml:5:12 agents.a.model environment variable MODEL_NAME is not set. fix: set MODEL_NAME, or write \${MODEL_NAME:-default}`,
    zh: `team.yaml:5:12 agents.a.model 环境变量 MODEL_NAME 未设置。改法：请设置 MODEL_NAME，或写成 \${MODEL_NAME:-默认值}`,
  },
  'no-module': {
    files: { 'team.yaml': `team: t\nagents: { a: { ${fine} } }\ntools: [./tool.ts]\n`, 'tools.ts': '' },
    en: "team.yaml:3:9 tools[0] there is no module ./tool.ts. fix: did you mean 'tools.ts'?",
    zh: "team.yaml:3:9 tools[0] 没有模块 ./tool.ts。改法：是不是想写 'tools.ts'？",
  },
  'bad-module': {
    files: {
      'team.yaml': `team: t\nagents: { a: { ${fine} } }\ntools: [./tools.ts]\n`,
      'tools.ts': 'throw new Error("no database at this address")\n',
    },
    en: 'team.yaml:3:9 tools[0] module ./tools.ts cannot be used: no database at this address. fix: export const tools = [defineTool(…)]',
    zh: 'team.yaml:3:9 tools[0] 模块 ./tools.ts 无法使用：no database at this address。改法：请导出 export const tools = [defineTool(…)]',
  },
  'no-team': {
    files: { 'team.ts': 'export const squad = {}\n' },
    name: 'team.ts',
    en: 'team.ts:1:1 module team.ts exports no team. fix: export const team = defineTeam({ … })',
    zh: 'team.ts:1:1 模块 team.ts 没有导出团队。改法：请导出 export const team = defineTeam({ … })',
  },
} as const satisfies Cases
