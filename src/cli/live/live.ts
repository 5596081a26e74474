import { encodeEvent, type SessionEvent, totalTokens, usageOfTree, type View } from '#protocol'
import type { Broadcast, SessionHandle } from '#runtime'
import { safeText, treeLines, wrap } from '#tui'
import type { Terminal } from '../terminal.ts'
import { lineOf } from './lines.ts'
import { LiveBlock } from './screen.ts'

/** Shows a session while it works, until it is ended. */
export interface Live {
  /** Takes the moving part away, for as long as something else is asked or printed. */
  pause(): void
  resume(): void
  end(): void
}

const redrawMs = 80
const streamedLines = 6

/** JSON lines for programs, a moving tree for a person, plain lines otherwise. */
export function live(terminal: Terminal, session: SessionHandle, { json }: { readonly json: boolean }): Live {
  if (json) return jsonLines(terminal, session)
  return terminal.interactive ? movingTree(terminal, session) : plainLines(terminal, session)
}

const still = { pause: () => undefined, resume: () => undefined }

function jsonLines(terminal: Terminal, session: SessionHandle): Live {
  const end = session.watch((item) => {
    if (item.kind === 'event') terminal.out(encodeEvent(item.event))
  })
  return { ...still, end }
}

function plainLines(terminal: Terminal, session: SessionHandle): Live {
  const end = session.watch((item) => {
    const line = item.kind === 'event' ? lineOf(terminal, session.view, item.event) : undefined
    if (line !== undefined) terminal.note(line)
  })
  return { ...still, end }
}

function movingTree(terminal: Terminal, session: SessionHandle): Live {
  const block = new LiveBlock(terminal.raw)
  const streaming = new Map<string, string>()
  const round = (session.view.session?.round ?? 0) + 1
  let active = true
  const draw = (): void => {
    if (!active) return
    const { columns } = terminal
    block.draw(blockLines(terminal, session.view, { streaming, round, columns: columns - 1 }), columns)
  }
  const timer = setInterval(draw, redrawMs)
  const off = session.watch((item) => {
    noteStream(streaming, item)
    const line = item.kind === 'event' && active ? lineOf(terminal, session.view, item.event) : undefined
    if (line !== undefined) block.print(line)
  })
  return {
    pause() {
      active = false
      block.clear()
    },
    resume() {
      active = true
    },
    end() {
      clearInterval(timer)
      off()
      active = false
      block.clear()
    },
  }
}

/** Keeps what each root run is saying at the moment. */
function noteStream(streaming: Map<string, string>, item: Broadcast): void {
  if (item.kind === 'signal') {
    const { runId, signal } = item
    if (signal.type === 'text-delta') streaming.set(runId, (streaming.get(runId) ?? '') + signal.text)
    else if (signal.type === 'discarded') streaming.delete(runId)
  } else if (endsStream(item.event)) streaming.delete(item.event.runId ?? '')
}

function endsStream(event: SessionEvent): boolean {
  return event.type === 'model.completed' || event.type === 'model.discarded' || event.type === 'run.failed'
}

interface BlockParts {
  readonly streaming: ReadonlyMap<string, string>
  readonly round: number
  readonly columns: number
}

function blockLines(terminal: Terminal, view: View, { streaming, round, columns }: BlockParts): string[] {
  const { paint, say } = terminal
  const tree = treeLines(view, { columns, paint, fromRound: round })
  const said = [...streaming.values()].flatMap((text) =>
    wrap(safeText(text), columns - 2).slice(-streamedLines),
  )
  const root = view.roots.at(-1)
  const tokens = root ? totalTokens(usageOfTree(view, root).tree) : 0
  const foot = paint.dim(say('tokens', { count: tokens }))
  return [...tree, ...said.map((line) => `  ${line}`), foot]
}
