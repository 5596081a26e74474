import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../examples/', import.meta.url))

for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts')))
  test(`examples/${name} runs without a key and finds what it says`, async () => {
    const child = spawn(process.execPath, ['--conditions=loggia-source', name], {
      cwd: folder,
      // Without what this machine may be signed in to: an example that needs a key would show here.
      env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
    })
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
    const [code, said, errors] = await Promise.all([closed, text(child.stdout), text(child.stderr)])
    assert.equal(code, 0, errors)
    assert.equal(errors, '')
    assert.notEqual(said, '')
  })
