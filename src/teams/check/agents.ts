import type { DeclaredAgent } from '../markdown.ts'
import { everyAgent, type TeamParts } from '../parts.ts'
import type { Problem } from '../problems.ts'
import { suggestion } from '../shape.ts'
import type { Path, Source } from '../source.ts'

/** What is wrong with agents one by one: declared twice, not described, or with a model nobody provides. */
export function agentProblems(parts: TeamParts): readonly Problem[] {
  const { team, agents, source, unread, providers } = parts
  if (agents.length === 0 && unread.size === 0 && !team.coordinator)
    return [source.problem(['agents'], 'no-agents')]
  return [
    ...duplicates(agents),
    ...everyAgent(parts).flatMap((declared) => describing(declared)),
    ...modelProblems(source, ['model'], team.model, providers),
    ...everyAgent(parts).flatMap(({ agent, source: its, path }) => [
      ...modelProblems(its, [...path, 'model'], agent.model, providers),
      ...(agent.fallbackModels ?? []).flatMap((model, place) =>
        modelProblems(its, [...path, 'fallbackModels', place], model, providers),
      ),
    ]),
  ]
}

function duplicates(agents: readonly DeclaredAgent[]): readonly Problem[] {
  const first = new Map<string, DeclaredAgent>()
  return agents.flatMap((declared): readonly Problem[] => {
    const { name, source, path } = declared
    const other = first.get(name.toLowerCase())
    if (!other) first.set(name.toLowerCase(), declared)
    return other ? [source.problem(path, 'duplicate-agent', { agent: name, other: other.source.file })] : []
  })
}

/** The coordinator that is declared nowhere is described by us. */
function describing({ name, agent, source, path }: DeclaredAgent): readonly Problem[] {
  const { description } = agent
  if (description === undefined) {
    const isOurs = path.length === 0 && Object.keys(agent).length === 0
    return isOurs || path[0] === 'coordinator'
      ? []
      : [source.problem(path, 'no-description', { agent: name }, 'warning')]
  }
  const missing = missingLanguages(description).filter(
    (language) => agent.languages?.includes(language) ?? true,
  )
  return missing.map((language) =>
    source.problem(
      [...path, 'description'],
      'one-language',
      { agent: name, missing: `${language}: …` },
      'warning',
    ),
  )
}

function missingLanguages(
  description: NonNullable<DeclaredAgent['agent']['description']>,
): readonly string[] {
  if (typeof description !== 'string')
    return (['en', 'zh'] as const).filter((language) => description[language] === undefined)
  const hasHan = /\p{Script=Han}/u.test(description)
  const hasLatin = /[A-Za-z]{3,}/.test(description)
  return [...(hasLatin || !hasHan ? [] : ['en']), ...(hasHan ? [] : ['zh'])]
}

/** A warning only: a program may bring models of its own under any name. */
function modelProblems(
  source: Source,
  path: Path,
  model: string | undefined,
  providers: readonly string[],
): readonly Problem[] {
  if (
    model === undefined ||
    model === 'offline' ||
    model === 'inherit' ||
    model.includes('${') ||
    providers.length === 0
  )
    return []
  const [provider = '', id = ''] = model.split(/\/(.*)/s)
  if (providers.includes(provider) && id !== '') return []
  return [
    source.problem(
      path,
      'unknown-model',
      { model, ...suggestion(provider, ['offline', ...providers]) },
      'warning',
    ),
  ]
}
