import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeProblem, explainProblem, loadTeam, type ProblemCode } from '#teams'
import { fileCases } from './problems/files.ts'
import type { ProblemCase } from './problems/kinds.ts'
import { nameCases } from './problems/names.ts'
import { valueCases } from './problems/values.ts'
import { folderOf, loaded } from './written.ts'

/** Two are not here: no file that git can hold is unreadable, and no rule of today gives a value no better words. */
const cases: Readonly<Record<Exclude<ProblemCode, 'unreadable' | 'wrong-value'>, ProblemCase>> = {
  ...fileCases,
  ...valueCases,
  ...nameCases,
}

for (const [code, { files, en, zh, ...options }] of Object.entries(cases))
  test(`${code}: file, line, column, path, what is wrong and what to do, in English and Chinese`, async () => {
    const found = await loaded(files, options)
    assert.deepEqual(
      found.problems.map((problem) => problem.code),
      [code],
    )
    assert.deepEqual(found.en, [en])
    assert.deepEqual(found.zh, [zh])
    const isError = found.problems.some(({ severity }) => severity === 'error')
    assert.equal(found.team === undefined, isError, 'a team with an error is none; a warning spoils nothing')
  })

test('a file that cannot be read is a problem with the reason the system gives', async () => {
  await using folder = await folderOf({})
  const loop = join(folder.path, 'team.yaml')
  await symlink(loop, loop)
  const { problems } = await loadTeam(loop, { env: {}, from: folder.path })
  assert.deepEqual(
    problems.map((problem) => describeProblem(problem)),
    ['team.yaml:1:1 the file cannot be read: ELOOP. fix: check the path and its permissions'],
  )
})

test('what is shown of a problem is one safe line, whatever the file holds', async () => {
  const { problems, en } = await loaded('team: t\nagents:\n  "a\\u001b[31m\\nb\\u202Ec": {}\n')
  assert.equal(problems[0]?.code, 'bad-key')
  for (const line of en) assert.doesNotMatch(line, /[\p{Cc}\u202E]/u)
  const { fix } = explainProblem({ ...problems[0], code: 'wrong-value', about: { why: 'a\nb' } }, 'zh')
  assert.equal(fix, '参见 docs/guides/team-files.zh.md')
})
