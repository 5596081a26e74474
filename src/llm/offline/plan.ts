import { wordsOf } from '#protocol'
import type { ToolSpec } from '../model.ts'
import { type Abilities, type Choice, choose } from './abilities.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { followUp } from './follow-up.ts'
import type { Exchange, Scene } from './scene.ts'

/** One call to make, before its arguments are filled. */
export interface Step {
  readonly tool: ToolSpec
  /** The words it serves. */
  readonly clause: string
  /** It waits for the steps before it. */
  readonly after: boolean
  readonly why: string
  /** A follow-up takes every argument it does not name from this call. */
  readonly basis?: Pick<Exchange, 'args'>
  /** The argument the words are a reply about. */
  readonly asked?: string
}

/** Steps the current request asks for, in order. The same request and tools give the same steps. */
export function planOf(scene: Scene, abilities: Abilities): readonly Step[] {
  const reply = replyTo(scene, abilities)
  if (reply) return [reply]
  const clauses = clausesOf(scene.query)
  const steps = merge(clauses.map((clause) => ({ clause, choice: choose(abilities, clause.text) })))
  if (steps.length > 1) return steps.map(stepOf)
  const whole = choose(abilities, scene.query)
  const follow = followUp(scene, abilities, whole)
  if (follow) return [follow]
  if (whole)
    return [
      stepOf({ clause: { text: scene.query, after: false, joined: false, loose: false }, choice: whole }),
    ]
  return only(scene, abilities)
}

interface Piece {
  readonly clause: Clause
  readonly choice: Choice | undefined
}

/** Pieces with the same tool, or with none of their own, belong to one step. */
function merge(pieces: readonly Piece[]): readonly (Piece & { readonly choice: Choice })[] {
  const merged: (Piece & { readonly choice: Choice })[] = []
  let held = ''
  for (const { clause, choice } of pieces) {
    const last = merged.at(-1)
    if (last && (!choice || isSameStep(last, clause, choice))) {
      merged[merged.length - 1] = {
        ...last,
        clause: { ...last.clause, text: last.clause.text + clause.text },
      }
    } else if (choice) {
      merged.push({ clause: { ...clause, text: held + clause.text }, choice })
      held = ''
    } else held += clause.text
  }
  return once(merged)
}

/** A tool that comes up again without a word of order is one step with what was said of it before. */
function once(
  steps: readonly (Piece & { readonly choice: Choice })[],
): readonly (Piece & { readonly choice: Choice })[] {
  const kept: (Piece & { readonly choice: Choice })[] = []
  for (const step of steps) {
    const place = kept.findIndex(({ choice }) => choice.tool.name === step.choice.tool.name)
    const earlier = kept[place]
    if (!earlier || step.clause.after) kept.push(step)
    else
      kept[place] = {
        ...earlier,
        clause: { ...earlier.clause, text: earlier.clause.text + step.clause.text },
      }
  }
  return kept
}

function isSameStep(last: Piece & { readonly choice: Choice }, clause: Clause, choice: Choice): boolean {
  if (choice.tool.name === last.choice.tool.name) return true
  // After a mere comma or between two nouns, a weaker match is more often detail of the step before than a step.
  const { score } = last.choice.match
  if (clause.loose && clause.text.includes('都')) return true
  if (clause.loose) return choice.match.score < score * 0.6 || choice.match.coverage < 0.12
  return !clause.joined && choice.match.score < score * 0.5
}

function stepOf({ clause, choice }: Piece & { readonly choice: Choice }): Step {
  const words = choice.match.reasons.slice(0, 4).map(({ word, gain }) => `${word} ${gain.toFixed(2)}`)
  const score = Number.isFinite(choice.match.score) ? choice.match.score.toFixed(2) : 'named'
  const why = `${choice.tool.name}: score ${score}, margin ${choice.margin.toFixed(2)}${words.length > 0 ? ` (${words.join(', ')})` : ''}`
  return { tool: choice.tool, clause: clause.text, after: clause.after, why }
}

/** Completes the call our last answer asked about, when the user's words do not open another subject. */
function replyTo({ open, query }: Scene, abilities: Abilities): Step | undefined {
  if (!open) return undefined
  const tool = abilities.tools.find(({ name }) => name === open.tool)
  if (!tool) return undefined
  const other = choose(abilities, query)
  if (other && other.tool.name !== tool.name && other.match.coverage > 0.5) return undefined
  return {
    tool,
    clause: query,
    after: false,
    why: `${tool.name}: reply about ${open.missing}`,
    basis: { args: open.args },
    asked: open.missing,
  }
}

/** An agent with one tool was called for what that tool does, whatever the words. Small talk calls nothing. */
function only({ query }: Scene, { tools }: Abilities): readonly Step[] {
  const [tool, second] = tools
  if (!tool || second || wordsOf(query).length === 0) return []
  return [{ tool, clause: query, after: false, why: `${tool.name}: the only tool` }]
}

/** What is left of a plan after the calls already made in this turn. */
export function remaining(steps: readonly Step[], made: readonly Exchange[]): readonly Step[] {
  const counts = new Map<string, number>()
  for (const { tool } of made) counts.set(tool, (counts.get(tool) ?? 0) + 1)
  return steps.filter(({ tool }) => {
    const left = counts.get(tool.name) ?? 0
    counts.set(tool.name, left - 1)
    return left <= 0
  })
}

/** Steps that can start now: those up to the next that waits. */
export function startable(steps: readonly Step[]): readonly Step[] {
  const [first, ...rest] = steps
  if (!first) return []
  const border = rest.findIndex(({ after }) => after)
  return [first, ...(border < 0 ? rest : rest.slice(0, border))]
}
