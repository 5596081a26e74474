/**
 * Measures what the rules carry from agent to agent. `carry.ts FOLDER` reads recorded dialogues (`*.jsonl`: turns with
 * `u`, `a`, `agents`, `facts` and the `needs` of the called agents) and prints the share of needed values the agents had
 * when they were called, and the tokens of one call beside those of the full history. `--misses` lists what was lost.
 */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { estimateTokens } from '#llm'
import type { Injection } from '#protocol'
import { chosenByRules } from '../../src/agents/context/ledger.ts'
import { quoteInjection } from '../../src/agents/context/quote.ts'
import { type Dialogue, holds, type Need, readDialogues, type Turn } from './dialogues.ts'
import { type DialogueSession, dialogueSession, type Telling } from './session.ts'

/** A needed value, and whether it is where it should be. */
interface Needed {
  readonly isCarried: boolean
  /** Another agent's earlier answer states it: from prose, only such values can be read. */
  readonly isAnswered: boolean
  readonly words: string
}

/** One call of one agent. */
interface Call {
  readonly wire: number
  readonly full: number
  readonly needs: readonly Needed[]
  /** Number of the turn, from 1. */
  readonly round: number
}

const fence = (): string => '0123456789abcdef'
const lateRound = 8

function callsOf(dialogue: Dialogue, telling: Telling): readonly Call[] {
  const session = dialogueSession(telling)
  const had = new Map<string, string>()
  return dialogue.turns.flatMap((turn, place) => {
    const calls = turn.agents.map((name): Call => {
      const injections = choose(session, name, turn)
      session.called(name, turn.u, injections)
      const words = `${had.get(name) ?? ''}\n${injections.map(({ content }) => content).join('\n')}`
      had.set(name, words)
      const own = (turn.needs ?? []).filter(({ agent }) => agent === name)
      const needs = own.map((need) => judged(need, dialogue, `${words}\n${turn.u}`))
      return { ...weighed(dialogue.turns.slice(0, place), turn, injections), needs, round: place + 1 }
    })
    session.answered(turn)
    return calls
  })
}

function choose(session: DialogueSession, name: string, turn: Turn): readonly Injection[] {
  return chosenByRules(session.view, [], { target: session.agent(name), text: turn.u, references: [], fence })
}

function weighed(
  past: readonly Turn[],
  { u }: Turn,
  injections: readonly Injection[],
): Omit<Call, 'needs' | 'round'> {
  const query = estimateTokens(u)
  return {
    wire: query + estimateTokens(injections.map(quoteInjection).join('\n')),
    full: query + estimateTokens(past.map((turn) => `${turn.u}\n${turn.a}`).join('\n')),
  }
}

function judged({ values, src, agent }: Need, dialogue: Dialogue, had: string): Needed {
  const answers = src.map((place) => dialogue.turns[place]?.a ?? '').filter((answer) => holds(answer, values))
  const words = `${dialogue.id} ${agent} needs ${values.join(' | ')}: ${answers.join(' // ')}`
  return { isCarried: holds(had, values), isAnswered: answers.length > 0, words }
}

function recall(needs: readonly Needed[]): string {
  const carried = needs.filter(({ isCarried }) => isCarried).length
  return needs.length === 0 ? '–' : `${(carried / needs.length).toFixed(3)} of ${needs.length}`
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function row(
  name: string,
  telling: Telling,
  calls: readonly Call[],
): Readonly<Record<string, string | number>> {
  const needs = calls.flatMap((call) => call.needs)
  const [wire, full] = [mean(calls.map((call) => call.wire)), mean(calls.map((call) => call.full))]
  const at = (round: number): number =>
    mean(calls.filter((call) => call.round === round).map((call) => call.wire))
  return {
    dialogues: name,
    'agents tell': telling,
    calls: calls.length,
    'tokens a call': wire.toFixed(1),
    'full history': full.toFixed(1),
    share: (wire / full).toFixed(3),
    [`round ${lateRound} ÷ 2`]: (at(lateRound) / at(2)).toFixed(2),
    'needed values': recall(needs),
    'of those answers state': recall(needs.filter(({ isAnswered }) => isAnswered)),
  }
}

function main(folder: string): void {
  const rows = globSync(join(folder, '{crosswoz,sgd,multiwoz}.jsonl')).flatMap((path) => {
    const dialogues = readDialogues(path)
    return (['facts', 'prose'] as const).map((telling) => {
      const calls = dialogues.flatMap((dialogue) => callsOf(dialogue, telling))
      if (process.argv.includes('--misses'))
        for (const { isCarried, isAnswered, words } of calls.flatMap((call) => call.needs))
          if (!isCarried && isAnswered) console.log(`${telling} ${words}`)
      return row(basename(path, '.jsonl'), telling, calls)
    })
  })
  console.table(rows)
}

const [, , folder] = process.argv
if (folder === undefined)
  throw new Error('found no folder; give the one that holds the dialogues: carry.ts FOLDER')
main(folder)
