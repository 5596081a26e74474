import { createInterface } from 'node:readline/promises'
import { emptyView, fold, frames, isKnown, type View } from '#protocol'
import type { StoredEvent } from '#store'
import { safeText, treeLines } from '#tui'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { lineOf } from '../live/lines.ts'
import { findSession } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace } from '../workspace.ts'

const longestGapMs = 2_000

/** Plays a session back with the same reducer that ran it. Nothing is executed: no model, no tool, no network. */
export async function replay(given: Given, terminal: Terminal): Promise<number> {
  const workspace = await openWorkspace(terminal, given.data)
  try {
    const { events } = await findSession(workspace, terminal, given.words[0])
    await (given.flag('step') ? step(terminal, events) : play(terminal, events, speedOf(given)))
    return exit.done
  } finally {
    await workspace.close()
  }
}

function speedOf(given: Given): number {
  const text = given.text('speed') ?? '1'
  const speed = Number(text)
  if (!Number.isFinite(speed) || speed < 0)
    throw new CommandFailure(`--speed ${text}: 0, 1, 2, …`, exit.usage)
  return speed === 0 ? Number.POSITIVE_INFINITY : speed
}

async function play(terminal: Terminal, events: readonly StoredEvent[], speed: number): Promise<void> {
  const view = emptyView()
  let shownAt = 0
  for (const { event, atMs } of frames(events, { speed, maxGapMs: longestGapMs })) {
    if (atMs > shownAt) await new Promise((resolve) => setTimeout(resolve, atMs - shownAt))
    shownAt = atMs
    fold(view, event)
    showFrame(terminal, view, event)
  }
  for (const line of treeLines(view, { columns: terminal.columns, paint: terminal.paint })) terminal.out(line)
}

async function step(terminal: Terminal, events: readonly StoredEvent[]): Promise<void> {
  const keys = createInterface({ input: process.stdin, output: process.stderr })
  const view = emptyView()
  terminal.note(terminal.say('pressKey'))
  try {
    for (const event of events) {
      fold(view, event)
      terminal.out(terminal.paint.dim(`#${event.seq} ${event.type} ${event.actor.id} ${event.reason ?? ''}`))
      showFrame(terminal, view, event)
      if ((await keys.question('')).trim() === 'q') return
    }
  } finally {
    keys.close()
  }
}

function showFrame(terminal: Terminal, view: View, event: StoredEvent): void {
  if (!isKnown(event)) return
  const line = lineOf(terminal, view, event)
  if (line !== undefined) terminal.out(line)
  if (event.type !== 'message.posted' || event.payload.visibility !== 'user') return
  const { payload, agentId } = event.payload
  const text =
    typeof payload === 'object' && payload !== null && 'text' in payload ? String(payload['text']) : ''
  if (text !== '') terminal.out(`${terminal.paint.cyan(agentId ?? terminal.say('you'))}: ${safeText(text)}`)
}
