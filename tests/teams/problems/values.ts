import { type Cases, fine } from './kinds.ts'

/** What can be wrong with a key or its value, whatever the rest says. */
export const valueCases = {
  'duplicate-key': {
    files: `team: t\nagents:\n  a:\n    ${fine}\n    prompt: one\n    prompt: two\n`,
    en: "team.yaml:6:5 agents.a.prompt key 'prompt' is there twice, first in line 5. fix: keep one of them",
    zh: "team.yaml:6:5 agents.a.prompt 键 'prompt' 重复，第一处在第 5 行。改法：请只保留一个",
  },
  missing: {
    files: `agents:\n  a: { ${fine} }\n`,
    en: "team.yaml:1:1 team 'team' is missing. fix: add `team:` here",
    zh: "team.yaml:1:1 team 缺少 'team'。改法：请在此处添加 `team:`",
  },
  'wrong-type': {
    files: `team: t\nagents:\n  a: { ${fine}, tools: ask_user }\n`,
    en: 'team.yaml:3:55 agents.a.tools found text. fix: write a list',
    zh: 'team.yaml:3:55 agents.a.tools 这里写的是文本。改法：应为列表',
  },
  'empty-value': {
    files: `team: t\ntitle: ""\nagents:\n  a: { ${fine} }\n`,
    en: 'team.yaml:2:8 title the value is empty. fix: write something, or leave the key out',
    zh: 'team.yaml:2:8 title 值是空的。改法：请填写内容，或去掉这个键',
  },
  'not-one-of': {
    files: `team: t\nagents:\n  a: { ${fine} }\npolicies: { risk: { high: aks } }\n`,
    en: "team.yaml:4:27 policies.risk.high 'aks' is not possible here. fix: did you mean 'ask'?",
    zh: "team.yaml:4:27 policies.risk.high 此处不能写 'aks'。改法：是不是想写 'ask'？",
  },
  'too-low': {
    files: `team: t\nagents:\n  a: { ${fine}, limits: { maxTurns: 0 } }\n`,
    en: 'team.yaml:3:68 agents.a.limits.maxTurns 0 is too low. fix: write 1 or more',
    zh: 'team.yaml:3:68 agents.a.limits.maxTurns 0 太小。改法：应不小于 1',
  },
  'too-high': {
    files: `team: t\nagents:\n  a: { ${fine}, temperature: 3 }\n`,
    en: 'team.yaml:3:61 agents.a.temperature 3 is too high. fix: write 2 or less',
    zh: 'team.yaml:3:61 agents.a.temperature 3 太大。改法：应不大于 2',
  },
  'bad-key': {
    files: `team: t\nagents:\n  天气: { ${fine} }\n`,
    en: "team.yaml:3:3 agents.天气 '天气' cannot be a name. fix: use 1 to 64 letters, digits, '_', '-' or '.', not '-' or '.' first",
    zh: "team.yaml:3:3 agents.天气 '天气' 不能作为名称。改法：请用 1 到 64 个字母、数字、'_'、'-' 或 '.'，且不以 '-' 或 '.' 开头",
  },
  'bad-name': {
    files: `team: t\nagents:\n  a: { ${fine}, subAgents: ['the other'] }\n`,
    en: "team.yaml:3:60 agents.a.subAgents[0] 'the other' cannot be a name. fix: use 1 to 64 letters, digits, '_', '-' or '.', not '-' or '.' first",
    zh: "team.yaml:3:60 agents.a.subAgents[0] 'the other' 不能作为名称。改法：请用 1 到 64 个字母、数字、'_'、'-' 或 '.'，且不以 '-' 或 '.' 开头",
  },
  'bad-duration': {
    files: `team: t\nagents:\n  a: { ${fine}, limits: { timeout: 5 minutes } }\n`,
    en: "team.yaml:3:67 agents.a.limits.timeout '5 minutes' is no duration. fix: write one such as 30s, 5m or 24h",
    zh: "team.yaml:3:67 agents.a.limits.timeout '5 minutes' 不是时长。改法：请写成 30s、5m、24h 这样的形式",
  },
  'unknown-key': {
    files: `team: t\nagents:\n  a:\n    ${fine}\n    promt: You do it.\n`,
    en: "team.yaml:5:5 agents.a.promt unknown key 'promt'. fix: did you mean 'prompt'?",
    zh: "team.yaml:5:5 agents.a.promt 未知的键 'promt'。改法：是不是想写 'prompt'？",
  },
  'no-description': {
    files: 'team: t\nagents:\n  a: { prompt: You do it. }\n',
    en: "team.yaml:3:3 agents.a agent 'a' has no description. fix: say what it is for: that is how it is chosen",
    zh: "team.yaml:3:3 agents.a 智能体 'a' 没有 description。改法：写明它的用途，系统据此选择智能体",
  },
  'one-language': {
    files: 'team: t\nagents:\n  a:\n    description: Does it.\n',
    en: "team.yaml:4:18 agents.a.description agent 'a' is described in one language only. fix: add zh: …, or requests in that language may not find it",
    zh: "team.yaml:4:18 agents.a.description 智能体 'a' 只有一种语言的描述。改法：请补充 zh: …，否则该语言的请求可能找不到它",
  },
  'unknown-model': {
    files: `team: t\nmodel: openia/gpt-5-mini\nagents:\n  a: { ${fine} }\n`,
    en: "team.yaml:2:8 model no model provider is called 'openia/gpt-5-mini'. fix: did you mean 'openai'?",
    zh: "team.yaml:2:8 model 没有名为 'openia/gpt-5-mini' 的模型提供方。改法：是不是想写 'openai'？",
  },
} as const satisfies Cases
