import type { TeamSpec } from '#agents'
import { problemsOf } from './define.ts'
import type { LoadResult } from './load.ts'
import { importModule } from './modules.ts'
import type { Problem, ProblemCode } from './problems.ts'

/** The team a module exports as `team`, made with defineTeam; problems of the definition are the module's. */
export async function teamInModule(file: string, shown: string): Promise<LoadResult> {
  const no = (code: ProblemCode, about: Problem['about']): LoadResult => ({
    problems: [{ severity: 'error', code, file: shown, line: 1, column: 1, path: '', about }],
  })
  const imported = await importModule(file)
  if ('missing' in imported) return no('not-found', { meant: imported.meant })
  if ('why' in imported) {
    const problems = problemsOf(imported.cause)
    if (problems) return { problems: problems.map((problem) => ({ ...problem, file: shown })) }
    return no('bad-module', { module: shown, why: imported.why })
  }
  const { exports } = imported
  const team = [exports['team'], exports['default'], ...Object.values(exports)].find(isTeam)
  return team ? { team, problems: [] } : no('no-team', { module: shown })
}

function isTeam(value: unknown): value is TeamSpec {
  if (typeof value !== 'object' || value === null) return false
  const { teamId, agents, coordinator } = value as Partial<TeamSpec>
  return typeof teamId === 'string' && agents instanceof Map && typeof coordinator === 'string'
}
