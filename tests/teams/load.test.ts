import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { findTeam, loadTeam } from '#teams'
import { fine } from './problems/kinds.ts'
import { folderOf, loaded, toolModule } from './written.ts'

test('everything wrong in all files is found at one look, file by file and line by line', async () => {
  const { en } = await loaded({
    'team.yaml': `team: my team
titel: A team
agents: [./agents/*.md, ./people/*.md]
tools: [./tools.ts]
policies:
  risk: { hihg: ask }
  tools: { serach: deny }
  approvalTimeout: 3 weeks
context:
  decider: rule
`,
    'agents/one.md': `---\n${fine}\ntools: serch, search\nsubAgents: [twoo]\nlimits: { maxTurns: many }\n---\n`,
    'agents/two.md': '---\ndescription: Only English.\n---\n',
    'tools.ts': toolModule(['search']),
  })
  assert.deepEqual(
    en.map((line) => line.replace(/\. fix:.*/, '')),
    [
      "team.yaml:1:7 team 'my team' cannot be a name",
      "team.yaml:2:1 titel unknown key 'titel'",
      'team.yaml:3:25 agents[1] no Markdown file matches ./people/*.md',
      "team.yaml:6:11 policies.risk.hihg unknown key 'hihg'",
      "team.yaml:7:12 policies.tools.serach a policy names tool 'serach', which no agent has",
      "team.yaml:8:20 policies.approvalTimeout '3 weeks' is no duration",
      "team.yaml:10:12 context.decider 'rule' is not possible here",
      "agents/one.md:3:8 tools[0] there is no tool 'serch'",
      "agents/one.md:4:13 subAgents[0] there is no agent 'twoo'",
      'agents/one.md:5:21 limits.maxTurns found text',
      "agents/two.md:2:14 description agent 'two' is described in one language only",
    ],
  )
})

test('where several shapes are possible, the one that was meant says what is wrong, or all are named', async () => {
  const wrong = {
    'title: [a, b]': 'title found a list. fix: write keys with values or text',
    'title: { fr: Bonjour }': "title.fr unknown key 'fr'. fix: keys here: en, zh",
    'title: { en: 7 }': 'title.en found a number. fix: write text',
    'agents: 7': 'agents found a number. fix: write a list or keys with values or text',
    'agents: { a: { capabilities: [{ keyword: [x] }] } }':
      "agents.a.capabilities[0].keyword unknown key 'keyword'. fix: did you mean 'keywords'?",
    'policies: { questionTimeout: true }':
      "policies.questionTimeout 'true' is no duration. fix: write one such as 30s, 5m or 24h",
    'policies: { questionTimeout: 0s }':
      "policies.questionTimeout '0s' is no duration. fix: write one such as 30s, 5m or 24h",
  }
  for (const [line, wanted] of Object.entries(wrong)) {
    const { en, zh } = await loaded(`team: t\n${line}\n`)
    assert.ok(
      en.some((one) => one.endsWith(wanted)),
      `${line}\n${en.join('\n')}`,
    )
    assert.ok(
      zh.every((one) => /\p{Script=Han}/u.test(one)),
      zh.join('\n'),
    )
  }
})

test('a byte order mark, Windows line ends, anchors and merge keys are read; places stay right', async () => {
  const text = `\uFEFFteam: t\r\nagents:\r\n  a: &base\r\n    ${fine}\r\n    tools: [ask_user]\r\n  b:\r\n    <<: *base\r\n    promt: x\r\n`
  const { problems, en } = await loaded(text)
  assert.deepEqual(en, ["team.yaml:8:5 agents.b.promt unknown key 'promt'. fix: did you mean 'prompt'?"])
  assert.equal(problems.length, 1)
  const right = await loaded(text.replace('promt', 'prompt'))
  assert.deepEqual(
    [...(right.team?.agents.values() ?? [])].map(({ id, tools }) => [id, tools.length]),
    [
      ['coordinator', 0],
      ['a', 1],
      ['b', 1],
    ],
  )
})

test('aliases that multiply, nesting without end and a second document are told, not run into', async () => {
  const bomb = `team: t\na: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f', 'g']
    .map(
      (name, place) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdef'[place]}`).join()}]`,
    )
    .join('\n')}\n`
  for (const text of [
    bomb,
    `team: ${'['.repeat(50_000)}`,
    'team: t\n---\nteam: u\n',
    'team: *nobody\n',
    '\tteam: t\n',
  ]) {
    const { team, problems, zh } = await loaded(text)
    assert.equal(team, undefined)
    assert.ok(problems.length >= 1 && problems.length <= 20, `${problems.length} problems`)
    assert.equal(problems[0]?.code, 'syntax')
    assert.match(zh[0] ?? '', /^team\.yaml:\d+:\d+ YAML 语法错误：\p{Script=Han}/u)
  }
})

test('a team of a thousand agents loads, and a circle through all of them is found', async () => {
  const agents = (last: string) =>
    Array.from(
      { length: 1_000 },
      (_value, place) => `  a${place}: { ${fine}, subAgents: [${place < 999 ? `a${place + 1}` : last}] }`,
    ).join('\n')
  const long = await loaded(`team: t\nagents:\n${agents('')}\n`)
  assert.equal(long.team?.agents.size, 1_001)
  assert.deepEqual(
    long.problems.map(({ code }) => code),
    ['too-deep'],
  )
  const round = await loaded(`team: t\nagents:\n${agents('a0')}\n`)
  assert.deepEqual(
    round.problems.map(({ code }) => code),
    ['cycle'],
  )
})

test('variables: from the environment, a default, and plain text; a value is never shown', async () => {
  const text = `team: t\nagents:\n  a:\n    ${fine}\n    model: \${M}\n    prompt: "\${WHO:-you} and $\${M}"\n`
  const { team } = await loaded(text, { env: { M: 'openai/secret-model' } })
  const agent = [...(team?.agents.values() ?? [])].find(({ id }) => id === 'a')
  assert.equal(agent?.model, 'openai/secret-model')
  assert.equal(agent?.prompt, `you and \${M}`)
  const wrong = await loaded(text.replace('tools', 'x').replace('model:', 'temperature:'), {
    env: { M: 'sk-secret' },
  })
  assert.equal(wrong.team, undefined)
  assert.ok(wrong.en.length > 0)
  assert.doesNotMatch(wrong.en.join(), /sk-secret/)
})

test('names that objects have by birth are names like others', async () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'prototype']) {
    const one = await loaded({
      'team.yaml': `team: ${name}\nagents:\n  ${name}: { ${fine}, tools: [${name}] }\npolicies: { tools: { ${name}: ask } }\ntools: [./tools.ts]\n`,
      'tools.ts': toolModule([name]),
    })
    assert.deepEqual(one.en, [], name)
    assert.deepEqual([...(one.team?.agents.keys() ?? [])], ['coordinator', name])
    assert.equal(one.team?.policy.tools.get(name), 'ask')
    const none = await loaded(`team: t\nagents:\n  a: { ${fine}, tools: [${name}], subAgents: [${name}] }\n`)
    assert.deepEqual(
      none.problems.map(({ code }) => code),
      ['unknown-tool', 'unknown-agent'],
    )
  }
  const proto = await loaded(
    `team: t\nagents:\n  __proto__: { ${fine} }\n  a: { ${fine}, subAgents: [__proto__] }\npolicies:\n  tools: { __proto__: deny }\n`,
  )
  assert.deepEqual(
    proto.problems.map(({ code, line, column }) => [code, line, column]),
    [
      ['bad-key', 3, 3],
      ['bad-key', 6, 12],
    ],
  )
  assert.equal(Object.hasOwn(Object.prototype, 'description'), false)
})

test('Markdown agents: the file name is the name, tools may be one line, the rest is the prompt', async () => {
  const { team, en } = await loaded({
    'team.yaml': 'team: t\ntools: [./tools.ts]\n',
    'tools.ts': toolModule(['search', 'look']),
    'agents/README.md': 'Not an agent.',
    'agents/guide.md': `\uFEFF---\r\n${fine}\r\ntools: search, look\r\nmodel: inherit\r\n---\r\nYou guide.\r\n\r\n---\r\nTo the end.\r\n`,
  })
  assert.deepEqual(en, [])
  const guide = [...(team?.agents.values() ?? [])].find(({ id }) => id === 'guide')
  assert.deepEqual(
    guide?.tools.map(({ name }) => name),
    ['search', 'look'],
  )
  assert.equal(guide?.prompt, 'You guide.\r\n\r\n---\r\nTo the end.')
  assert.equal(guide?.model, undefined)
})

test('a team is found by file, by folder, by the name of a shipped one; else what is near is offered', async () => {
  await using folder = await folderOf({ 'team.yml': 'team: t\n', 'other.yaml': 'team: o\n' })
  assert.deepEqual(findTeam(folder.path), { ok: true, path: join(folder.path, 'team.yml') })
  assert.deepEqual(findTeam(join(folder.path, 'other.yaml')), {
    ok: true,
    path: join(folder.path, 'other.yaml'),
  })
  assert.equal(findTeam('beijing').ok, true)
  assert.deepEqual(findTeam('bejing'), { ok: false, known: ['beijing'], meant: 'beijing' })
})

test('a shipped team has nothing to complain about', async () => {
  const found = findTeam('beijing')
  assert.ok(found.ok)
  const { team, problems } = await loadTeam(found.path, { env: {} })
  assert.deepEqual(problems, [])
  assert.deepEqual(
    [...(team?.agents.keys() ?? [])],
    ['coordinator', 'activity_agent', 'travel_agent', 'weather_agent'],
  )
})
