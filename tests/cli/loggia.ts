import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** A team with a tool that needs an approval, one that takes long, and an agent whose model is not configured. */
export const errands = dirname(fileURLToPath(new URL('./errands/tools.ts', import.meta.url)))

/** What a finished command left. */
export interface Done {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** A command at work. */
interface Running {
  readonly child: ChildProcess
  readonly done: Promise<Done>
  /** Resolves when standard error holds the text; rejects when the command ends without it. */
  saying(text: string): Promise<void>
}

/** A folder of its own in which `loggia` is run, as in a pipe: no terminal anywhere. */
export interface Place {
  readonly folder: string
  loggia(...args: readonly string[]): Promise<Done>
  start(args: readonly string[], options?: { readonly input?: string }): Running
}

/** Makes such a folder, empty or as another one is, and removes it after the test. */
export async function place(
  t: Pick<TestContext, 'after'>,
  env: Readonly<Record<string, string>> = {},
  like?: Pick<Place, 'folder'>,
): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'loggia-cli-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  if (like) await cp(like.folder, folder, { recursive: true })
  const start: Place['start'] = (args, { input } = {}) => run(folder, args, { input, env })
  return { folder, start, loggia: (...args) => start(args).done }
}

interface RunOptions {
  readonly input: string | undefined
  readonly env: Readonly<Record<string, string>>
}

function run(cwd: string, args: readonly string[], { input, env }: RunOptions): Running {
  const child = spawn(
    process.execPath,
    ['--conditions=loggia-source', '--disable-warning=ExperimentalWarning', main, ...args],
    { cwd, env: cleanEnv(env), stdio: ['pipe', 'pipe', 'pipe'] },
  )
  child.stdin.on('error', () => undefined)
  child.stdin.end(input ?? '')
  const texts = { out: '', err: '' }
  const heard = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.err += text
    for (const listener of heard) listener()
  })
  const { promise: done, resolve } = Promise.withResolvers<Done>()
  child.on('close', (code, signal) => resolve({ code, signal, ...texts }))
  return {
    child,
    done,
    async saying(text) {
      const { promise, resolve: said } = Promise.withResolvers<void>()
      const listen = (): void => {
        if (texts.err.includes(text)) said()
      }
      heard.add(listen)
      listen()
      const ended = done.then(({ err }) => {
        if (!err.includes(text)) throw new Error(`the command ended without saying ${text}:\n${err}`)
      })
      await Promise.race([promise, ended])
      heard.delete(listen)
    },
  }
}

/** Nothing of whoever runs the tests: no keys, no colours, no folder, no language. */
function cleanEnv(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, LANG: 'en_US.UTF-8', ...more }
}
