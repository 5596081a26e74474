import { type PayloadOf, type Run, type RunId, totalTokens } from '#protocol'
import type { Given } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { findOwner } from '../stored.ts'
import type { Terminal } from '../terminal.ts'
import { openWorkspace } from '../workspace.ts'

type Manifest = PayloadOf<'context.assembled'>

/** What an agent saw in each model call of a run, what it did not, and why. */
export async function xray(given: Given, terminal: Terminal): Promise<number> {
  const workspace = await openWorkspace(terminal, given.data)
  try {
    const { session, id } = await findOwner(workspace, terminal, given.need(0, 'RUN'))
    const runId = session.view.runs.has(id as RunId) ? (id as RunId) : session.view.runOfTask.get(id as never)
    const run = runId && session.view.runs.get(runId)
    if (!run) throw new CommandFailure(terminal.say('noMatch', { id }), exit.usage)
    showRun(terminal, run)
    for (const { payload } of session.view.manifests.get(run.runId) ?? []) showManifest(terminal, payload)
    return exit.done
  } finally {
    await workspace.close()
  }
}

function showRun({ out, say, paint }: Terminal, run: Run): void {
  out(paint.bold(`${run.path.join(' → ')}  ${run.runId}  ${run.status}`))
  const { input, output, cached } = run.usage
  out(
    paint.dim(
      `${say('tokens', { count: totalTokens(run.usage) })}: ${say('spent', { in: input, out: output, cached })}`,
    ),
  )
}

function showManifest(
  { out, say, paint }: Terminal,
  { call, totalTokens: tokens, included, excluded }: Manifest,
): void {
  out(`\n${paint.bold(say('callNumber', { call, tokens }))}`)
  out(paint.green(`  ${say('saw')}`))
  for (const slice of included) out(sliceLine(slice))
  if (excluded.length === 0) return
  out(paint.yellow(`  ${say('notSaw')}`))
  for (const slice of excluded) out(sliceLine(slice))
}

function sliceLine({ kind, id, to, tokens, why }: Manifest['included'][number]): string {
  return `    ${kind.padEnd(13)} ${String(tokens).padStart(6)}  ${why}  ${id}${to ? ` … ${to}` : ''}`
}
