import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { parse, stringify } from 'yaml'
import {
  defineTeam,
  describeProblem,
  type LoadResult,
  loadTeam,
  type TeamDefinition,
  TeamInvalid,
} from '#teams'
import { folderOf, loaded, toolModule } from './written.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Path = readonly (string | number)[]

const whole = `team: office
title: { en: Office, zh: 办公室 }
model: offline
coordinator: { id: boss, prompt: You lead., limits: { maxTurns: 20 } }
agents:
  orders:
    description: { en: "Orders: status, delivery.", zh: 订单：状态、配送。 }
    capabilities:
      - { name: orders, keywords: [order, 订单], examples: [Where is my order?], description: { en: x, zh: 甲 } }
      - shipping
    tools: [search, ask_user]
    subAgents: [billing]
    languages: [en, zh]
    costClass: medium
    permissionTags: [internal]
    inputConstraints: { maxBatchSize: 3, maxInputChars: 1000 }
    temperature: 0.2
    fallbackModels: [offline]
  billing:
    description: { en: Invoices., zh: 发票。 }
    tools: [pay]
    limits: { maxTurns: 5, maxTokens: 9000, timeout: 30s }
    maxConcurrentRuns: 2
tools: [./tools.ts]
policies:
  risk: { none: allow, low: allow, high: ask }
  tools: { pay: ask, search: allow }
  approvalTimeout: 24h
  questionTimeout: 90000
  maxTokensPerRequest: 50000
  maxDepth: 4
  maxLive: 8
  maxLifetime: 64
  maxParallelTools: 4
context:
  decider: rules
  rules: [{ when: billing, include: orders }]
  verbatimRounds: 4
  summaryRounds: 20
`
const tools = toolModule(['search', 'pay'], ['none', 'high'])
const value = parse(whole) as Json
// One folder for all: its tools are imported once.
const folder = await folderOf({ 'tools.ts': tools })
after(() => folder[Symbol.asyncDispose]())

async function load(text: string): Promise<LoadResult> {
  const file = join(folder.path, 'team.yaml')
  await writeFile(file, text)
  return loadTeam(file, { env: {}, from: folder.path })
}

function pathsIn(node: Json, path: Path = []): readonly Path[] {
  if (typeof node !== 'object' || node === null) return [path]
  const below = Object.entries(node).flatMap(([key, item]) =>
    pathsIn(item, [...path, Array.isArray(node) ? Number(key) : key]),
  )
  return path.length === 0 ? below : [path, ...below]
}

/** What can happen to a value while a person writes. */
const slips = {
  deleted: () => undefined,
  nothing: () => null,
  number: () => -7,
  'half a number': () => 0.5,
  'no number': () => Number.NaN,
  text: () => 'qwerty',
  'no text': () => '',
  'one thing': (was: Json) => ({ qwerty: was }),
  'a list': (was: Json) => [was],
  'an empty list': () => [],
  yes: () => true,
} as const satisfies Record<string, (was: Json) => Json | undefined>

/** The same value with one thing changed; `rename` changes the key instead. */
function changed(
  node: Json,
  [key, ...rest]: Path,
  change: (was: Json) => Json | undefined,
  rename = '',
): Json {
  if (key === undefined || typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).flatMap(([name, item]): readonly (readonly [string, Json])[] => {
    if (name !== String(key)) return [[name, item]]
    if (rest.length > 0) return [[name, changed(item, rest, change, rename)]]
    const made = change(item)
    return made === undefined ? [] : [[`${name}${rename}`, made]]
  })
  return Array.isArray(node) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

const paths = pathsIn(value)

async function check(next: Json, what: string): Promise<void> {
  const text = stringify(next)
  const lines = text.split('\n')
  const { team, problems } = await load(text)
  const isBroken = problems.some(({ severity }) => severity === 'error')
  assert.equal(team === undefined, isBroken, what)
  for (const problem of problems) {
    const { line, column, file } = problem
    const [en, zh] = [describeProblem(problem), describeProblem(problem, 'zh')]
    assert.equal(file, 'team.yaml', what)
    assert.ok(line >= 1 && line <= lines.length, `${what}: line ${line} of ${lines.length}`)
    assert.ok(column >= 1 && column <= (lines[line - 1]?.length ?? 0) + 1, `${what}: column ${column}`)
    assert.match(en, / fix: \S/)
    assert.match(zh, /改法：\S/)
    assert.doesNotMatch(`${en}${zh}`, /undefined|\[object|Invalid input/)
  }
}

test('the whole file is a team with nothing to complain about', async () => {
  assert.deepEqual((await load(whole)).problems, [])
})

for (const [name, slip] of Object.entries(slips))
  test(`any value made ${name} gives a team, or errors with their places; never a throw`, async () => {
    for (const path of paths) await check(changed(value, path, slip), `${path.join('.')} ${name}`)
  })

test('any key misspelt gives an error at that key that says what it was meant to be', async () => {
  for (const path of paths) {
    const key = path.at(-1)
    if (typeof key !== 'string') continue
    const next = changed(value, path, (was) => was, 'x')
    await check(next, `${path.join('.')}x`)
    const { problems } = await load(stringify(next))
    const isFree = ['agents', 'policies.tools'].includes(path.slice(0, -1).join('.'))
    if (!isFree)
      assert.ok(
        problems.some(
          ({ code, about }) => code === 'unknown-key' && about['key'] === `${key}x` && about['meant'] === key,
        ),
        path.join('.'),
      )
  }
})

test('several slips at once are told as well as one', async () => {
  const slip = fc.record({ path: fc.constantFrom(...paths), how: fc.constantFrom(...Object.values(slips)) })
  await fc.assert(
    fc.asyncProperty(fc.array(slip, { minLength: 2, maxLength: 6 }), async (several) => {
      const next = several.reduce<Json>((node, { path, how }) => changed(node, path, how), value)
      await check(next, JSON.stringify(several.map(({ path }) => path.join('.'))))
    }),
    { numRuns: 60, seed: 7 },
  )
})

test('any text at all is a team or problems, never a throw', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.nat(whole.length),
      async (noise, at) => {
        const text = `${whole.slice(0, at)}${noise}${whole.slice(at)}`
        const { team, problems } = await load(text)
        assert.equal(
          team === undefined,
          problems.some(({ severity }) => severity === 'error'),
        )
      },
    ),
    { numRuns: 60, seed: 11 },
  )
})

test('a team defined in TypeScript equals the same one in a file', async () => {
  const file = await load(whole)
  const own = [...(file.team?.agents.values() ?? [])].flatMap((agent) => agent.tools)
  const { tools: _modules, ...rest } = value as unknown as Record<string, Json>
  const made = defineTeam({
    ...(rest as unknown as TeamDefinition),
    tools: own.filter(({ name }) => name !== 'ask_user'),
  })
  assert.deepEqual(made, file.team)
})

test('what is wrong in a definition is thrown with every path, and loading its module gives the same problems', async () => {
  const wrong = {
    team: 'two words',
    agents: { a: { description: 'x 甲', tools: ['serch'] } },
    modle: 'offline',
  }
  assert.throws(
    () => defineTeam(wrong as unknown as TeamDefinition),
    (error: unknown) => {
      assert.ok(error instanceof TeamInvalid)
      assert.deepEqual(error.problems.map(({ path }) => path).toSorted(), [
        'agents.a.tools[0]',
        'modle',
        'team',
      ])
      assert.match(error.message, /^defineTeam:\d+:\d+ team 'two words' cannot be a name/)
      return true
    },
  )
  const { en } = await loaded(
    {
      'team.ts': `import { defineTeam } from 'loggia/teams'\nexport const team = defineTeam(${JSON.stringify(wrong)})\n`,
    },
    { name: 'team.ts' },
  )
  assert.equal(en.length, 3)
  for (const line of en) assert.match(line, /^team\.ts:2:\d+ /)
  const missing = await loadTeam(join('no', 'such', 'team.ts'), { env: {} })
  assert.deepEqual(
    missing.problems.map(({ code }) => code),
    ['not-found'],
  )
})
