#!/usr/bin/env node
/**
 * Starts Loggia. An installed package runs its compiled code in this process. A checkout runs its sources, under the
 * Node that the lock brings, so that it works whatever Node the machine has.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

if (existsSync(source)) {
  const { pinnedNode, setup } = await import('../scripts/setup.mjs')
  setup()
  const child = spawn(
    pinnedNode() ?? process.execPath,
    ['--conditions=loggia-source', '--disable-warning=ExperimentalWarning', source, ...process.argv.slice(2)],
    { stdio: 'inherit' },
  )
  // Ctrl-C reaches the child from the terminal itself; this process only has to outlive it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal !== 'SIGINT') child.kill(signal)
    })
  child.on('error', (error) => {
    process.stderr.write(`loggia: could not start Node: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('close', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
} else {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 24 || (major === 24 && minor < 15)) {
    process.stderr.write(`loggia needs Node 24.15 or newer; this is ${process.versions.node}.\n`)
    process.exit(2)
  }
  await import('../dist/cli/main.js')
}
