import { interpolate } from './interpolate.ts'
import { keysAt } from './keys.ts'
import type { Problem } from './problems.ts'
import { type AgentSource, frontMatterSchema } from './schema.ts'
import { parseYaml, schemaProblems, type YamlSource } from './source.ts'

/** An agent as one file declares it, with the place to point at when something about it is wrong. */
export interface DeclaredAgent {
  readonly name: string
  readonly agent: AgentSource
  readonly source: YamlSource
  /** Keys down to the agent in its source. */
  readonly path: readonly string[]
}

const frontMatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** Reads an agent from Markdown: front matter, then the prompt. */
export function parseMarkdownAgent(
  text: string,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly agent?: DeclaredAgent; readonly problems: readonly Problem[] } {
  const match = frontMatter.exec(text)
  if (!match) {
    const place = { severity: 'error', file, line: 1, column: 1, path: '' } as const
    return { problems: [{ ...place, code: 'no-front-matter', about: {} }] }
  }
  const { source, problems } = parseYaml(match[1] ?? '', file, 2)
  if (problems.length > 0) return { problems }
  const filled = interpolate(source, env)
  const parsed = frontMatterSchema.safeParse(filled.value)
  if (!parsed.success)
    return {
      problems: [
        ...filled.problems,
        ...schemaProblems(source, parsed.error, (path) => keysAt(frontMatterSchema, path)),
      ],
    }
  const { name, prompt: _never, tools, ...rest } = parsed.data
  const prompt = text.slice(match[0].length).trim()
  const agent: AgentSource = { ...rest, ...(tools ? { tools } : {}), ...(prompt === '' ? {} : { prompt }) }
  return { agent: { name, agent, source, path: [] }, problems: filled.problems }
}
