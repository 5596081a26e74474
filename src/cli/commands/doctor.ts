import { existsSync } from 'node:fs'
import { findLocalServers, listProviders, ModelError } from '#llm'
import { safeLine, safeText } from '#protocol'
import { newIdFrom, systemClock } from '#runtime'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import type { Terminal } from '../terminal.ts'
import { dataFolder, modelSource, openWorkspace } from '../workspace.ts'

/** Looks at this installation and says what is there, what is not, and what to do. Values of keys are never shown. */
export async function doctor(given: Given, terminal: Terminal): Promise<number> {
  const { out, say, paint } = terminal
  const { node, sqlite = '?' } = process.versions as { readonly node: string; readonly sqlite?: string }
  const isNodeFit = fitNode(node)
  mark(
    terminal,
    isNodeFit ? 'good' : 'bad',
    isNodeFit ? say('doctor.node', { node, sqlite }) : say('doctor.oldNode', { node }),
  )
  out(`\n${paint.bold(say('doctor.store'))}`)
  const isStoreFit = await store(terminal)
  out(`\n${paint.bold(say('doctor.models'))}`)
  mark(terminal, 'good', `offline: ${say('doctor.offline')}`)
  const isEachFit = await providers(terminal, given.flag('live'))
  out(`\n${paint.bold(say('doctor.local'))}`)
  await localServers(terminal)
  return isNodeFit && isStoreFit && isEachFit ? exit.done : exit.failed
}

const signs = { good: '✓', bad: '✗', none: '·' } as const

function mark({ out, paint }: Terminal, sign: keyof typeof signs, text: string): void {
  const painted = { good: paint.green, bad: paint.red, none: paint.dim }[sign](signs[sign])
  out(`  ${painted} ${sign === 'none' ? paint.dim(text) : text}`)
}

function fitNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 15)
}

async function store(terminal: Terminal): Promise<boolean> {
  const { say } = terminal
  const folder = dataFolder(terminal)
  if (!existsSync(folder)) {
    mark(terminal, 'none', say('doctor.noFolder', { folder }))
    return true
  }
  try {
    const workspace = await openWorkspace(terminal, 'existing')
    try {
      const { events } = workspace.store
      const [sessions, damaged] = [await events.sessions(), await events.damaged()]
      if (damaged.length === 0)
        mark(terminal, 'good', say('doctor.folder', { folder, sessions: sessions.length }))
      else mark(terminal, 'bad', `${folder}: ${say('damaged', { count: damaged.length })}`)
      for (const { sessionId, seq, why } of damaged)
        mark(terminal, 'none', `${sessionId} #${seq}: ${safeLine(why)}`)
      return damaged.length === 0
    } finally {
      await workspace.close()
    }
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    mark(terminal, 'bad', safeText(error.message))
    return false
  }
}

async function providers(terminal: Terminal, live: boolean): Promise<boolean> {
  const { say, env } = terminal
  let fit = true
  let configured = 0
  for (const { name, keyEnv } of await listProviders()) {
    if (keyEnv === null) continue
    if (!env[keyEnv]?.trim()) {
      mark(terminal, 'none', `${name}: ${say('notConfigured', { env: keyEnv })}`)
      continue
    }
    configured += 1
    mark(terminal, 'good', `${name}: ${say('configured', { env: keyEnv })}`)
    const model = smallModels[name]
    if (live && model) fit = (await answers(terminal, `${name}/${model}`)) && fit
  }
  if (configured === 0) mark(terminal, 'none', say('doctor.noneSet'))
  return fit
}

/** A small model of each provider, to try a key with. One that is gone still shows whether the key was taken. */
const smallModels: Readonly<Record<string, string>> = {
  openai: 'gpt-5-mini',
  anthropic: 'claude-haiku-4-5',
  google: 'gemini-2.5-flash',
  deepseek: 'deepseek-chat',
  dashscope: 'qwen-plus',
  moonshot: 'moonshot-v1-8k',
  mistral: 'mistral-small-latest',
  openrouter: 'openrouter/auto',
}

const liveMs = 30_000

/** One tiny call. What it answers does not matter; that it does, does. */
async function answers(terminal: Terminal, name: string): Promise<boolean> {
  const newId = newIdFrom(systemClock())
  const startedMs = Date.now()
  try {
    const model = await modelSource(terminal)(name)
    const stream = model.stream(
      {
        system: 'Answer with one word.',
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'ping' }] }],
        tools: [],
        maxOutputTokens: 16,
      },
      { signal: AbortSignal.timeout(liveMs), newCallId: () => newId('call') },
    )
    while (!(await stream.next()).done);
    mark(terminal, 'good', terminal.say('doctor.answers', { name, ms: Date.now() - startedMs }))
    return true
  } catch (error) {
    const why = error instanceof ModelError ? `${error.code}: ${error.message}` : String(error)
    mark(terminal, 'bad', `${name}: ${safeLine(why)}`)
    return false
  }
}

async function localServers(terminal: Terminal): Promise<void> {
  const found = await findLocalServers(fetch, AbortSignal.timeout(2_000))
  if (found.length === 0) mark(terminal, 'none', terminal.say('doctor.noLocal'))
  for (const { provider, baseURL, models } of found) {
    const names = models.slice(0, 5).map((model) => `${provider}/${safeLine(model)}`)
    mark(terminal, 'good', `${provider} ${baseURL}: ${names.join(', ')}${models.length > 5 ? ', …' : ''}`)
  }
}
