import type { TeamSpec } from '#agents'
import {
  cutToWidth,
  displayWidth,
  type EventOf,
  type PayloadOf,
  type Run,
  type RunId,
  safeLine,
  totalTokens,
  type View,
} from '#protocol'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { promptText } from '../prompt-text.ts'
import { findOwner, type StoredSession } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace } from '../workspace.ts'

type Slice = PayloadOf<'context.assembled'>['included'][number]

/** What an agent saw in each model call of a run, what it did not, and why. A task means its latest run. */
export async function xray(given: Given, terminal: Terminal): Promise<number> {
  const typed = given.need(0, 'RUN')
  const workspace = await openWorkspace(terminal, 'existing')
  try {
    const owned = await findOwner(workspace.store.events, terminal, { typed, kinds: ['run', 'task'] })
    const { session, id } = owned
    const run = runNamed(session.view, id)
    if (!run) throw new CommandFailure(terminal.say('noMatch', { id: typed }), exit.usage)
    const isFull = given.flag('full')
    const team = isFull ? await teamFor(workspace.teamOf(session.sessionId, given.text('team'))) : undefined
    if (isFull && !team) terminal.note(terminal.say('noTeamForFull'))
    showRun(terminal, run)
    for (const manifest of session.view.manifests.get(run.runId) ?? []) {
      showManifest(terminal, manifest)
      if (isFull) await showPrompt(terminal, { session, run, manifest, team })
    }
    return exit.done
  } finally {
    await workspace.close()
  }
}

/** Without the team's file everything is shown but the words of the system prompt. */
async function teamFor(named: Promise<{ readonly team: TeamSpec }>): Promise<TeamSpec | undefined> {
  try {
    return (await named).team
  } catch (error) {
    if (error instanceof CommandFailure) return undefined
    throw error
  }
}

function runNamed(view: View, id: string): Run | undefined {
  const runId = [...view.runOfTask].find(([taskId]) => taskId === id)?.[1] ?? (id as RunId)
  return view.runs.get(runId)
}

function showRun({ out, say, paint }: Terminal, run: Run): void {
  const { input, output, cached } = run.usage
  out(`${paint.bold(safeLine(run.path.join(' › ')))}  ${say(`state.${stateWord(run)}`)}`)
  const spent = say('spent', { in: input, out: output, cached })
  out(paint.dim(`${run.runId} · ${say('tokens', { count: totalTokens(run.usage) })} (${spent})`))
}

function stateWord({ status }: Run): Exclude<Run['status'], 'reserved'> | 'pending' {
  return status === 'reserved' ? 'pending' : status
}

type Manifest = EventOf<'context.assembled'>

function showManifest(terminal: Terminal, { payload }: Manifest): void {
  const { out, say, paint } = terminal
  const { call, included, excluded, totalTokens: tokens } = payload
  out(`\n${paint.bold(say('callNumber', { call, tokens }))}`)
  out(`  ${paint.green(say('saw'))}`)
  for (const slice of included) out(sliceLine(terminal, slice))
  if (excluded.length === 0) return
  out(`  ${paint.yellow(say('notSaw'))}`)
  for (const slice of excluded) out(sliceLine(terminal, slice))
}

function sliceLine({ paint, columns }: Terminal, { kind, id, to, tokens, why }: Slice): string {
  const head = `    ${kind.padEnd(13)} ${String(tokens).padStart(6)}  `
  const place = to === undefined ? id : `${id} … ${to}`
  const room = columns - displayWidth(head) - 2
  const words = cutToWidth(safeLine(why), room)
  const left = room - displayWidth(words) - 2
  return `${head}${words}${left < 10 ? '' : `  ${paint.dim(cutToWidth(safeLine(place), left))}`}`
}

interface Shown {
  readonly session: StoredSession
  readonly run: Run
  readonly manifest: Manifest
  readonly team: TeamSpec | undefined
}

async function showPrompt(
  { out, say, paint }: Terminal,
  { session, run, manifest, team }: Shown,
): Promise<void> {
  out(`\n  ${paint.cyan(say('rebuilt', { call: manifest.payload.call }))}`)
  const events = session.events.filter(({ seq }) => seq < manifest.seq)
  for (const { title, text } of await promptText({ events, run, manifest, team })) {
    out(`\n${paint.dim(`── ${title}`)}`)
    out(text)
  }
}
