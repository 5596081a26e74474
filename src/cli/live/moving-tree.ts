import {
  displayWidth,
  isFinal,
  type RunId,
  rootOf,
  safeText,
  type TaskId,
  taskTree,
  type View,
  wrapToWidth,
} from '#protocol'
import type { Broadcast, SessionHandle } from '#runtime'
import { type Line, Screen, span } from '#tui'
import type { Terminal } from '../terminal.ts'
import { figuresOf } from './figures.ts'
import type { Live } from './live.ts'
import { taskLines } from './task-lines.ts'

const frameMs = 90
const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const
/** The most rows that the text being written may take. */
const mostTextRows = 8

/** The requests being worked on as a tree that moves, the answer as it is written, and what it took so far. */
export function movingTree(terminal: Terminal, session: SessionHandle): Live {
  const screen = new Screen(terminal.screen, terminal.paint)
  const work = new Work(session.view)
  const startedMs = Date.now()
  let frame = 0
  let pauses = 0
  let isOver = false
  const draw = (): void => {
    if (pauses > 0 || isOver) return
    const { columns, rows } = screen.room
    const nowMs = Date.now()
    const tick = spinner[frame % spinner.length] ?? spinner[0]
    const tree = work.lines(terminal, { columns, nowMs, spinner: tick })
    const foot = footLine(terminal, session, { work, columns, elapsedMs: nowMs - startedMs })
    const room = Math.min(mostTextRows, rows - tree.length - 3)
    screen.draw([...tree.slice(0, rows - 2), ...textLines(work.writing, columns, room), [], foot])
  }
  const timer = setInterval(() => {
    frame += 1
    draw()
  }, frameMs)
  const offResize = terminal.onResize(draw)
  const off = session.watch((item) => work.take(item))
  if (terminal.keyboard) {
    terminal.keyboard.open()
    terminal.keyboard.onForeground = draw
  }
  return {
    pause() {
      pauses += 1
      screen.clear()
    },
    resume() {
      pauses -= 1
      draw()
    },
    end() {
      if (isOver) return
      isOver = true
      clearInterval(timer)
      off()
      offResize()
      screen.clear()
      const lines = work.lines(terminal, { columns: screen.room.columns, nowMs: Date.now(), spinner: '•' })
      if (lines.length > 0) screen.print([...lines, []])
    },
  }
}

interface LineOptions {
  readonly columns: number
  readonly nowMs: number
  readonly spinner: string
}

/** What has been worked on since the start: requests, and the text that is being written. */
class Work {
  readonly #view: View
  readonly #roots = new Set<TaskId>()
  readonly #texts = new Map<RunId, string>()

  constructor(view: View) {
    this.#view = view
    for (const taskId of view.liveTasks) this.#roots.add(rootOf(view, taskId))
  }

  take(item: Broadcast): void {
    if (item.kind === 'event') {
      const { taskId, runId, type } = item.event
      if (taskId) this.#roots.add(rootOf(this.#view, taskId))
      if (runId && (type === 'model.completed' || type === 'model.discarded' || type.startsWith('run.')))
        this.#texts.delete(runId)
      return
    }
    const { runId, taskId, signal } = item
    if (this.#view.tasks.get(taskId)?.depth !== 0) return
    if (signal.type === 'text-delta') this.#texts.set(runId, (this.#texts.get(runId) ?? '') + signal.text)
    else if (signal.type === 'discarded') this.#texts.delete(runId)
  }

  get roots(): readonly TaskId[] {
    return [...this.#roots]
  }

  get writing(): string {
    return [...this.#texts.values()].join('\n')
  }

  lines({ say }: Terminal, options: LineOptions): readonly Line[] {
    return taskTree(this.#view)
      .filter(({ task }) => this.#roots.has(task.taskId))
      .flatMap((node) => taskLines(this.#view, node, { ...options, say }))
  }
}

/** The end of what is being written, so that the newest words are in sight. */
function textLines(text: string, columns: number, rows: number): readonly Line[] {
  if (text === '' || rows < 1) return []
  // Only the tail is laid out: the cost of a frame does not grow with the answer.
  const tail = text.slice(-columns * rows * 2)
  const lines = wrapToWidth(safeText(tail).trimEnd(), columns - 2).slice(-rows)
  return [[], ...lines.map((line): Line => [span('  '), span(line)])]
}

interface Foot {
  readonly work: Work
  readonly columns: number
  readonly elapsedMs: number
}

function footLine(terminal: Terminal, session: SessionHandle, { work, columns, elapsedMs }: Foot): Line {
  const left = figuresOf(terminal, session, { roots: work.roots, elapsedMs })
  const hasWork = work.roots.some((root) => !isFinal(session.view.tasks.get(root)?.status ?? 'done'))
  const right = hasWork ? terminal.say('ctrlC') : ''
  const gap = columns - displayWidth(left) - displayWidth(right)
  return gap < 2 ? [span(left, 'soft')] : [span(left, 'soft'), span(' '.repeat(gap)), span(right, 'soft')]
}
