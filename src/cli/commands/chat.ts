import type { AgentId } from '#protocol'
import { safeLine, safeText } from '#protocol'
import type { SessionHandle } from '#runtime'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { finish } from '../finish.ts'
import { inputLines } from '../input-lines.ts'
import type { Keyboard } from '../keyboard.ts'
import { live } from '../live/live.ts'
import { slash } from '../slash.ts'
import { findSession } from '../stored.ts'
import { type NamedTeam, teamNamed } from '../teams.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace, type Workspace } from '../workspace.ts'
import { addressed, ask, titleOf } from './run.ts'

const demoTeam = 'beijing'

/** Request after request with a team. Lines that come from a pipe are worked on one after another. */
export async function chat(given: Given, terminal: Terminal): Promise<number> {
  const named = await teamNamed(terminal, given.words[0] ?? demoTeam)
  const workspace = await openWorkspace(terminal, 'any')
  try {
    const talk = await Talk.begin(workspace, terminal, { named, sessionId: given.text('session') })
    return terminal.keyboard ? await talk.withPerson(terminal.keyboard) : await talk.withLines(process.stdin)
  } finally {
    await workspace.close()
  }
}

interface Beginning {
  readonly named: NamedTeam
  readonly sessionId: string | undefined
}

/** A conversation at the command line. Its session begins with the first request, so that leaving leaves nothing. */
class Talk {
  readonly #workspace: Workspace
  readonly #terminal: Terminal
  readonly #named: NamedTeam
  #session: SessionHandle | undefined
  readonly #suggestions = new Map<string, string>()

  private constructor(workspace: Workspace, terminal: Terminal, named: NamedTeam) {
    this.#workspace = workspace
    this.#terminal = terminal
    this.#named = named
  }

  static async begin(
    workspace: Workspace,
    terminal: Terminal,
    { named, sessionId }: Beginning,
  ): Promise<Talk> {
    const talk = new Talk(workspace, terminal, named)
    if (sessionId === undefined) return talk
    const stored = await findSession(workspace.store.events, terminal, sessionId)
    talk.#session = await workspace.open(stored.sessionId, named.source)
    return talk
  }

  /** Reads lines as requests, in order; ends with the first outcome that is not a success, or with the last. */
  async withLines(input: AsyncIterable<Uint8Array>): Promise<number> {
    for await (const line of inputLines(input)) {
      const text = line.trim()
      if (text === '' || text === '/quit') continue
      const code = await this.#request(text)
      if (code !== exit.done) return code
    }
    return exit.done
  }

  async withPerson(keyboard: Keyboard): Promise<number> {
    this.#welcome()
    const history: string[] = []
    if (this.#session) await this.#goOn(this.#session)
    for (;;) {
      const line = await this.#prompt(keyboard, history)
      if (line === undefined) return this.#bye()
      const text = line.trim()
      if (text === '') continue
      if (history[0] !== text) history.unshift(text)
      if (text === '/quit' || text === '/exit') return this.#bye()
      await this.#handle(text)
    }
  }

  /** Ctrl-C at the prompt empties the line; on an empty line it says how to leave. */
  async #prompt(keyboard: Keyboard, history: readonly string[]): Promise<string | undefined> {
    const { paint, say, note } = this.#terminal
    for (;;) {
      const cleared = new AbortController()
      keyboard.onInterrupt = () => cleared.abort()
      const line = await keyboard.line(`${paint.cyan('›')} `, { signal: cleared.signal, history })
      keyboard.onInterrupt = undefined
      if (!cleared.signal.aborted) return line
      note(paint.dim(say('howToLeave')))
    }
  }

  async #handle(text: string): Promise<void> {
    const { note, paint } = this.#terminal
    try {
      if (text.startsWith('/')) {
        const sent = await slash(this.#terminal, {
          line: text,
          session: this.#session,
          team: this.#named.team,
          store: this.#workspace.store.events,
        })
        if (sent === 'moved' && this.#session) await this.#goOn(this.#session)
        if (sent === 'new') this.#session = undefined
      } else await this.#request(this.#suggested(text))
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error
      note(`${paint.red('✗')} ${safeText(error.message)}`)
    }
  }

  /** A number alone is the suggestion it was shown with, once; later it is an answer like any other. */
  #suggested(text: string): string {
    const suggestion = this.#suggestions.get(text)
    if (suggestion === undefined) return text
    this.#suggestions.delete(text)
    this.#terminal.note(`${this.#terminal.paint.cyan('›')} ${suggestion}`)
    return suggestion
  }

  async #request(text: string): Promise<number> {
    const agents: readonly AgentId[] = [...this.#named.team.agents.keys()]
    const aimed = addressed(this.#terminal, agents, text)
    this.#session ??= await this.#workspace.create(this.#named, titleOf(text))
    if (this.#terminal.keyboard) this.#terminal.note('')
    const shown = live(this.#terminal, this.#session)
    const code = await ask(this.#terminal, this.#session, { ...aimed, json: false, shown })
    if (this.#terminal.keyboard) this.#terminal.note('')
    return code
  }

  /** Works on what is open: after a decision, or in a session that was taken up again. */
  async #goOn(session: SessionHandle): Promise<void> {
    const roots = session.view.roots.filter((root) => session.view.liveTasks.has(root))
    if (roots.length === 0) return
    await finish(this.#terminal, session, { shown: live(this.#terminal, session), json: false, roots })
  }

  #welcome(): void {
    const { say, note, paint, locale } = this.#terminal
    const { team } = this.#named
    const title = typeof team.title === 'string' ? team.title : (team.title[locale] ?? team.teamId)
    const isOffline = [...team.agents.values()].every(({ model }) => (model ?? team.model) === 'offline')
    note(
      `${paint.bold('Loggia')} ${paint.dim('·')} ${paint.bold(safeLine(title))}${isOffline ? paint.dim(` · ${say('offline')}`) : ''}`,
    )
    note('')
    note(say('welcome'))
    if (isOffline) note(paint.dim(say('welcomeOffline')))
    if (team.teamId === demoTeam && !this.#session) {
      for (const place of ['1', '2', '3'] as const) this.#suggestions.set(place, say(`try.${place}`))
      note('')
      note(paint.dim(say('welcomeTry')))
      for (const [place, text] of this.#suggestions) note(`  ${paint.cyan(place)}  ${text}`)
    }
    note('')
    note(paint.dim(say('welcomeHelp')))
    note('')
  }

  #bye(): number {
    const { say, note, paint } = this.#terminal
    if (this.#session) note(paint.dim(say('bye', { id: this.#session.sessionId })))
    return exit.done
  }
}
