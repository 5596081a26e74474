import {
  emptyView,
  fold,
  frames,
  isKnown,
  rootOf,
  safeLine,
  type TaskId,
  taskTree,
  type View,
} from '#protocol'
import type { StoredEvent } from '#store'
import { type Line, Screen, span } from '#tui'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { inputLines } from '../input-lines.ts'
import type { Keyboard } from '../keyboard.ts'
import { lineOf } from '../live/lines.ts'
import { taskLines } from '../live/task-lines.ts'
import { treeText } from '../live/tree.ts'
import { messageText } from '../messages.ts'
import { findSession } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace } from '../workspace.ts'

const longestGapMs = 2_000

/** Plays a session back with the same reducer that ran it. Nothing is executed: no model, no tool, no network. */
export async function replay(given: Given, terminal: Terminal): Promise<number> {
  const speed = speedOf(given, terminal)
  const events = await eventsOf(terminal, given.words[0])
  if (given.flag('step')) return step(terminal, events)
  return terminal.keyboard
    ? film(terminal, terminal.keyboard, { events, speed })
    : lines(terminal, events, speed)
}

async function eventsOf(terminal: Terminal, typed: string | undefined): Promise<readonly StoredEvent[]> {
  const workspace = await openWorkspace(terminal, 'existing')
  try {
    return (await findSession(workspace.store.events, terminal, typed)).events
  } finally {
    await workspace.close()
  }
}

/** How fast: as it was for a person, at once for a program. */
function speedOf(given: Given, { say, keyboard }: Terminal): number {
  const text = given.text('speed')
  if (text === undefined) return keyboard ? 1 : Number.POSITIVE_INFINITY
  const speed = Number(text)
  if (!Number.isFinite(speed) || speed < 0 || text.trim() === '')
    throw new CommandFailure(say('badSpeed', { speed: text }), exit.usage)
  return speed === 0 ? Number.POSITIVE_INFINITY : speed
}

interface Film {
  readonly events: readonly StoredEvent[]
  readonly speed: number
}

/** The tree of each request as it grew, below what was said. Ctrl-C ends it. */
async function film(terminal: Terminal, keyboard: Keyboard, { events, speed }: Film): Promise<number> {
  const projector = new Projector(terminal, events.length)
  const quit = new AbortController()
  keyboard.open()
  keyboard.onInterrupt = () => quit.abort()
  let shownAt = 0
  for (const { event, atMs } of frames(events, { speed, maxGapMs: longestGapMs })) {
    if (atMs > shownAt) await pause(atMs - shownAt, quit.signal)
    if (quit.signal.aborted) break
    shownAt = Math.max(shownAt, atMs)
    projector.show(event)
  }
  projector.end()
  return quit.signal.aborted ? exit.stopped : exit.done
}

/** Draws a session event by event. */
class Projector {
  readonly #terminal: Terminal
  readonly #total: number
  readonly #screen: Screen
  readonly #view = emptyView()
  #root: TaskId | undefined

  constructor(terminal: Terminal, total: number) {
    this.#terminal = terminal
    this.#total = total
    this.#screen = new Screen(terminal.screen, terminal.paint)
  }

  show(event: StoredEvent): void {
    fold(this.#view, event)
    const root = event.taskId ? rootOf(this.#view, event.taskId) : this.#root
    if (root !== this.#root && this.#root) this.#screen.print([...this.#tree(event.at), []])
    this.#root = root
    const message = messageLines(this.#view, event)
    if (message.length > 0) this.#screen.print(message)
    const place = this.#terminal.say('event', { seq: event.seq, total: this.#total })
    this.#screen.draw([...this.#tree(event.at), [], [span(`${place} · ${safeLine(event.type)}`, 'soft')]])
  }

  end(): void {
    this.#screen.clear()
    this.#screen.print(this.#tree(this.#view.at))
  }

  #tree(at: string): readonly Line[] {
    const { columns, say } = this.#terminal
    const options = { columns: columns - 1, say, nowMs: Date.parse(at), spinner: '•' }
    return taskTree(this.#view)
      .filter(({ task }) => task.taskId === this.#root)
      .flatMap((node) => taskLines(this.#view, node, options))
  }
}

/** What a message says in the message flow; none for other events. */
function messageLines(view: View, event: StoredEvent): readonly Line[] {
  if (!isKnown(event) || event.type !== 'message.posted' || event.visibility !== 'user') return []
  const { agentId, role } = event.payload
  const text = messageText(event.payload).split('\n')
  const [first = '', ...rest] = text
  if (role === 'user')
    return [[], [span('› ', 'accent'), span(first)], ...rest.map((line): Line => [span(line)]), []]
  const name = agentId && view.runsOfAgent.has(agentId) ? agentId : role
  return [[span(name, 'strong')], ...text.map((line): Line => [span(line)]), []]
}

async function lines(terminal: Terminal, events: readonly StoredEvent[], speed: number): Promise<number> {
  const view = emptyView()
  const never = new AbortController().signal
  let shownAt = 0
  for (const { event, atMs } of frames(events, { speed, maxGapMs: longestGapMs })) {
    if (atMs > shownAt) await pause(atMs - shownAt, never)
    shownAt = Math.max(shownAt, atMs)
    fold(view, event)
    for (const line of eventLines(terminal, view, event)) terminal.out(line)
  }
  for (const line of treeText(terminal, view)) terminal.out(line)
  return exit.done
}

function eventLines(terminal: Terminal, view: View, event: StoredEvent): readonly string[] {
  if (!isKnown(event)) return []
  if (event.type === 'message.posted' && event.visibility === 'user') {
    const who = event.payload.role === 'user' ? '›' : `${event.payload.agentId ?? event.payload.role}:`
    return [`${who} ${messageText(event.payload)}`]
  }
  const line = lineOf(terminal, view, event)
  return line === undefined ? [] : [line]
}

/** One event for each line of input; `q` leaves. */
async function step(terminal: Terminal, events: readonly StoredEvent[]): Promise<number> {
  const view = emptyView()
  const { keyboard, paint, out } = terminal
  const typed = keyboard ? undefined : inputLines(process.stdin)
  let left = false
  if (keyboard) {
    terminal.note(paint.dim(terminal.say('pressKey')))
    keyboard.onInterrupt = () => process.exit(exit.stopped)
  }
  for (const event of events) {
    fold(view, event)
    out(
      `${paint.bold(`#${event.seq}`)} ${paint.cyan(safeLine(event.type))} ${paint.dim(safeLine(`${event.actor.id}${event.reason ? ` · ${event.reason}` : ''}`))}`,
    )
    for (const line of eventLines(terminal, view, event)) out(`  ${line.replaceAll('\n', '\n  ')}`)
    const said = keyboard ? await keyboard.line('') : (await typed?.next())?.value
    left = said === undefined || said.trim() === 'q'
    if (left) break
  }
  if (!left) for (const line of treeText(terminal, view)) out(line)
  return exit.done
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const wake = (): void => resolve()
  signal.addEventListener('abort', wake, { once: true })
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', wake)
}
