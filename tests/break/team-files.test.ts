import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadTeam } from '#teams'

for (const text of ['&x team: *x\n', 'team: a\nagents: &y { b: *y }\n', 'team: &x [*x]\n'])
  test(`a file that holds itself is told as a problem: ${JSON.stringify(text)}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loggia-alias-'))
    try {
      const file = join(folder, 'team.yaml')
      writeFileSync(file, text)
      const { team, problems } = await loadTeam(file, { env: {} })
      assert.equal(team, undefined)
      assert.ok(problems.some(({ severity }) => severity === 'error'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
