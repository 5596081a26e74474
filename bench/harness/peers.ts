import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A framework in a folder of its own, with its own install. */
export interface Peer {
  readonly name: string
  readonly folder: string
  readonly title: string
  readonly specifiers: readonly string[]
  /** Why it cannot be measured here. */
  readonly missing?: string
}

const home = fileURLToPath(new URL('../peers/', import.meta.url))

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly bench: { readonly title: string; readonly imports: readonly string[] }
}

/** Installs every peer as its lock says, without running install scripts. One that does not install is told apart. */
export async function installPeers(say: (line: string) => void): Promise<readonly Peer[]> {
  const peers: Peer[] = []
  for (const name of readdirSync(home).toSorted()) {
    const folder = join(home, name)
    if (!existsSync(join(folder, 'package.json'))) continue
    const { dependencies, bench } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    const title = `${bench.title} ${dependencies[bench.imports[0] ?? ''] ?? ''}`
    say(`installing ${title}`)
    const missing = await install(folder)
    peers.push({
      name,
      folder,
      title,
      specifiers: bench.imports,
      ...(missing === undefined ? {} : { missing }),
    })
  }
  return peers
}

/** Undefined when it is installed, else the first lines npm wrote. */
async function install(folder: string): Promise<string | undefined> {
  if (isInstalled(folder)) return undefined
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.on('data', (text: Buffer) => {
    printed = (printed + text.toString()).slice(0, 1_000)
  })
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  child.once('error', (error) => resolve(`npm did not start: ${error.message}`))
  child.once('exit', (code) =>
    resolve(
      code === 0
        ? undefined
        : `npm ci ended with ${code}: ${printed.split('\n').slice(0, 3).join(' ').trim()}`,
    ),
  )
  return await promise
}

interface Installed {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>
}

/** True when what lies in the folder is what the lock says. */
function isInstalled(folder: string): boolean {
  const hidden = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const versions = (path: string): string =>
    JSON.stringify(
      Object.entries((JSON.parse(readFileSync(path, 'utf8')) as Installed).packages)
        .filter(([place]) => place !== '')
        .map(([place, { version }]) => [place, version]),
    )
  return versions(hidden) === versions(join(folder, 'package-lock.json'))
}
