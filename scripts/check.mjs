/**
 * Everything that must hold before a change lands: types, lint, dead code, the build and its package, then the tests.
 * `npm test` runs it. Arguments pick steps by name: `node scripts/check.mjs types lint`.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pinnedNode } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name) => `${root}node_modules/.bin/${name}`
const node = pinnedNode() ?? process.execPath

const steps = {
  types: [[bin('tsc'), '-b']],
  lint: [
    [bin('biome'), 'check', '.'],
    [bin('oxlint'), '--type-aware', 'src', 'tests', 'scripts', 'bench', 'examples'],
  ],
  dead: [[bin('knip')]],
  build: [
    [bin('tsc'), '-b', 'tsconfig.build.json'],
    [node, 'scripts/copy-assets.mjs'],
  ],
  pack: [
    [bin('publint'), '--strict'],
    [bin('attw'), '--pack', '.', '--profile', 'esm-only', '--quiet'],
  ],
  tests: [
    [
      node,
      '--conditions=loggia-source',
      '--disable-warning=ExperimentalWarning',
      '--test',
      // One process per file: a test that starts servers or kills processes cannot disturb another.
      '--test-timeout=180000',
      'src/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
  ],
}

const wanted = process.argv.slice(2)
for (const [name, commands] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const began = Date.now()
  for (const [command, ...args] of commands) {
    const { status } = spawnSync(command, args, {
      cwd: root,
      stdio: 'inherit',
      // No test asks the public weather service: what it says tomorrow is nobody's promise.
      env: { LOGGIA_OFFLINE: '1', ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}` },
    })
    if (status !== 0) {
      process.stdout.write(`\n${name}: not passed (${[command, ...args].join(' ').replaceAll(root, '')})\n`)
      process.exit(status ?? 1)
    }
  }
  process.stdout.write(`${name}: passed in ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
}
