import { safeText } from '#protocol'
import { describeProblem, findTeam, loadTeam } from '#teams'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import type { Terminal } from '../terminal.ts'

/** Everything that is wrong with a team's files, each with its place and how to mend it. */
export async function check(given: Given, terminal: Terminal): Promise<number> {
  const { out, say, locale, env, paint } = terminal
  const name = given.need(0, 'TEAM')
  const found = findTeam(name)
  if (!found.ok) throw new CommandFailure(say('noTeam', { name, known: found.known.join(', ') }), exit.usage)
  const { team, problems } = await loadTeam(found.path, { env })
  for (const problem of problems) {
    const sign = problem.severity === 'error' ? paint.red('✗') : paint.yellow('!')
    out(`${sign} ${safeText(describeProblem(problem, locale))}`)
  }
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (problems.length > 0) out(say('checkCount', { errors, warnings: problems.length - errors }))
  else
    out(
      `${paint.green('✓')} ${say('checkOk', { team: team?.teamId ?? name, agents: team?.agents.size ?? 0 })}`,
    )
  return errors > 0 ? exit.failed : exit.done
}
