import { findLocalServers, listProviders, ModelError, type ModelPort } from '#llm'
import { newIdFrom, systemClock } from '#runtime'
import type { Given } from '../command.ts'
import { exit } from '../failure.ts'
import type { Terminal } from '../terminal.ts'
import { modelSource, openWorkspace } from '../workspace.ts'

/** Looks at this installation and says what is there, what is not, and what to do. Key values are never shown. */
export async function doctor(given: Given, terminal: Terminal): Promise<number> {
  const { out, note, say } = terminal
  out(`Node ${process.versions.node}  SQLite ${process.versions['sqlite'] ?? '?'}`)
  const workspace = await openWorkspace(terminal, given.data)
  let healthy = true
  try {
    const sessions = await workspace.sessions()
    const damaged = await workspace.store.events.damaged()
    out(`${workspace.folder}: ${sessions.length} × ${say('session')}`)
    if (damaged.length > 0) {
      healthy = false
      out(say('damaged', { count: damaged.length }))
      for (const { sessionId, seq, why } of damaged) out(`  ${sessionId} #${seq}: ${why}`)
    }
  } finally {
    await workspace.close()
  }
  out(`offline: ${say('ok')}`)
  for (const { name, keyEnv } of await listProviders()) {
    if (keyEnv === null) continue
    const set = terminal.env[keyEnv] !== undefined && terminal.env[keyEnv] !== ''
    out(`${name}: ${set ? say('configured', { env: keyEnv }) : say('notConfigured', { env: keyEnv })}`)
    const model = smallModels[name]
    if (set && model && given.flag('live')) healthy = (await tryLive(terminal, `${name}/${model}`)) && healthy
  }
  for (const { provider, baseURL, models } of await findLocalServers(fetch, AbortSignal.timeout(2_000)))
    note(`${provider} ${baseURL}: ${models.slice(0, 5).join(', ')}`)
  return healthy ? exit.done : exit.failed
}

/** A small model of each provider, to try a key with. One that is gone still shows that the key was taken. */
const smallModels: Readonly<Record<string, string>> = {
  openai: 'gpt-5-mini',
  anthropic: 'claude-haiku-4-5',
  google: 'gemini-2.5-flash',
  deepseek: 'deepseek-chat',
  dashscope: 'qwen-plus',
  moonshot: 'moonshot-v1-8k',
}

/** One tiny call. Its answer does not matter; that there is one does. */
async function tryLive(terminal: Terminal, name: string): Promise<boolean> {
  try {
    const model = await modelSource(terminal)(name)
    await answer(model)
    terminal.out(`  ${name}: ${terminal.say('ok')}`)
    return true
  } catch (error) {
    const why = error instanceof ModelError ? `${error.code}: ${error.message}` : String(error)
    terminal.out(`  ${name}: ${why}`)
    return false
  }
}

async function answer(model: ModelPort): Promise<void> {
  const newId = newIdFrom(systemClock())
  const request = {
    system: 'Answer with one word.',
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'ping' }] }] as const,
    tools: [],
    maxOutputTokens: 16,
  }
  const stream = model.stream(request, {
    signal: AbortSignal.timeout(30_000),
    newCallId: () => newId('call'),
  })
  while (!(await stream.next()).done);
}
