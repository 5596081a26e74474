import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

test('a text delta costs at most 5 µs through adapter, rules and attempts', async (context) => {
  const script = new URL('./overhead.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=loggia-source', script])
  const { raw, ours } = JSON.parse(stdout) as { readonly raw: number; readonly ours: number }
  context.diagnostic(`${(ours - raw).toFixed(2)} µs a delta above the raw stream's ${raw.toFixed(2)}`)
  assert.ok(ours - raw < 5, `${(ours - raw).toFixed(2)} µs a delta`)
})
