import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { findTeam, shippedTeams } from '#teams'
import { schemaFile, teamSchemaText } from '../../scripts/team-schema.ts'

const stored = readFileSync(schemaFile, 'utf8')

test('schema/team.schema.json is what the code says; run scripts/team-schema.ts when it is not', () => {
  assert.equal(stored, teamSchemaText())
})

test('the stored schema takes every shipped team and refuses a misspelt key, a wrong type and a missing name', () => {
  const schema = z.fromJSONSchema(JSON.parse(stored))
  for (const name of shippedTeams) {
    const found = findTeam(name)
    assert.ok(found.ok)
    assert.deepEqual(schema.safeParse(parse(readFileSync(found.path, 'utf8'))).error, undefined)
  }
  const agents = { helper: { description: { en: 'Helps.', zh: '帮忙。' } } }
  assert.equal(schema.safeParse({ team: 'solo', agents }).success, true)
  assert.equal(schema.safeParse({ team: 'solo', agent: agents }).success, false)
  assert.equal(schema.safeParse({ team: 'solo', agents: { helper: { tools: 'search' } } }).success, false)
  assert.equal(schema.safeParse({ agents }).success, false)
})
