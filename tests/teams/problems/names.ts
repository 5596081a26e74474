import { toolModule } from '../written.ts'
import { type Cases, fine } from './kinds.ts'

const withTools = (team: string, ...names: readonly string[]) => ({
  'team.yaml': `${team}tools: [./tools.ts]\n`,
  'tools.ts': toolModule(names, ['high']),
})

/** What can be wrong between parts that are each right: names nobody has, ways that lead nowhere, rules that contradict. */
export const nameCases = {
  'no-agents': {
    files: 'team: t\nmodel: offline\n',
    en: 'team.yaml:1:1 agents the team has no agents. fix: add one under `agents:` or as agents/NAME.md',
    zh: 'team.yaml:1:1 agents 团队里没有智能体。改法：请在 `agents:` 下或以 agents/NAME.md 添加',
  },
  'duplicate-agent': {
    files: {
      'team.yaml': `team: t\nagents:\n  a: { ${fine} }\n`,
      'agents/a.md': `---\n${fine}\n---\nYou do it.\n`,
    },
    en: "agents/a.md:2:1 agent 'a' is declared twice, first in team.yaml. fix: rename or remove one",
    zh: "agents/a.md:2:1 智能体 'a' 重复声明，第一处在 team.yaml。改法：请改名或删除其中一个",
  },
  'unknown-agent': {
    files: `team: t\nagents:\n  weather: { ${fine} }\n  guide: { ${fine}, subAgents: [wether] }\n`,
    en: "team.yaml:4:64 agents.guide.subAgents[0] there is no agent 'wether'. fix: did you mean 'weather'?",
    zh: "team.yaml:4:64 agents.guide.subAgents[0] 没有智能体 'wether'。改法：是不是想写 'weather'？",
  },
  unreachable: {
    files: `team: t\ncoordinator: { subAgents: [a] }\nagents:\n  a: { ${fine} }\n  b: { ${fine} }\n`,
    en: "team.yaml:5:3 agents.b nobody can reach agent 'b'. fix: name it in subAgents of an agent that is reached",
    zh: "team.yaml:5:3 agents.b 没有人能用到智能体 'b'。改法：请把它写进某个可达智能体的 subAgents",
  },
  cycle: {
    files: `team: t\ncoordinator: { subAgents: [a] }\nagents:\n  a: { ${fine}, subAgents: [b] }\n  b: { ${fine}, subAgents: [c] }\n  c: { ${fine}, subAgents: [a] }\n`,
    en: 'team.yaml:4:59 agents.a.subAgents agents delegate in a circle: a → b → c → a. fix: remove one of these subAgents',
    zh: 'team.yaml:4:59 agents.a.subAgents 智能体委派成环：a → b → c → a。改法：请去掉其中一个 subAgents',
  },
  'too-deep': {
    files: `team: t\nagents:\n  a: { ${fine}, subAgents: [b] }\n  b: { ${fine}, subAgents: [c] }\n  c: { ${fine} }\npolicies:\n  maxDepth: 2\n`,
    en: 'team.yaml:7:13 policies.maxDepth coordinator → a → b → c delegates 3 levels deep and maxDepth is 2. fix: raise maxDepth to 3',
    zh: 'team.yaml:7:13 policies.maxDepth coordinator → a → b → c 的委派有 3 层，而 maxDepth 是 2。改法：请把 maxDepth 提高到 3',
  },
  unserved: {
    files: `team: t\nagents:\n  a: { ${fine}, capabilities: [weather] }\ncontext:\n  decider: rules\n  rules:\n    - { when: a, include: whether }\n`,
    en: "team.yaml:7:27 context.rules[0].include no agent is called 'whether' or has such a capability. fix: did you mean 'weather'?",
    zh: "team.yaml:7:27 context.rules[0].include 没有名为 'whether' 或具备该能力的智能体。改法：是不是想写 'weather'？",
  },
  'idle-rules': {
    files: `team: t\nagents:\n  a: { ${fine} }\n  b: { ${fine} }\ncontext:\n  rules: [{ when: a, include: b }]\n`,
    en: 'team.yaml:6:3 context.rules these rules are read only when rules decide. fix: add `decider: rules` beside them',
    zh: 'team.yaml:6:3 context.rules 只有由规则决定时才会读取这些规则。改法：请在旁边加上 `decider: rules`',
  },
  'own-words': {
    files: `team: t\nagents:\n  a: { ${fine} }\ncontext:\n  decider: rules\n  rules: [{ when: a, include: a }]\n`,
    en: "team.yaml:6:31 context.rules[0].include 'a' would be given its own words. fix: name another agent: its own it has already",
    zh: "team.yaml:6:31 context.rules[0].include 'a' 会收到自己的话。改法：请写另一个智能体：自己的话它已经有了",
  },
  'unknown-tool': {
    files: withTools(`team: t\nagents:\n  a: { ${fine}, tools: [serch, ask_user] }\n`, 'search'),
    en: "team.yaml:3:56 agents.a.tools[0] there is no tool 'serch'. fix: did you mean 'search'?",
    zh: "team.yaml:3:56 agents.a.tools[0] 没有工具 'serch'。改法：是不是想写 'search'？",
  },
  'listed-twice': {
    files: `team: t\nagents:\n  a: { ${fine}, tools: [ask_user, ask_user] }\n`,
    en: "team.yaml:3:66 agents.a.tools[1] 'ask_user' is in this list already. fix: remove one",
    zh: "team.yaml:3:66 agents.a.tools[1] 'ask_user' 已在列表中。改法：请删除其中一个",
  },
  'always-there': {
    files: `team: t\nagents:\n  a: { ${fine}, tools: [read_result] }\n`,
    en: "team.yaml:3:56 agents.a.tools[0] every agent has 'read_result'. fix: remove it from the list",
    zh: "team.yaml:3:56 agents.a.tools[0] 每个智能体都有 'read_result'。改法：请从列表中去掉",
  },
  'reserved-tool': {
    files: withTools(`team: t\nagents:\n  a: { ${fine} }\n`, 'delegate_to_a'),
    en: "team.yaml:4:9 tools[0] ./tools.ts calls a tool 'delegate_to_a', a name that Loggia keeps for its own. fix: give it another name",
    zh: "team.yaml:4:9 tools[0] ./tools.ts 中的工具名 'delegate_to_a' 是 Loggia 保留的。改法：请换一个名称",
  },
  'duplicate-tool': {
    files: withTools(`team: t\nagents:\n  a: { ${fine} }\n`, 'search', 'search'),
    en: "team.yaml:4:9 tools[0] tool 'search' comes from ./tools.ts and again from ./tools.ts. fix: rename one of them",
    zh: "team.yaml:4:9 tools[0] 工具 'search' 来自 ./tools.ts，又来自 ./tools.ts。改法：请给其中一个改名",
  },
  'unused-rule': {
    files: withTools(
      `team: t\nagents:\n  a: { ${fine}, tools: [search] }\npolicies:\n  tools:\n    serach: ask\n`,
      'search',
    ),
    en: "team.yaml:6:5 policies.tools.serach a policy names tool 'serach', which no agent has. fix: did you mean 'search'?",
    zh: "team.yaml:6:5 policies.tools.serach 策略提到工具 'serach'，但没有智能体拥有它。改法：是不是想写 'search'？",
  },
  contradiction: {
    files: withTools(
      `team: t\nagents:\n  a: { ${fine}, tools: [pay] }\npolicies:\n  tools:\n    pay: deny\n`,
      'pay',
    ),
    en: "team.yaml:6:10 policies.tools.pay tool 'pay' is given to 'a' and denied by policy. fix: remove one of the two",
    zh: "team.yaml:6:10 policies.tools.pay 工具 'pay' 分配给了 'a'，又被策略禁止。改法：请保留其一",
  },
  'denied-risk': {
    files: withTools(
      `team: t\nagents:\n  a: { ${fine}, tools: [pay] }\npolicies:\n  risk: { high: deny }\n`,
      'pay',
    ),
    en: "team.yaml:3:56 agents.a.tools[0] 'a' has tool 'pay', but all tools of high risk are denied. fix: allow it under policies.tools, or take it from 'a'",
    zh: "team.yaml:3:56 agents.a.tools[0] 'a' 有工具 'pay'，但 high 风险的工具一律禁止。改法：请在 policies.tools 中放行，或从 'a' 移除",
  },
  'over-limit': {
    files: `team: t\nagents:\n  a: { ${fine} }\npolicies:\n  maxLive: 10\n  maxLifetime: 5\n`,
    en: 'team.yaml:5:12 policies.maxLive 10 can never be used: maxLifetime is 5. fix: lower this one or raise the other',
    zh: 'team.yaml:5:12 policies.maxLive 10 永远用不到：maxLifetime 是 5。改法：请降低此值或提高另一个',
  },
} as const satisfies Cases
