/**
 * Makes a fresh clone ready, on whatever Node is there: installs from the lock when the lock has changed, and checks
 * that the pinned Node arrived. Does nothing, in a few milliseconds, when all is in place. Plain JavaScript on purpose.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = `${root}node_modules/.loggia-setup`

/** What the installed tree must match: the lock, byte for byte. */
function lockDigest() {
  return createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')
}

function installed() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
}

function install(digest) {
  process.stderr.write('loggia: installing from the lock (first start, or the lock changed) …\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) {
    process.stderr.write(
      'loggia: `npm ci` did not succeed; its words are above. Is the npm registry reachable?\n',
    )
    process.exit(1)
  }
  writeFileSync(stampFile, digest)
}

/** The pinned Node, brought as a dev dependency. */
export function pinnedNode() {
  const path = `${root}node_modules/node/bin/node`
  return existsSync(path) ? path : undefined
}

/** Installs when needed and exits with a clear word when the result cannot run. */
export function setup() {
  const digest = lockDigest()
  if (installed() !== digest || !pinnedNode()) install(digest)
  if (pinnedNode()) return
  process.stderr.write(
    'loggia: the pinned Node 24 is missing after the install; allow the install script of `node`.\n',
  )
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setup()
