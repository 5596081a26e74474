import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse, stringify } from 'yaml'
import { defaultContext, defaultLimits, defaultPolicy } from '#agents'
import { type Files, loaded } from './written.ts'

interface Snippet {
  readonly language: string
  /** The file it is, `part` for keys that join the first team of the page, or empty. */
  readonly name: string
  readonly text: string
}

interface Section {
  readonly title: string
  readonly snippets: readonly Snippet[]
}

const fence = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm

function sectionsOf(page: string): readonly Section[] {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  return text.split(/^## /m).map((part) => ({
    title: part.split('\n')[0] ?? '',
    snippets: [...part.matchAll(fence)].map(([, language = '', name = '', inner = '']) => ({
      language,
      name,
      text: inner,
    })),
  }))
}

function filesIn({ snippets }: Section): Files {
  const named = snippets.filter(({ name }) => name !== '' && name !== 'part')
  return Object.fromEntries(named.map(({ name, text }) => [name, text]))
}

const pages = ['docs/guides/team-files.md', 'docs/guides/team-files.zh.md']

for (const page of pages) {
  const sections = sectionsOf(page)
  const [whole] = sections.map(filesIn).filter((files) => 'team.yaml' in files)
  assert.ok(whole)

  for (const section of sections) {
    const files = filesIn(section)
    const name = ['team.yaml', 'team.ts'].find((one) => one in files)
    if (name)
      test(`${page}, ${section.title}: its files are a team with nothing to complain about`, async () => {
        const { team, en } = await loaded(files, { name })
        assert.deepEqual(en, [])
        assert.ok(team)
      })
    for (const { text } of section.snippets.filter((snippet) => snippet.name === 'part'))
      test(`${page}, ${section.title}: these keys fit the first team: ${text.split('\n')[0]}`, async () => {
        const base = parse(String(whole['team.yaml']))
        const part = parse(text)
        const agents = { ...base.agents }
        for (const [agent, keys] of Object.entries(part.agents ?? {}))
          agents[agent] = { ...agents[agent], ...(keys as object) }
        const { team, en } = await loaded({ ...whole, 'team.yaml': stringify({ ...base, ...part, agents }) })
        assert.deepEqual(en, [])
        assert.ok(team)
      })
  }

  test(`${page}: what it calls defaults are the defaults`, async () => {
    const parts = sections.flatMap(({ snippets }) => snippets.filter(({ name }) => name === 'part'))
    const { policies, agents, context } = Object.assign(
      { policies: {} },
      ...parts.map(({ text }) => parse(text)).toReversed(),
    )
    const rules = parse(parts.find(({ text }) => text.includes('risk:'))?.text ?? '').policies
    const limits = parse(parts.find(({ text }) => text.includes('maxTurns:'))?.text ?? '')
    const { team } = await loaded({
      ...whole,
      'team.yaml': stringify({
        ...parse(String(whole['team.yaml'])),
        policies: { ...policies, ...rules, ...limits.policies, tools: {} },
        agents: { ...agents, orders: limits.agents.orders },
        context: { ...context, decider: defaultContext.decider, rules: [] },
        tools: [],
      }),
    })
    assert.deepEqual(team?.policy, defaultPolicy)
    assert.deepEqual(team.context, defaultContext)
    const orders = [...team.agents.values()].find(({ id }) => id === 'orders')
    assert.deepEqual([orders?.limits, orders?.maxConcurrentRuns], [defaultLimits, 8])
  })
}

test('both languages show the same files in the same order', () => {
  const [english, chinese] = pages.map((page) =>
    sectionsOf(page).map(({ snippets }) => snippets.map(({ language, name }) => `${language} ${name}`)),
  )
  assert.deepEqual(english, chinese)
})
