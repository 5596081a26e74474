import { basename, extname } from 'node:path'
import { interpolate } from './interpolate.ts'
import type { Problem } from './problems.ts'
import { but, readAs } from './repair.ts'
import { type AgentSource, frontMatterSchema } from './schema.ts'
import type { Source } from './source.ts'
import { parseYaml } from './yaml.ts'

/** An agent as one file declares it, with the place to point at when something about it is wrong. */
export interface DeclaredAgent {
  readonly name: string
  readonly agent: AgentSource
  readonly source: Source
  /** Keys down to the agent in its source. */
  readonly path: readonly string[]
}

/** What one Markdown file gives: an agent when it could be read, and everything wrong with it. */
export interface ReadAgent {
  readonly agent?: DeclaredAgent
  readonly problems: readonly Problem[]
}

const opening = /^\uFEFF?---[ \t]*\r?\n/
const frontMatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/

/** Reads an agent from Markdown: front matter, then the prompt. The prompt is taken as it is, without variables. */
export function parseMarkdownAgent(
  text: string,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): ReadAgent {
  const match = frontMatter.exec(text)
  if (!match) {
    const code = opening.test(text) ? 'open-front-matter' : 'no-front-matter'
    return { problems: [{ severity: 'error', code, file, line: 1, column: 1, path: '', about: {} }] }
  }
  const { source, problems: syntax } = parseYaml(match[1] ?? '', file, 2)
  if (source.value === undefined) return { problems: syntax }
  const filled = interpolate(source, env)
  const read = readAs(frontMatterSchema, source, filled.value ?? {})
  const problems = [
    ...syntax,
    ...filled.problems,
    ...but(read.problems, filled.problems).map((problem) => lenient(problem, source)),
  ]
  if (!read.value) return { problems }
  const { name = basename(file, extname(file)), tools, prompt, ...rest } = read.value
  const words = [prompt ?? '', text.slice(match[0].length)].map((part) => part.trim()).filter(Boolean)
  const agent: AgentSource = { ...rest, ...(tools ? { tools } : {}), prompt: words.join('\n\n') }
  return { agent: { name, agent, source, path: [] }, problems }
}

/** Files shared with other programs hold keys that mean something there: one that resembles none of ours is let be. */
function lenient(problem: Problem, source: Source): Problem {
  const { code, about } = problem
  if (code !== 'unknown-key' || about['meant'] !== '' || about['key'] === undefined) return problem
  return source.problem([about['key']], 'ignored-key', { key: about['key'] }, 'warning')
}
