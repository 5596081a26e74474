import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pages } from '../scripts/docs.ts'

for (const [name, page] of Object.entries(pages))
  test(`docs/spec/${name} is what the code says; run scripts/docs.ts when it is not`, () => {
    const stored = readFileSync(new URL(`../docs/spec/${name}`, import.meta.url), 'utf8')
    assert.equal(stored, page())
  })
